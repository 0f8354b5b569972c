import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../../support/service.js';

interface Found {
  readonly id: string;
  readonly match: { readonly field: string; readonly value: string; readonly why: string };
}

const AT = '1624 Market St, Suite 202, Denver, CO 80202';

let service: TestService;
beforeAll(async () => {
  service = await startService({
    entities: {
      us_co_business_entities: [
        ['1', 'Quillback Corp', AT],
        ['2', 'Widgeon Stores LLC', '1624 MARKET STREET STE 202, DENVER, CO 80202'],
        ['3', 'Gannet Holdings LLC', '1624 Market St, Fl 3, Denver, CO 80202'],
        ['4', 'Smew Partners LLC', '1624 Market St, Denver, CO 80202'],
        ['5', 'Teal Works LLC', '1624 Market St NE, Denver, CO 80202'],
        ['6', 'Tern School', '1624 Market St, Suite 202, Pueblo, CO 81001'],
        ['7', 'Plover Inc', 'Denver, CO 80202'],
      ].map(([key = '', name = '', principalAddress]) => ({
        ...{ key, name, principalAddress, activity: 'active' as const },
      })),
    },
  });
});
afterAll(() => service.close());

const search = async (query: Record<string, string>) => {
  const { data, meta } = await service.get<Found[]>(`/api/v1/search?${new URLSearchParams(query)}`);
  return { ids: data.map(({ id }) => id).sort(), data, meta };
};

describe('an address', () => {
  it('is found in all its spellings, and no other unit with it', async () => {
    for (const address of [
      AT,
      '1624 market street #202 denver colorado',
      '1624 Market St., Ste. 202, 80202-4411',
    ])
      expect((await search({ address })).ids).toEqual(['CO:1', 'CO:2']);
  });

  it('of a building is that of its units too, and of no other street', async () => {
    const { ids, data, meta } = await search({ address: '1624 Market St', zip: '80202', facets: 'status' });
    expect(ids).toEqual(['CO:1', 'CO:2', 'CO:3', 'CO:4']);
    expect(data[0]).toMatchObject({
      id: 'CO:4',
      match: { field: 'address', value: '1624 Market St, Denver, CO 80202', why: 'Its address is this one.' },
    });
    expect(data[1]?.match.why).toBe('Its address is another unit of this building.');
    expect(meta).toMatchObject({
      totalCount: 4,
      facets: { status: { values: [{ value: 'active', count: 4 }] } },
    });
  });

  it('narrows a name, and a place alone lists all records in it', async () => {
    expect((await search({ name: 'quillback', address: AT })).ids).toEqual(['CO:1']);
    expect((await search({ name: 'quillback', city: 'Pueblo, CO' })).ids).toEqual([]);
    expect((await search({ zip: '81001' })).ids).toEqual(['CO:6']);
    const { meta, data } = await search({ city: 'Denver', state: 'Colorado', limit: '2' });
    expect(meta.totalCount).toBe(6);
    expect(data[0]?.match).toMatchObject({ field: 'place', why: 'Its address is in this place.' });
  });

  it('of nobody is an empty answer, never a near one', async () => {
    const { data, meta } = await search({ address: '1625 Market St', zip: '80202' });
    expect([data, meta.totalCount, meta.suggestions]).toEqual([[], 0, undefined]);
  });

  it.each([
    [{ address: '1624 Market St' }, 'address'],
    [{ address: 'Market St, Denver, CO' }, 'address'],
    [{ city: 'Denver' }, 'city'],
    [{ zip: '8020' }, 'zip'],
  ])('%j is refused, and costs nothing', async (query, parameter) => {
    const before = await service.creditsLeft();
    const { status, body } = await service.get(`/api/v1/search?${new URLSearchParams(query)}`);
    expect(status).toBe(400);
    expect(body.errors).toEqual([expect.objectContaining({ parameter })]);
    expect(await service.creditsLeft()).toBe(before);
  });

  it('is read from the box of the pages, and linked from the page of a record', async () => {
    const page = async (path: string) => await (await fetch(`${service.url}${path}`)).text();
    expect(await page(`/search?${new URLSearchParams({ q: AT })}`)).toContain('2 records at');
    const record = await page('/entity/CO:1');
    expect(record).toContain('Everything at this address');
    expect(record).toContain('in=address');
  });
});
