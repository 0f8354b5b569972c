import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../../support/service.js';

interface Kind {
  readonly outcome: string;
  readonly totalCount: number | null;
  readonly path: string | null;
  readonly results: readonly { readonly id?: string }[];
  readonly correctedQuery?: string;
}

interface Overview {
  readonly query: string;
  readonly readings: readonly { readonly kind: string; readonly scheme?: string; readonly value: string }[];
  readonly companies: Kind;
  readonly people: Kind;
  readonly agents: Kind;
  readonly addresses: Kind;
  readonly filings: Kind;
  readonly contracts: Kind;
  readonly lobbying: Kind;
}

const KINDS = ['companies', 'people', 'agents', 'addresses', 'filings', 'contracts', 'lobbying'] as const;
const AT = '1624 Market St, Denver, CO 80202';
const ACCESSION = '0000007777-26-000001';

let service: TestService;
beforeAll(async () => {
  service = await startService({
    entities: {
      us_co_business_entities: [
        ...['1', '2', '3', '4', '5'].map((key) => ({
          ...{ key, name: `Quillback ${key} LLC`, principalAddress: AT },
          officers: [{ name: 'MIRABEL THORNE', title: 'Manager' }],
        })),
        { key: '6', name: 'Teal LLC', registeredAgent: { name: 'MIRABEL THORNE', address: null } },
      ],
    },
    sec: {
      us_sec_submissions: [{ kind: 'filer', cik: 7_777, name: 'QUILLBACK INDUSTRIES INC', sic: '3711' }],
      us_sec_daily_index: [
        {
          ...{ kind: 'filing', accession: ACCESSION, cik: 7_777, form: '10-K', filed: '2026-02-20' },
          name: 'QUILLBACK INDUSTRIES INC',
        },
      ],
    },
  });
});
afterAll(() => service.close());

const overview = async (q: string) => {
  const { status, data, meta } = await service.get<Overview>(
    `/api/v1/search/overview?${new URLSearchParams({ q })}`,
  );
  expect(status).toBe(200);
  return { data, meta };
};
const counts = (data: Overview) => Object.fromEntries(KINDS.map((kind) => [kind, data[kind].totalCount]));

describe('an overview', () => {
  it('counts a name in each kind, with the first results, for one credit', async () => {
    const before = await service.creditsLeft();
    const { data, meta } = await overview(' quillback ');
    expect(await service.creditsLeft()).toBe(before - 1);
    expect(meta.creditsUsed).toBe(1);
    expect(data.query).toBe('quillback');
    expect(data.readings).toEqual([
      { kind: 'name', value: 'quillback' },
      { kind: 'person', value: 'quillback' },
    ]);
    expect(counts(data)).toEqual({
      ...{ companies: 5, people: 0, agents: 0, addresses: null, filings: 1 },
      ...{ contracts: null, lobbying: null },
    });
    expect(data.companies.results.map(({ id }) => id)).toEqual(['CO:1', 'CO:2', 'CO:3']);
    expect(data.addresses.outcome).toBe('not_applicable');
  });

  it('names the kinds that are not loaded', async () => {
    const { data } = await overview('quillback');
    expect([data.contracts.outcome, data.lobbying.outcome]).toEqual([
      'source_not_loaded',
      'source_not_loaded',
    ]);
  });

  it('finds a person as an officer and as an agent', async () => {
    const { data } = await overview('mirabel thorne');
    expect(counts(data)).toMatchObject({ companies: 0, people: 6, agents: 1 });
    expect(data.agents.results.map(({ id }) => id)).toEqual(['CO:6']);
  });

  it('reads an address, a city and a ZIP code', async () => {
    const address = await overview('1624 market street denver co 80202');
    expect(address.data.readings.map(({ kind }) => kind)).toEqual(['address', 'name']);
    for (const q of ['1624 market street denver co 80202', 'Denver, CO', '80202'])
      expect((await overview(q)).data.addresses.totalCount, q).toBe(5);
  });

  it('recognizes a number by its form, and does not take it for a person', async () => {
    const { data } = await overview(ACCESSION);
    expect(data.readings).toEqual([{ kind: 'number', scheme: 'accession', value: ACCESSION }]);
    expect(counts(data)).toMatchObject({ filings: 1, people: null, agents: null });
    expect((await overview('7777')).data.readings[0]).toEqual({
      ...{ kind: 'number', scheme: 'cik', value: '0000007777' },
    });
  });

  it('reports a correction, and is equal to its own searches', async () => {
    const { data } = await overview('quillbak');
    expect(data.companies.correctedQuery).toBe('quillback');
    for (const q of ['quillbak', 'mirabel thorne', '80202', 'nobody at all', ACCESSION]) {
      const { data } = await overview(q);
      for (const kind of KINDS) {
        const { path, totalCount, results, outcome } = data[kind];
        if (path === null || outcome === 'source_not_loaded') continue;
        const whole = await service.get<readonly unknown[]>(`${path}&limit=3`);
        expect([whole.meta.totalCount, whole.data], `${q}: ${kind}`).toEqual([totalCount, results]);
      }
    }
  });

  it('rejects a text without a letter or digit, free of charge', async () => {
    const before = await service.creditsLeft();
    for (const query of ['', '?q=', '?q=%21%21']) {
      const { status, body } = await service.get(`/api/v1/search/overview${query}`);
      expect([status, (body.errors as { parameter: string }[])[0]?.parameter]).toEqual([400, 'q']);
    }
    expect(await service.creditsLeft()).toBe(before);
  });
});
