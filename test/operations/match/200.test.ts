import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EntityDraft } from '../../../src/domain/entity.js';
import { bulkId } from '../../../src/domain/ids.js';
import { startService, type TestService } from '../../support/service.js';

interface Match {
  readonly outcome: 'found' | 'possible' | 'ambiguous' | 'none';
  readonly reason: string;
  readonly candidates: readonly {
    readonly id: string;
    readonly name: string;
    readonly state: string | null;
    readonly probability: number;
    readonly tier: string;
    readonly rivals: number;
    readonly otherRecords: readonly string[];
    readonly evidence: readonly {
      readonly field: string;
      readonly theirs: string | null;
      readonly text: string;
    }[];
  }[];
}

const at = (key: string, name: string, principalAddress: string, more: Partial<EntityDraft> = {}) => ({
  key,
  name,
  principalAddress,
  ...more,
});

const IRS = (ein: string) => bulkId('us_irs_eo_bmf', ein);

let service: TestService;
beforeAll(async () => {
  service = await startService({
    entities: {
      us_co_business_entities: [
        at('1', 'Quillfeather Heron Works, LLC', '12 Example Mill Rd, Salida, CO 81201'),
        at('2', 'Twice Told Zephyr Inc', '1 Example St, Denver, CO 80202'),
        at('3', 'Twice Told Zephyr Inc', '9 Invented Ave, Boulder, CO 80302'),
        at('4', 'Marrowstone Ferry Holdings II LLC', '5 Example St, Denver, CO 80202'),
        at('5', 'Marrowstone Ferry Holdings III LLC', '5 Example St, Denver, CO 80202'),
        at('6', 'Brindlewood Lantern Foundry Corp', '77 Invented Way, Aspen, CO 81611', {
          otherNames: [{ name: 'Gossamer Kettle Company', kind: 'former' }],
          officers: [{ name: 'Ilse Thornbury', title: 'President' }],
        }),
        at('7', 'Ilse Thornbury', '1 Example St, Denver, CO 80202', { subjectType: 'person' }),
        at('8', 'Duskmantle Abacus Club', '3 Example St, Denver, CO 80202'),
        at('9', 'National Public Radio Corp', '4 Example St, Denver, CO 80202'),
      ],
      us_fl_corporations: [
        at('P08000000008', 'Halcyon Quince Bakers Inc', '4 Example Blvd, Miami, FL 33101', {
          linkKeys: [{ scheme: 'ein', value: '650000008' }],
        }),
        at('P08000000009', 'Halcyon Quince Growers Inc', '4 Example Blvd, Tampa, FL 33601', {
          linkKeys: [{ scheme: 'ein', value: '650000009' }],
        }),
      ],
      us_irs_eo_bmf: [
        {
          ...at('840000008', 'DUSKMANTLE ABACUS CLUB', '3 EXAMPLE ST, DENVER, CO 80202'),
          state: 'CO',
          identifiers: [{ scheme: 'ein', value: '84-0000008' }],
        },
      ],
    },
    load: async () => undefined,
  });
});
afterAll(() => service.close());

async function match(query: Record<string, string>): Promise<Match> {
  const { status, data } = await service.get<Match>(`/api/v1/match?${new URLSearchParams(query)}`);
  expect(status).toBe(200);
  return data;
}
const ids = ({ candidates }: Match) => candidates.map(({ id }) => id);

