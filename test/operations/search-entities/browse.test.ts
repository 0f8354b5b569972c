import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../../support/service.js';

interface Found {
  readonly id: string;
  readonly match: unknown;
}

let service: TestService;
beforeAll(async () => {
  service = await startService({
    entities: {
      us_co_business_entities: Array.from({ length: 30 }, (_, at) => ({
        ...{ key: String(100 + at), name: `Quillback ${100 + at} LLC` },
        ...{ formedDate: `${1995 + at}-06-15`, activity: 'active' as const },
      })),
      us_or_active_businesses: [{ key: '1', name: 'Widgeon LLC', formedDate: '2024-01-01' }],
    },
  });
});
afterAll(() => service.close());

const browse = async (query: Record<string, string>) =>
  await service.get<Found[]>(`/api/v1/search?${new URLSearchParams(query)}`);

describe('filters without a text', () => {
  it('list all records that pass them, without a match', async () => {
    const { status, data, meta } = await browse({ state: 'CO', formed_after: '2020-01-01', limit: '50' });
    expect(status).toBe(200);
    expect(meta).toMatchObject({ totalCount: 5, creditsUsed: 1 });
    expect(data.map(({ id }) => id)).toEqual(['CO:125', 'CO:126', 'CO:127', 'CO:128', 'CO:129']);
    expect(data.every(({ match }) => match === null)).toBe(true);
  });

  it('count facets, and may find nothing', async () => {
    const { meta } = await browse({ state: 'CO', facets: 'state', limit: '1' });
    expect(meta.facets).toMatchObject({
      state: {
        values: [
          { value: 'CO', count: 30 },
          { value: 'OR', count: 1 },
        ],
      },
    });
    const none = await browse({ state: 'TX' });
    expect([none.data, none.meta.suggestions]).toEqual([[], undefined]);
  });
});

describe('the pages of a search', () => {
  it('are linked: following `next` visits each record once, and `prev` leads back', async () => {
    const seen: string[] = [];
    let path: string | undefined = '/api/v1/search?name=quillback&limit=7&formed_after=1996-01-01';
    let back: string | undefined;
    for (let pages = 0; path !== undefined && pages < 10; pages++) {
      const { data, headers } = await service.get<Found[]>(path);
      seen.push(...data.map(({ id }) => id));
      const links = linksIn(headers.get('link'));
      if (pages > 0) back = links.prev;
      path = links.next;
    }
    expect(seen).toHaveLength(29);
    expect(new Set(seen).size).toBe(29);
    expect(back).toBe('/api/v1/search?name=quillback&limit=7&formed_after=1996-01-01&offset=21');
    expect(path).toBeUndefined();
  });

  it('have no link if there is only one, and no client text breaks the header', async () => {
    expect((await browse({ name: 'widgeon' })).headers.get('link')).toBeNull();
    const { headers } = await browse({ name: 'quillback', x: '>; rel="next"\r\nSet-Cookie: a=b' });
    expect(linksIn(headers.get('link')).next).toMatch(
      /^\/api\/v1\/search\?name=quillback&x=%3E%3B\+rel%3D%22next%22%0D%0ASet-Cookie%3A\+a%3Db&offset=10$/,
    );
    expect(headers.get('set-cookie')).toBeNull();
  });
});

function linksIn(header: string | null): Readonly<Record<string, string>> {
  const links = (header ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g);
  return Object.fromEntries([...links].map(([, url = '', rel = '']) => [rel, url]));
}
