import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bulkId } from '../../../src/domain/ids.js';
import { verdictOn } from '../../../src/evidence/signature.js';
import { exclusion } from '../../../src/sources/support/exclusions.js';
import { startService, type TestService } from '../../support/service.js';

const USA = (city: string, state: string) => ({ city, state, country: 'USA' });
const entry = (key: string, names: readonly string[], more: Partial<Parameters<typeof exclusion>[0]> = {}) =>
  exclusion({
    ...{ key, names, list: 'Ineligible (Proceedings Completed)', program: 'Reciprocal', agency: 'EPA' },
    ...{ startDate: '2020-01-02', endDate: null, place: USA('Denver', 'CO') },
    ...more,
  });

interface Lists {
  readonly outcome: string;
  readonly asOf: string | null;
  readonly lists: readonly {
    readonly dataset: string;
    readonly outcome: string;
    readonly statement: string;
    readonly possible: readonly { readonly name: string; readonly why: string }[];
  }[];
}

const SAM = (uei: string) => bulkId('us_sam_entities', uei);
const BANK = (cert: string) => bulkId('us_fdic_institutions', cert);
const CO = 'us_co_business_entities';

let service: TestService;
beforeAll(async () => {
  const uei = (value: string) => [{ scheme: 'uei', value } as const];
  service = await startService({
    entities: {
      us_sam_entities: ['QHW1QHW1QHW1', 'QHW2QHW2QHW2', 'QHW3QHW3QHW3'].map((value) => ({
        key: value,
        name: `Registrant ${value} Inc`,
        identifiers: uei(value),
        linkKeys: uei(value),
      })),
      us_fdic_institutions: [
        {
          key: '15426',
          name: 'Invented State Bank',
          identifiers: [{ scheme: 'fdic_cert', value: '15426' }],
          linkKeys: [{ scheme: 'fdic_cert', value: '15426' }],
        },
      ],
      [CO]: [
        { key: '1', name: 'Zephyr Anvil, LLC', principalAddress: '1 Example St, Denver, CO 80202' },
        { key: '2', name: 'Zephyr Anvil, LLC', principalAddress: '1 Example St, Aspen, CO 81611' },
        { key: '3', name: 'Ilse Thornbury', subjectType: 'person' },
        { key: '4', name: 'Lantern Harbor Rehabilitation of Aspen LLC' },
        { key: '5', name: 'Nothing Of The Kind LLC' },
      ],
    },
    datasets: {
      us_sam_exclusions: [
        entry('a', ['Another Name Altogether Inc'], { identifiers: uei('QHW1QHW1QHW1') }),
        entry('b', ['Ended Inc'], { identifiers: uei('QHW2QHW2QHW2'), endDate: '2021-05-06' }),
        entry('c', ['Zephyr Anvil Incorporated']),
        entry('d', ['Ilse Thornbury']),
      ],
      us_hhs_leie: [
        entry('e', ['LANTERN HARBOR REHABILITATION'], { isCut: true, place: USA('ASPEN', 'CO') }),
      ],
      us_fdic_failed_banks: [
        entry('15426', ['Invented State Bank'], {
          list: 'Failed bank',
          identifiers: [{ scheme: 'fdic_cert', value: '15426' }],
        }),
      ],
    },
  });
});
afterAll(() => service.close());

async function look(id: string) {
  const { data, meta } = await service.get<Record<string, unknown>>(
    `/api/v1/entity/${id}?include=exclusions`,
  );
  const result = (meta.enrichment as { exclusions: Lists }).exclusions;
  return {
    data,
    meta,
    result,
    of: (dataset: string) => result.lists.find((list) => list.dataset === dataset),
  };
}