describe('GET /api/v1/match', () => {
  it('finds the one bearer of a name at the place', async () => {
    const found = await match({
      name: 'QUILLFEATHER HERON WORKS',
      state: 'co',
      city: 'Salida',
      zip: '81201',
    });
    expect(found.outcome).toBe('found');
    expect(found.candidates[0]).toMatchObject({ id: 'CO:1', state: 'CO', rivals: 0, otherRecords: [] });
    expect(found.candidates[0]?.evidence.map(({ field }) => field)).toContain('state');
  });

  it('finds it with a letter wrong, by a former name, and behind a DBA', async () => {
    expect(ids(await match({ name: 'Quilfeather Heron Works LLC', state: 'CO', city: 'Salida' }))).toEqual([
      'CO:1',
    ]);
    expect(ids(await match({ name: 'Gossamer Kettle Co', state: 'CO', city: 'Aspen' }))).toEqual(['CO:6']);
    const behind = await match({ name: 'Nobody Known Ltd DBA Gossamer Kettle Company', state: 'CO' });
    expect(ids(behind)).toEqual(['CO:6']);
  });

  it('reads a nickname as the full name, and never finds it in another town', async () => {
    const found = await match({ name: 'NPR', state: 'CO', city: 'Denver' });
    expect(found).toMatchObject({ outcome: 'found', candidates: [{ name: 'National Public Radio Corp' }] });
    expect(found.reason).toContain('“NPR” is known as “National Public Radio”');
    expect((await match({ name: 'NPR', state: 'CO', city: 'Pueblo' })).outcome).not.toBe('found');
    expect((await match({ name: 'PBS', state: 'CO' })).outcome).toBe('none');
  });

  it('never chooses between two that fit equally', async () => {
    const tied = await match({ name: 'Twice Told Zephyr Inc', state: 'CO' });
    expect(tied.outcome).toBe('ambiguous');
    expect(ids(tied)).toEqual(['CO:2', 'CO:3']);
    for (const { tier, rivals } of tied.candidates)
      expect({ tier, rivals }).toEqual({ tier: 'possible', rivals: 1 });
    const reported = await match({
      name: 'Twice Told Zephyr Inc',
      state: 'CO',
      city: 'Boulder',
      zip: '80302',
      street: '9 Invented Ave',
    });
    expect(ids(reported)[0]).toBe('CO:3');
  });

  it('never takes one number of a name for another', async () => {
    expect((await match({ name: 'Marrowstone Ferry Holdings IV LLC', state: 'CO' })).outcome).not.toBe(
      'found',
    );
    expect(ids(await match({ name: 'Marrowstone Ferry Holdings III LLC', state: 'CO' }))[0]).toBe('CO:5');
  });

  it('says none of what is not loaded, and of named individuals', async () => {
    expect(await match({ name: 'Umbra Tessellate Partners', state: 'CO' })).toMatchObject({
      outcome: 'none',
    });
    expect(ids(await match({ name: 'Ilse Thornbury', state: 'CO' }))).toEqual([]);
  });

  it('takes records of two registers at one door for one company, of which the state’s own stands first', async () => {
    const found = await match({
      name: 'Duskmantle Abacus Club',
      state: 'CO',
      street: '3 Example St',
      zip: '80202',
    });
    expect(found).toMatchObject({
      outcome: 'found',
      candidates: [{ id: 'CO:8', rivals: 0, otherRecords: [IRS('840000008')] }],
    });
  });

  describe('by identifier', () => {
    const fl = (key: string) => bulkId('us_fl_corporations', key);

    it('finds the holder, published or kept for linking', async () => {
      expect(await match({ ein: '65-0000008' })).toMatchObject({
        outcome: 'found',
        candidates: [{ id: fl('P08000000008'), tier: 'confirmed', probability: 1 }],
      });
      expect(ids(await match({ ein: '840000008' }))).toEqual([IRS('840000008')]);
      expect(await match({ ein: '990000001' })).toMatchObject({ outcome: 'none', candidates: [] });
    });

    it('finds by the number of a register, and by the name beside it', async () => {
      expect(ids(await match({ registryNumber: 'P08000000008', state: 'FL' }))).toEqual([fl('P08000000008')]);
      const both = await match({ registryNumber: '00001', state: 'CO', name: 'Quillfeather Heron Works' });
      expect(both).toMatchObject({ outcome: 'found', candidates: [{ id: 'CO:1', tier: 'confirmed' }] });
    });

    it('never guesses where the name says otherwise', async () => {
      const other = await match({ ein: '65-0000008', name: 'Brindlewood Lantern Foundry Corp', state: 'CO' });
      expect(other.outcome).toBe('ambiguous');
      expect(other.reason).toBe('The record with the identifier has another name.');
      expect(ids(other)).toContain(fl('P08000000008'));
      const held = await match({
        ein: '990000001',
        name: 'Halcyon Quince Growers Inc',
        state: 'FL',
        city: 'Tampa',
      });
      expect(held.outcome).toBe('possible');
      expect(held.reason).toBe('The record with the name has another identifier.');
    });

    it('shows no identifier that is kept for linking alone', async () => {
      const held = await match({
        ein: '990000001',
        name: 'Halcyon Quince Growers Inc',
        state: 'FL',
        city: 'Tampa',
      });
      expect(JSON.stringify(held)).not.toContain('650000009');
      const line = held.candidates[0]?.evidence.find(({ field }) => field === 'identifier');
      expect(line).toMatchObject({ ours: 'ein:990000001', theirs: null, verdict: 'conflict' });
    });

    it('says so where two identifiers are held by different companies', async () => {
      const two = await match({ ein: '65-0000008', registryNumber: '1', state: 'CO' });
      expect(two.outcome).toBe('ambiguous');
    });
  });

  it('costs a credit, also where nothing is found, and tells whom it asked', async () => {
    const before = await service.creditsLeft();
    const { meta } = await service.get('/api/v1/match?name=Umbra+Tessellate+Partners');
    expect(meta).toMatchObject({
      creditsUsed: 1,
      source: expect.stringContaining('Colorado Secretary of State'),
    });
    expect(await service.creditsLeft()).toBe(before - 1);
  });

  it('is an item of a batch', async () => {
    const response = await fetch(`${service.url}/api/v1/batch`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        items: [{ operation: 'match', parameters: { name: 'Quillfeather Heron Works', state: 'CO' } }],
      }),
    });
    const { data } = (await response.json()) as { data: { status: number; cost: number; data: Match }[] };
    expect(data).toMatchObject([{ status: 200, cost: 1, data: { candidates: [{ id: 'CO:1' }] } }]);
  });

  it('says its price before', async () => {
    const before = await service.creditsLeft();
    const { data } = await service.get<object>('/api/v1/match?name=Aspen&dry_run=true');
    expect(data).toMatchObject({ valid: true, cost: 1 });
    expect(await service.creditsLeft()).toBe(before);
  });
});
