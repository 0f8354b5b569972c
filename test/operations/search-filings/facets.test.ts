import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FacetCountsShown, YearForms } from '../../../src/contract/facet-counts.js';
import type { FilingItem } from '../../../src/contract/records/filing.js';
import type { FilerFact, FilingFact } from '../../../src/domain/sec/sec.js';
import { startService, type TestService } from '../../support/service.js';

const PLACES = ['CA', 'NY', 'TX', undefined, 'X0'];
const SICS = ['3711', '6022', undefined];
const FORMS = ['4', '10-K', '10-K/A', '8-K', 'SCHEDULE 13D', 'SC 13D'];

const filers = Array.from({ length: 20 }, (_, at): FilerFact => {
  const [place, sic] = [PLACES[at % 5], SICS[at % 3]];
  return {
    kind: 'filer',
    cik: 100 + at,
    name: `${at % 2 === 0 ? 'Acme' : 'Zenith'} ${'abcdefghij'[at % 10]} Inc`,
    ...(place !== undefined && { place }),
    ...(sic !== undefined && { sic }),
  };
});

/** Every third filing has two filers. */
const filings = Array.from({ length: 150 }, (_, at) => {
  const year = 2015 + (at % 11);
  const accession = `0000000100-${String(year).slice(2)}-${String(at).padStart(6, '0')}`;
  const of = (cik: number): FilingFact => ({
    ...{ kind: 'filing', accession, cik, form: FORMS[at % 6] ?? '' },
    filed: `${year}-${['01-01', '06-15', '12-31'][at % 3]}`,
  });
  return at % 3 === 0 ? [of(100 + (at % 20)), of(100 + ((7 * at + 3) % 20))] : [of(100 + (at % 20))];
}).flat();

let service: TestService;
beforeAll(async () => {
  service = await startService({ sec: { us_sec_submissions: [...filers, ...filings] } });
});
afterAll(() => service.close());

interface Meta {
  readonly totalCount: number;
  readonly facets: Readonly<Record<string, FacetCountsShown>>;
}

const search = async (query: string) => {
  const { data, meta } = await service.get<FilingItem[]>(`/api/v1/sec/search?${query}`);
  return { data, meta: meta as unknown as Meta };
};

const PARAMETER = { form: 'forms', year: 'year', state: 'state', sic: 'sic' } as const;
const VALUES = {
  form: ['4', '10-K', '10-K/A', '8-K', 'SC 13D'],
  year: Array.from({ length: 14 }, (_, at) => String(2013 + at)),
  state: ['CA', 'NY', 'TX', 'X0'],
  sic: ['3711', '6022'],
} as const;

/** Each count is the number of filings of the search that asks for its value alone; a root form finds its amendments, too. */
async function countsBySearches(query: string, facet: keyof typeof PARAMETER) {
  const counts = new Map<string, number>();
  for (const value of VALUES[facet]) {
    const params = new URLSearchParams(query);
    params.set(PARAMETER[facet], value);
    const { meta } = await search(params.toString());
    if (meta.totalCount > 0) counts.set(value, meta.totalCount);
  }
  const amended = counts.get('10-K/A');
  if (facet === 'form' && amended !== undefined) counts.set('10-K', (counts.get('10-K') ?? 0) - amended);
  return new Map([...counts].filter(([, count]) => count > 0));
}

describe('GET /api/v1/sec/search?facets=', () => {
  it.each([
    'q=acme',
    'q=inc',
    'q=inc&forms=4',
    'q=inc&forms=10-K,8-K&state=CA',
    'q=zenith&year=2018',
    'q=acme&year=2018&start_date=2018-06-01',
    'q=inc&sic=3711&state=NY&forms=10-K',
    'sic=6022',
    'q=inc&end_date=2017-06-15&sort=date',
    'cik=100',
    'q=nobody at all',
  ])('%s: each count is the total of the search that asks for its value', async (query) => {
    const { meta } = await search(`${query}&facets=form,year,state,sic`);
    for (const facet of ['form', 'year', 'state', 'sic'] as const) {
      // Without q and cik an industry must be asked for.
      if (facet === 'sic' && query.startsWith('sic=')) continue;
      const { values = [], other } = meta.facets[facet] ?? {};
      const counted = new Map(values.map(({ value, count }) => [value, count]));
      expect(counted, facet).toEqual(await countsBySearches(query, facet));
      expect(other).toBe(0);
    }
  });

  it.each(['q=inc', 'q=acme&year=2018', 'q=inc&forms=10-K,8-K&state=CA', 'q=nobody at all'])(
    '%s: counts the filings of each year by form',
    async (query) => {
      const { meta } = await search(`${query}&facets=yearForm`);
      const { forms, years } = meta.facets.yearForm as unknown as YearForms;
      const totalOf = async (more: string) => (await search(`${query}&${more}`)).meta.totalCount;
      let sum = 0;
      for (const { year, count, forms: own, other } of years) {
        const dates = `start_date=${year}-01-01&end_date=${year}-12-31`;
        expect(count).toBe(await totalOf(dates));
        for (const [at, form] of forms.entries()) {
          if (query.includes('forms=') || form === '10-K') continue;
          expect(own[at]).toBe(await totalOf(`${dates}&forms=${encodeURIComponent(form)}`));
        }
        expect(own.reduce((all, one) => all + one, other)).toBe(count);
        sum += count;
      }
      expect(sum).toBe(meta.totalCount);
      expect(years.map(({ year }) => year)).toEqual(
        years
          .map(({ year }) => year)
          .sort()
          .reverse(),
      );
    },
  );

  it('counts the alternatives to a chosen industry where nothing else is asked', async () => {
    const { meta } = await search('sic=6022&facets=sic');
    const chosen = (await search('sic=6022')).meta.totalCount;
    const other = (await search('sic=3711')).meta.totalCount;
    const expected = new Map([
      ['6022', chosen],
      ['3711', other],
    ]);
    expect(new Map(meta.facets.sic?.values.map(({ value, count }) => [value, count]))).toEqual(expected);
  });

  it('lists years from the newest, other values by their counts', async () => {
    const { meta } = await search('q=inc&facets=year,form');
    const years = meta.facets.year?.values.map(({ value }) => value) ?? [];
    expect(years).toEqual([...years].sort().reverse());
    const counts = meta.facets.form?.values.map(({ count }) => count) ?? [];
    expect(counts).toEqual([...counts].sort((one, other) => other - one));
  });

  it('shows a filing of several filers with one of the state that was asked for', async () => {
    const { data, meta } = await search('q=inc&state=ny&limit=100');
    expect(meta.totalCount).toBeGreaterThan(20);
    const filersOf = (accession: string) =>
      filings.filter((one) => one.accession === accession).map(({ cik }) => cik);
    for (const { accessionNumber } of data) {
      const places = filersOf(accessionNumber).map((cik) => filers.find((one) => one.cik === cik)?.place);
      expect(places).toContain('NY');
    }
  });

  it.each([
    ['facets=company', 'facets'],
    ['year=24', 'year'],
    ['year=3024', 'year'],
    ['state=Columbia', 'state'],
  ])('refuses %s', async (query, parameter) => {
    const { status, body } = await service.get(`/api/v1/sec/search?q=acme&${query}`);
    expect(status).toBe(400);
    expect((body.errors as { parameter: string }[]).map((one) => one.parameter)).toEqual([parameter]);
  });
});
