import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EntityItem } from '../../../src/contract/entity-search.js';
import type { EntityDraft } from '../../../src/domain/entity.js';
import { startService, type TestService } from '../../support/service.js';

const co = (key: string, name: string, more: Partial<EntityDraft> = {}): EntityDraft => ({
  key,
  name,
  ...more,
});

let service: TestService;
beforeAll(async () => {
  service = await startService({
    entities: {
      us_co_business_entities: [
        co('1', 'Aspen, LLC', { typeClass: 'llc', activity: 'active', formedDate: '2020-01-01' }),
        co('2', 'ASPEN ROOFING INC', {
          typeClass: 'corporation',
          activity: 'inactive',
          formedDate: '2021-06-30',
        }),
        co('3', 'Mighty Aspen Holdings LLC', {
          typeClass: 'llc',
          activity: 'active',
          formedDate: '2020-12-31',
        }),
        co('4', 'Birch Co', { otherNames: [{ name: 'Aspen', kind: 'former' }], activity: 'active' }),
        co('5', 'D & G Trading', {
          registeredAgent: { name: 'Aspen Agents Inc', address: '1 Invented Way' },
        }),
        co('6', 'J.P. Invented & Co.'),
        co('8', 'Old Mill Co, Dissolved May 1, 1999', { searchName: 'Old Mill Co' }),
        co('7', 'Blue Spruce Design LLC', { otherNames: [{ name: 'Night Owl Prints', kind: 'assumed' }] }),
      ],
      us_fl_corporations: [
        co('P1', 'ASPEN PALMS INC', {
          officers: [{ name: 'RIVERA, ANA', title: 'P' }],
          filings: [{ type: 'Annual Report', date: '2025-01-02', description: null, number: 'AR-77' }],
        }),
      ],
    },
  });
});
afterAll(() => service.close());

const search = (query: string) => service.get<EntityItem[]>(`/api/v1/search?${query}`);
const names = async (query: string) => (await search(query)).data.map((item) => item.name);

describe('GET /api/v1/search', () => {
  it('puts bearers of the whole name first, then former bearers, then names that start so, then all words', async () => {
    const { data, meta } = await search('name=aspen');
    expect(data.map((item) => [item.name, item.match?.kind])).toEqual([
      ['Aspen, LLC', 'exact'],
      ['Birch Co', 'former'],
      ['ASPEN PALMS INC', 'prefix'],
      ['ASPEN ROOFING INC', 'prefix'],
      ['Mighty Aspen Holdings LLC', 'words'],
    ]);
    expect(meta).toMatchObject({
      total: 5,
      totalCount: 5,
      offset: 0,
      limit: 10,
      hasMore: false,
      state: null,
      creditsUsed: 1,
    });
    expect(data[1]?.match).toMatchObject({ field: 'former_name', value: 'Aspen', kind: 'former' });
  });

  it('shows every key of an item, null where unknown', async () => {
    const { data } = await search('name=birch');
    expect(data[0]).toEqual({
      id: 'CO:4',
      name: 'Birch Co',
      state: 'CO',
      type: null,
      status: null,
      formedDate: null,
      registeredAgent: null,
      principalAddress: null,
      officerCount: 0,
      lastUpdated: expect.stringMatching(/Z$/),
      recordClass: 'registry_entity',
      subjectType: 'organization',
      jurisdictionLevel: 'state',
      sourceAgency: 'Colorado Secretary of State',
      match: {
        field: 'name',
        value: 'Birch Co',
        kind: 'exact',
        marks: [{ from: 0, to: 8 }],
        why: 'Its name is “birch”, apart from legal form and spelling.',
      },
    });
  });

  it('resolves every id it returns, with the same class and subject', async () => {
    for (const item of (await search('name=aspen&limit=50')).data) {
      const { status, data } = await service.get<EntityItem>(`/api/v1/entity/${encodeURIComponent(item.id)}`);
      expect([status, data.recordClass, data.subjectType]).toEqual([200, item.recordClass, item.subjectType]);
    }
  });

  it.each([
    ['name=d+%26+g', ['D & G Trading']],
    ['name=D+AND+G', ['D & G Trading']],
    ['name=j+p+invented', ['J.P. Invented & Co.']],
    ['name=night+owl', ['Blue Spruce Design LLC']],
    ['name=roofing+aspen', ['ASPEN ROOFING INC']],
    ['name=old+mill+co&exact=true', ['Old Mill Co, Dissolved May 1, 1999']],
    ['name=old+mill+co,+dissolved+may+1,+1999&exact=true', ['Old Mill Co, Dissolved May 1, 1999']],
    ['q=birch', ['Birch Co']],
    ['agent=aspen', ['D & G Trading']],
    ['officer=rivera', ['ASPEN PALMS INC']],
    ['officer=ana+rivera', ['ASPEN PALMS INC']],
    ['filing_number=AR-77', ['ASPEN PALMS INC']],
    ['filing_number=p1', ['ASPEN PALMS INC']],
    ['filing_number=AR', []],
    ['name=aspen+rivera&exact=true', []],
    ['filing_number=P-1', ['ASPEN PALMS INC']],
    ['name=Aspen+Limited+Liability+Company&exact=true', ['Aspen, LLC', 'Birch Co']],
    ['name=The+Aspen+L.L.C.&exact=true', ['Aspen, LLC', 'Birch Co']],
    ['name=Aspen+Inc.&exact=true', ['Birch Co']],
    ['agent=aspen+rivera', []],
    ['name=aspen&officer=rivera', ['ASPEN PALMS INC']],
    ['name=aspen&agent=rivera', []],
    ['name=aspen&exact=true', ['Aspen, LLC', 'Birch Co']],
    ['name=aspen&state=fl', ['ASPEN PALMS INC']],
    ['name=aspen&type=llc', ['Aspen, LLC', 'Mighty Aspen Holdings LLC']],
    ['name=aspen&status=inactive', ['ASPEN ROOFING INC']],
    ['name=aspen&status=active', ['Aspen, LLC', 'Birch Co', 'Mighty Aspen Holdings LLC']],
    ['name=aspen&formed_after=2020-12-31', ['ASPEN ROOFING INC', 'Mighty Aspen Holdings LLC']],
    ['name=aspen&formed_before=2020-12-31', ['Aspen, LLC', 'Mighty Aspen Holdings LLC']],
    ['name=aspen&recordClass=license', []],
    ['name=aspen&limit=1&offset=1', ['Birch Co']],
    ['name=aspen&offset=999999999', []],
  ])('finds by %s', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  it('corrects a misspelt word and says so', async () => {
    const { data, meta } = await search('name=blue+spurce+design');
    expect(data.map((item) => [item.name, item.match?.kind])).toEqual([['Blue Spruce Design LLC', 'typo']]);
    expect(meta.correctedQuery).toBe('blue spruce design');
  });

  it('applies a limit above 50 as 50 and reports it', async () => {
    expect((await search('name=aspen&limit=5000')).meta.limit).toBe(50);
  });

  it('names unknown parameters and ignores them', async () => {
    expect((await search('name=aspen&nmae=x')).meta.ignoredParameters).toEqual(['nmae']);
  });
});
