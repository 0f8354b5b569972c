import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../../support/service.js';

interface Found {
  readonly id: string;
  readonly people?: readonly { readonly name: string; readonly roles: readonly object[] }[];
  readonly match: { readonly field: string } | null;
}

let service: TestService;
beforeAll(async () => {
  const officers = (...all: readonly (readonly [string, string | null])[]) =>
    all.map(([name, title]) => ({ name, title }));
  service = await startService({
    entities: {
      us_co_business_entities: [
        {
          ...{ key: '1', name: 'Quillback LLC' },
          officers: officers(
            ['MIRABEL THORNE', 'Manager'],
            ['Mirabel  Thorne', 'President'],
            ['OTTO VANE', 'Clerk'],
          ),
        },
        { key: '2', name: 'Widgeon LLC', officers: officers(['MIRABEL THORNE', null]) },
        { key: '3', name: 'Teal LLC', registeredAgent: { name: 'Mirabel Thorne', address: null } },
        {
          ...{ key: '4', name: 'Smew LLC', officers: officers(['THORNE ADA', null], ['BEN THORNE', null]) },
        },
        { key: '5', name: 'Mirabel Thorne Books LLC' },
      ],
    },
  });
});
afterAll(() => service.close());

const search = async (query: Record<string, string>) =>
  await service.get<Found[]>(`/api/v1/search?${new URLSearchParams(query)}`);

describe('a person', () => {
  it('is found as an officer and as an agent, one entry for each record, with all roles in it', async () => {
    const { data, meta } = await search({ person: 'mirabel thorne' });
    expect(meta.totalCount).toBe(3);
    expect(Object.fromEntries(data.map(({ id, people }) => [id, people]))).toEqual({
      'CO:1': [
        {
          name: 'MIRABEL THORNE',
          roles: [
            { role: 'officer', title: 'Manager' },
            { role: 'officer', title: 'President' },
          ],
        },
      ],
      'CO:2': [{ name: 'MIRABEL THORNE', roles: [{ role: 'officer', title: null }] }],
      'CO:3': [{ name: 'Mirabel Thorne', roles: [{ role: 'registered_agent', title: null }] }],
    });
    expect(new Set(data.map(({ match }) => match?.field))).toEqual(new Set(['officer', 'agent']));
  });

  it('may be one of several in a record, and narrows a search for a name', async () => {
    const { data } = await search({ person: 'thorne', name: 'smew' });
    expect(data.map(({ id, people }) => [id, people?.map(({ name }) => name)])).toEqual([
      ['CO:4', ['THORNE ADA', 'BEN THORNE']],
    ]);
  });

  it('that is misspelt is shown with the corrected name', async () => {
    const { data, meta } = await search({ person: 'mirabel thorme' });
    expect(meta.correctedQuery).toBe('mirabel thorne');
    expect(data.flatMap(({ people = [] }) => people)).toHaveLength(3);
  });

  it('is not a member of other searches', async () => {
    const { data } = await search({ officer: 'mirabel thorne' });
    expect(data.map((item) => 'people' in item)).toEqual([false, false]);
  });
});
