import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EntityDraft } from '../../../../src/domain/entity.js';
import { mostBearers } from '../../../../src/operations/get-entity/enrich/related.js';
import { startService, type TestService } from '../../../support/service.js';

const withAgent = (prefix: string, name: string, count: number): readonly EntityDraft[] =>
  Array.from({ length: count }, (_, index) => ({
    key: `${prefix}${index}`,
    name: `${prefix} FIRM ${index} LLC`,
    registeredAgent: { name, address: `${prefix.length} AGENT ST, TAMPA, FL 33601` },
  }));

let service: TestService;
beforeAll(async () => {
  service = await startService({
    entities: {
      us_co_business_entities: [
        ...withAgent('K', 'C T Corporation System', 3),
        ...withAgent('LL', 'Rivera Filing Services', 4),
        ...withAgent('MMM', 'Local Office Services', 25),
        ...['b2', 'C1', 'd3', 'e4'].map((key) => ({
          key,
          name: `${key} OF FOUR LLC`,
          registeredAgent: { name: 'Okafor Filing Services', address: '4 AGENT ST, TAMPA, FL 33601' },
        })),
      ],
    },
    datasets: {},
  });
});
afterAll(() => service.close());

interface Meta {
  readonly enrichment: {
    related: { outcome: string; excluded?: readonly { value: string; entities: number }[] };
  };
}
const relatedOf = async (id: string) => {
  const { data, meta } = await service.get<{
    related?: { totalCount: number; items: readonly { readonly id: string }[] };
  }>(`/api/v1/entity/${id}?include=related`);
  const { totalCount: count, items } = data.related ?? {};
  return { count, ids: items?.map((item) => item.id), ...(meta as unknown as Meta).enrichment.related };
};

it('relates nobody by a commercial agent, which its name tells, however few it has', async () => {
  expect(await relatedOf('CO:K0')).toMatchObject({ outcome: 'none', excluded: [{ entities: 3 }] });
});

it('relates nobody by an agent of too large a share of a small load', async () => {
  expect(await relatedOf('CO:MMM0')).toMatchObject({ outcome: 'none', excluded: [{ entities: 25 }] });
});

it('relates those of an agent of few', async () => {
  expect(await relatedOf('CO:LL0')).toMatchObject({ outcome: 'found', count: 3 });
});

it('lists them in an order that no locale changes', async () => {
  expect((await relatedOf('CO:e4')).ids).toEqual(['CO:C1', 'CO:b2', 'CO:d3']);
});

it.each([
  [undefined, 100],
  [0, 20],
  [2_188, 20],
  [10_000, 50],
  [20_000, 100],
  [10_000_000, 100],
])('of %s entities %s may share', (entities, max) => expect(mostBearers(entities)).toBe(max));

it('keeps to a smaller bound that the operator sets, in a large load too', () => {
  expect(mostBearers(10_000_000, 30)).toBe(30);
  expect(mostBearers(100, 5)).toBe(5);
  expect(mostBearers(10_000_000, 500)).toBe(500);
});
