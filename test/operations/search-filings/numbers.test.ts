import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FoundFiling } from '../../../src/contract/filing-search.js';
import { SEC_FILERS, type SecFact } from '../../../src/domain/sec/sec.js';
import { startService, type TestService } from '../../support/service.js';

const filing = (cik: number, accession: string, form: string, filed: string): SecFact => ({
  ...{ kind: 'filing', accession, cik, form, filed },
});
const OWN = '0000320193-24-000123';

let service: TestService;
beforeAll(async () => {
  service = await startService({
    entities: { us_irs_eo_bmf: [{ key: '123456789', name: 'HERON WORKS', state: 'CO' }] },
    datasets: {
      us_sam_registrations: [
        {
          ...{ key: 'ZQGGHJH74DW7', document: {} },
          parties: [
            {
              ...{ key: 'uei:ZQGGHJH74DW7', names: [{ text: 'HERON WORKS', kind: 'current' }] },
              identifiers: [{ scheme: 'cage', value: '5UTE1' }],
            },
          ],
        },
      ],
    },
    sec: {
      us_sec_submissions: [
        {
          kind: 'filer',
          cik: 320193,
          name: 'HERON WORKS HOLDINGS',
          sic: '3711',
          place: 'CA',
          fileNumbers: ['001-36744', '333-00007'],
        },
        { kind: 'filer', cik: 217, name: 'QUARRY CO', fileNumbers: ['333-00007'] },
        { kind: 'filer', cik: 900, name: 'LOCAL 217 TRUST' },
        filing(320193, OWN, '10-K', '2024-11-01'),
        filing(320193, '0000320193-24-000124', '4', '2024-11-01'),
        filing(320193, '0000320193-23-000001', '8-K', '2023-01-02'),
        filing(217, '0000000217-20-000001', '10-K', '2020-01-01'),
        filing(900, '0000000900-20-000001', '10-K', '2020-01-01'),
      ],
    },
  });
  const entity = (await service.get<{ id: string }[]>('/api/v1/search?name=heron+works')).data[0]?.id ?? '';
  const { links } = service.app.store;
  const confirmed = { verdict: 'confirmed', note: '', at: 1 } as const;
  await links.correct({ ...confirmed, dataset: SEC_FILERS, entity, party: 'cik:320193' });
  await links.correct({ ...confirmed, dataset: 'us_irs_form_990', entity, party: 'ein:123456789' });
  await links.correct({ ...confirmed, dataset: 'us_sam_registrations', entity, party: 'uei:ZQGGHJH74DW7' });
});
afterAll(() => service.close());

const search = (query: string) => service.get<FoundFiling[]>(`/api/v1/sec/search?${query}`);
const found = async (query: string) => {
  const { data, meta } = await search(query);
  expect(meta.totalCount).toBe(data.length);
  return [data.map(({ accessionNumber }) => accessionNumber), meta.number];
};

test.each([OWN, OWN.replaceAll('-', '')])('%s is one filing', async (text) => {
  const { data, meta } = await search(`q=${text}&facets=form,year,state,sic`);
  expect(data).toMatchObject([
    {
      accessionNumber: OWN,
      match: { field: 'accession', value: OWN, kind: 'exact', why: expect.any(String) },
    },
  ]);
  expect(meta).toMatchObject({
    ...{ totalCount: 1, hasMore: false, creditsUsed: 2, number: { scheme: 'accession', value: OWN } },
    facets: {
      form: { values: [{ value: '10-K', count: 1 }] },
      year: { values: [{ value: '2024', count: 1 }] },
      state: { values: [{ value: 'CA', count: 1 }] },
      sic: { values: [{ value: '3711', count: 1 }] },
    },
  });
});

test('the filters hold for it, too', async () => {
  const number = { scheme: 'accession', value: OWN };
  for (const filter of [
    'forms=10-K',
    'cik=320193',
    'sic=3711',
    'state=CA',
    'year=2024',
    'start_date=2024-11-01',
  ])
    expect(await found(`q=${OWN}&${filter}`)).toEqual([[OWN], number]);
  for (const filter of [
    'forms=4',
    'cik=217',
    'sic=3712',
    'state=CO',
    'year=2023',
    'end_date=2024-10-31',
    'offset=1',
  ])
    expect((await search(`q=${OWN}&${filter}`)).data).toEqual([]);
});

test('a CIK, with or without zeros, finds the filings of its filer', async () => {
  const own = [OWN, '0000320193-24-000124', '0000320193-23-000001'].sort();
  for (const text of ['320193', '0000320193', 'CIK320193']) {
    const [filings, number] = await found(`q=${text}`);
    expect([[...(filings as string[])].sort(), number]).toEqual([
      own,
      { scheme: 'cik', value: '0000320193' },
    ]);
  }
});

test('a number that is a word of a name is that', async () => {
  expect(await found('q=217')).toEqual([['0000000900-20-000001'], undefined]);
});

test('an EIN finds the filings of the filer that is linked to its record', async () => {
  const [filings, number] = await found('q=12-3456789');
  expect([(filings as string[]).length, number]).toEqual([3, { scheme: 'ein', value: '12-3456789' }]);
});

test('a file number finds the filings of its filer', async () => {
  const [filings, number] = await found('q=001-36744');
  expect([(filings as string[]).length, number]).toEqual([3, { scheme: 'file-number', value: '001-36744' }]);
  const { data } = await service.get<{ name: string }[]>('/api/v1/search?name=001-36744');
  expect(data).toMatchObject([{ name: 'HERON WORKS' }]);
});

test('a file number of several filers finds the filings of all, newest first', async () => {
  const [filings, number] = await found('q=333-00007');
  expect(number).toEqual({ scheme: 'file-number', value: '333-00007' });
  expect((filings as string[]).at(-1)).toBe('0000000217-20-000001');
  expect(filings).toHaveLength(4);
  expect(await found('q=333-00007&cik=217')).toEqual([['0000000217-20-000001'], number]);
});

test('a CAGE code finds the filings of the filer that is linked to its record', async () => {
  const [filings, number] = await found('q=CAGE+5UTE1');
  expect([(filings as string[]).length, number]).toEqual([3, { scheme: 'cage', value: '5UTE1' }]);
});

test.each([
  ['0000320193-24-000999', 'accession'],
  ['98-7654321', 'ein'],
  ['001-36743', 'file-number'],
  ['0000320194', 'cik'],
  ['UE9QJD4KK1L6', 'uei'],
  ['HWUPKR0MPOU8FGXBT394', 'lei'],
])('%s, which nothing has, is named and finds nothing', async (text, scheme) => {
  const { data, meta } = await search(`q=${text}`);
  expect(data).toEqual([]);
  expect(meta).toMatchObject({ totalCount: 0, number: { scheme, value: text } });
  for (const name of ['correctedQuery', 'removedWords', 'suggestions']) expect(meta).not.toHaveProperty(name);
});
