import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_SORTED } from '../../../src/operations/search-entities/sorted.js';
import { startService, type TestService } from '../../support/service.js';

const RECORDS = [
  { key: '1', name: 'Cedar Ropes LLC', formedDate: '2020-01-05', activity: 'active' },
  { key: '2', name: 'ASPEN ROPES LLC', formedDate: '2024-03-01', activity: 'inactive' },
  { key: '3', name: 'birch ropes LLC', formedDate: '2022-07-09', activity: 'active' },
  { key: '4', name: 'DOGWOOD ROPES LLC' },
  // Active until a day that has passed.
  {
    ...{ key: '5', name: 'ASPEN ROPES LLC', formedDate: '2022-07-09', activity: 'active' },
    expirationDate: '2001-01-01',
  },
] as const;
const load = (records: readonly object[]) => ({ entities: { us_co_business_entities: records as never } });

let service: TestService;
beforeAll(async () => {
  service = await startService(load(RECORDS));
});
afterAll(() => service.close());

async function search(query: string) {
  const response = await fetch(`${service.url}/api/v1/search?${query}`, {
    headers: { authorization: `Bearer ${service.key}` },
  });
  const answer = (await response.json()) as {
    data: { id: string }[];
    meta: { sort: string; cursor: string | null; hasMore: boolean; totalCount: number; creditsUsed: number };
    errors?: { parameter: string }[];
  };
  const ids = answer.data?.map(({ id }) => id.slice(3)).join('');
  return { status: response.status, link: response.headers.get('link'), ids, ...answer };
}

test.each([
  ['name', '25314'],
  ['formed', '23514'],
  ['status', '31254'],
])(
  'results are sorted by %s, by a text and without one, and pages by offset agree',
  async (sort, expected) => {
    for (const asked of ['name=ropes', 'state=CO']) {
      const all = await search(`${asked}&sort=${sort}`);
      expect([all.ids, all.meta]).toMatchObject([
        expected,
        { sort, cursor: null, hasMore: false, totalCount: 5, creditsUsed: 1 },
      ]);
      const pages = [0, 2, 4].map((offset) => search(`${asked}&sort=${sort}&limit=2&offset=${offset}`));
      expect((await Promise.all(pages)).map(({ ids }) => ids).join('')).toBe(expected);
    }
  },
);

test.each(['name', 'formed', 'status'])(
  'a cursor by %s visits each result once, along the links',
  async (sort) => {
    const seen: string[] = [];
    let query: string | undefined = `name=ropes&sort=${sort}&limit=2`;
    while (query !== undefined) {
      const { ids, link, meta } = await search(query);
      seen.push(ids);
      query = /\?([^>]*)>; rel="next"/.exec(link ?? '')?.[1];
      expect(query?.includes(`cursor=${meta.cursor}`)).toBe(meta.cursor === null ? undefined : true);
      expect(meta.hasMore).toBe(meta.cursor !== null);
    }
    expect(seen.join('')).toBe((await search(`name=ropes&sort=${sort}`)).ids);
  },
);

test('relevance is the default, and has no cursor', async () => {
  const { ids, meta } = await search('name=aspen ropes');
  expect([ids.length, meta.sort, meta.cursor]).toEqual([2, 'relevance', null]);
});

test.each([
  ['sort=size', 'sort'],
  ['sort=name&cursor=x', 'cursor'],
  ['sort=name&cursor=WzEsMiwzXQ', 'cursor'],
  ['cursor=WyJuYW1lIiwiQSIsIkNPOjEiXQ', 'cursor'],
  ['sort=formed&cursor=WyJuYW1lIiwiQSIsIkNPOjEiXQ', 'cursor'],
  ['sort=name&offset=1&cursor=WyJuYW1lIiwiQSIsIkNPOjEiXQ', 'offset'],
])('%s is refused', async (query, parameter) => {
  const { status, errors } = await search(`name=ropes&${query}`);
  expect([status, errors?.map((fault) => fault.parameter)]).toEqual([400, [parameter]]);
});

test('the search page sorts, and its page sizes, pages and downloads keep the order', async () => {
  const html = await (await fetch(`${service.url}/search?state=CO&sort=formed`)).text();
  const names = [...html.matchAll(/href="\/entity\/CO(?:%3A|:)(\d)"/g)].map(([, id]) => id);
  expect([...new Set(names)].join('')).toBe('23514');
  expect(html).toMatch(/aria-current="true"[^>]*>Newest</);
  expect(html).toMatch(/href="\/search\.csv\?[^"]*sort=formed/);
});

test('a cursor neither repeats nor skips a result if others come and go', async () => {
  const { entities } = service.app.store.catalog;
  const order = { by: 'name', today: '2026-01-01' } as const;
  const whole = { after: null, offset: 0, max: 10 };
  const numbers = [1, 2, 3, 4, 5];
  const all = await entities.sorted(numbers, order, whole);
  const after = all[1] ?? null;
  const fewer = numbers.filter((number) => number !== all[0]?.number && number !== all[1]?.number);
  expect(await entities.sorted(fewer, order, { ...whole, after })).toEqual(all.slice(2));
  expect(await entities.sorted(numbers, order, { ...whole, after })).toEqual(all.slice(2));
  expect(await entities.sorted([...numbers, 99], order, whole)).toEqual(all);
});

test('beyond 10,000 records the order is relevance, and the answer is charged all the same', async () => {
  const records = Array.from({ length: MAX_SORTED + 1 }, (_, at) => ({ key: `${at}`, name: `TULIP ${at}` }));
  const many = await startService(load(records));
  const ask = async (query: string) => {
    const response = await fetch(`${many.url}/api/v1/search?${query}`, {
      headers: { authorization: `Bearer ${many.key}` },
    });
    return ((await response.json()) as { meta: object }).meta;
  };
  const beyond = {
    sort: 'relevance',
    totalCount: MAX_SORTED + 1,
    hasMore: true,
    cursor: null,
    creditsUsed: 1,
  };
  expect(await ask('state=CO&sort=name')).toMatchObject(beyond);
  expect(await ask('name=tulip 1&sort=name')).toMatchObject({ sort: 'name', creditsUsed: 1 });
  await many.close();
});