describe('an entry with a number of the record', () => {
  it('is attached whatever its name is, with the number and the day of the list', async () => {
    const { data, result, of } = await look(SAM('QHW1QHW1QHW1'));
    expect(result.outcome).toBe('found');
    expect(data.exclusions).toMatchObject({
      totalCount: 1,
      items: [{ dataset: 'us_sam_exclusions', scheme: 'uei', number: 'QHW1QHW1QHW1', endDate: null }],
    });
    expect(of('us_sam_exclusions')?.statement).toMatch(/^On the list loaded on \d{4}-\d\d-\d\d\.$/);
    expect(of('us_hhs_leie')?.statement).toMatch(/^Not on the list loaded on /);
  });

  it('that has ended says so', async () => {
    const { data } = await look(SAM('QHW2QHW2QHW2'));
    expect(data.exclusions).toMatchObject({
      items: [{ statement: expect.stringContaining('The entry ended on 2021-05-06.') }],
    });
  });

  it('of a failed bank is found by its certificate', async () => {
    const { data } = await look(BANK('15426'));
    expect(data.exclusions).toMatchObject({
      items: [{ scheme: 'fdic', number: '15426', list: 'Failed bank' }],
    });
  });
});

describe('an entry of the same name', () => {
  it('is only possible, and its data is not shown', async () => {
    const { data, result, of } = await look('CO:1');
    expect([result.outcome, data.exclusions]).toEqual(['possible', undefined]);
    expect(of('us_sam_exclusions')).toMatchObject({
      outcome: 'possible',
      possible: [{ name: 'Zephyr Anvil Incorporated', place: 'Denver, CO, USA' }],
    });
  });

  it('in another town is none', async () => {
    expect((await look('CO:2')).result.outcome).toBe('none');
  });

  it('is found if the publisher cut the name', async () => {
    expect((await look('CO:4')).of('us_hhs_leie')).toMatchObject({ outcome: 'possible' });
  });

  it('is not compared with a named individual', async () => {
    expect((await look('CO:3')).result.outcome).toBe('none');
  });
});

describe('a negative', () => {
  it('names every list: those that were searched with their day, others as not searched', async () => {
    const { data, result, of } = await look('CO:5');
    expect([result.outcome, data.exclusions]).toEqual(['none', undefined]);
    expect(result.lists).toHaveLength(6);
    expect(of('us_ofac_sdn')).toMatchObject({
      outcome: 'not_loaded',
      asOf: null,
      statement: 'Not searched: the list is not loaded.',
    });
  });
});

describe('the token', () => {
  it('costs one credit and is not a part of all', async () => {
    const path = '/api/v1/entity/CO:5?include=';
    expect((await service.get(`${path}exclusions`)).meta.creditsUsed).toBe(2);
    const { meta } = await service.get(`${path}all`);
    expect(meta.creditsUsed).toBe(7);
    expect(meta.enrichment).not.toHaveProperty('exclusions');
    expect((await service.get(`${path}all,exclusions`)).meta.creditsUsed).toBe(8);
  });
});

describe('signed evidence', () => {
  const PATH = '/api/v1/entity/CO:5/evidence';

  it('carries the negative of each list, for one credit more', async () => {
    const { data, meta } = await service.get<Record<string, unknown>>(`${PATH}?include=exclusions`);
    expect(meta.creditsUsed).toBe(3);
    const { lists, items } = data.exclusions as { lists: Lists['lists']; items: unknown[] };
    expect([lists.length, items]).toEqual([6, []]);
    expect(lists.find(({ dataset }) => dataset === 'us_sam_exclusions')).toMatchObject({
      outcome: 'none',
      statement: expect.stringMatching(/^Not on the list loaded on /),
      run: { id: expect.any(Number) },
    });
    expect(lists.find(({ dataset }) => dataset === 'us_ofac_sdn')).toMatchObject({ run: null });
    const { signature, ...unsigned } = data;
    expect(signature).toMatchObject({ algorithm: 'Ed25519' });
    expect(verdictOn(JSON.stringify(data)).isWhole).toBe(true);
    const altered = { ...unsigned, exclusions: { lists: [], items: [] }, signature };
    expect(verdictOn(JSON.stringify(altered)).isWhole).toBe(false);
  });

  it('says nothing of lists unless they are included', async () => {
    const { data, meta } = await service.get<object>(PATH);
    expect(meta.creditsUsed).toBe(2);
    expect(data).not.toHaveProperty('exclusions');
  });
});
