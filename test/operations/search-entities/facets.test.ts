import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EntityItem } from '../../../src/contract/entity-search.js';
import type { FacetCountsShown } from '../../../src/contract/facet-counts.js';
import type { EntityDraft } from '../../../src/domain/entity.js';
import { startService, type TestService } from '../../support/service.js';

/** 60 records of three sources, each combination of status and type; some are active until a day that is past or to come. */
const drafts: readonly (readonly [source: string, draft: EntityDraft])[] = Array.from(
  { length: 60 },
  (_, at) => {
    const source =
      ['us_co_business_entities', 'us_fl_corporations', 'us_ny_active_corporations'][at % 3] ?? '';
    const draft: EntityDraft = {
      key: String(1000 + at),
      name: `${at % 2 === 0 ? 'Aspen' : 'Birch'} ${'abcdefgh'[at % 8]} Holdings`,
      ...(at % 5 > 0 && { typeClass: (['llc', 'corporation', 'nonprofit', 'lp'] as const)[at % 4] }),
      ...(at % 7 > 0 && { activity: at % 3 === 0 ? ('inactive' as const) : ('active' as const) }),
      ...(at % 7 > 0 && at % 6 === 1 && { expirationDate: at % 4 === 1 ? '2019-01-31' : '2999-01-31' }),
    };
    return [source, draft];
  },
);

let service: TestService;
beforeAll(async () => {
  const of = (source: string) => drafts.flatMap(([own, draft]) => (own === source ? [draft] : []));
  service = await startService({
    entities: {
      us_co_business_entities: of('us_co_business_entities'),
      us_fl_corporations: of('us_fl_corporations'),
      us_ny_active_corporations: of('us_ny_active_corporations'),
    },
  });
});
afterAll(() => service.close());

interface Meta {
  readonly totalCount: number;
  readonly facets: Readonly<Record<string, FacetCountsShown>>;
}

const search = async (query: string) => {
  const { data, meta } = await service.get<EntityItem[]>(`/api/v1/search?${query}`);
  return { data, meta: meta as unknown as Meta };
};

const VALUES = {
  state: ['CO', 'FL', 'NY', 'TX'],
  status: ['active', 'inactive'],
  type: ['llc', 'corporation', 'nonprofit', 'lp', 'other'],
  recordClass: ['registry_entity', 'license'],
} as const;

/** Each count is the total of the search that asks for its value in place of what it asks now. */
async function countsBySearches(query: string, facet: keyof typeof VALUES) {
  const counts: [string, number][] = [];
  for (const value of VALUES[facet]) {
    const params = new URLSearchParams(query);
    params.set(facet, value);
    const { meta } = await search(params.toString());
    if (meta.totalCount > 0) counts.push([value, meta.totalCount]);
  }
  return counts.sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
}

describe('GET /api/v1/search?facets=', () => {
  it.each([
    'name=aspen',
    'name=holdings',
    'name=aspen&state=CO',
    'name=holdings&status=active',
    'name=holdings&status=inactive&state=FL',
    'name=holdings&type=llc&status=active',
    'name=birch&recordClass=registry_entity&type=nonprofit&state=NY',
    'name=holdings&recordClass=license',
    'name=aspn holdings',
    'name=nothing so named',
  ])('%s: each count is the total of the search that asks for its value', async (query) => {
    const { meta } = await search(`${query}&facets=state,status,type,recordClass`);
    expect(Object.keys(meta.facets).sort()).toEqual(['recordClass', 'state', 'status', 'type']);
    for (const facet of ['state', 'status', 'type', 'recordClass'] as const) {
      const counted = meta.facets[facet]?.values.map(({ value, count }) => [value, count]);
      expect(counted, facet).toEqual(await countsBySearches(query, facet));
      expect(meta.facets[facet]?.other).toBe(0);
    }
  });

  it('counts only what is asked for, whatever the case, and nothing where it is not asked', async () => {
    const { meta } = await search('name=aspen&facets=STATE,state&facets=recordclass');
    expect(Object.keys(meta.facets)).toEqual(['state', 'recordClass']);
    expect((await search('name=aspen')).meta.facets).toBeUndefined();
    expect((await search('name=aspen&facets=')).meta.facets).toBeUndefined();
  });

  it('does not change the page, the total or the price', async () => {
    const plain = await service.get('/api/v1/search?name=aspen&state=CO');
    const counted = await service.get('/api/v1/search?name=aspen&state=CO&facets=state,type');
    const { facets: _facets, ...rest } = counted.meta as unknown as Meta & { requestId: string };
    expect(counted.data).toEqual(plain.data);
    expect(rest).toEqual({ ...plain.meta, requestId: rest.requestId });
  });

  it('is the same in a batch', async () => {
    const alone = await search('name=aspen&facets=state');
    const items = [{ operation: 'searchEntities', parameters: { name: 'aspen', facets: 'state' } }];
    const response = await fetch(`${service.url}/api/v1/batch`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ items }),
    });
    const { data } = (await response.json()) as { data: { meta: Meta }[] };
    expect(data[0]?.meta.facets).toEqual(alone.meta.facets);
  });

  it('refuses a facet that is none, naming those there are', async () => {
    const { status, body } = await service.get('/api/v1/search?name=aspen&facets=state,county');
    expect(status).toBe(400);
    expect(body.errors).toEqual([
      { parameter: 'facets', message: 'must be one of state, status, recordClass, type; got "county".' },
    ]);
  });
});
