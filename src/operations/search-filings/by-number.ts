import type { FormedNumber } from '../../domain/numbers.js';
import { accessionKey } from '../../domain/sec/accession-key.js';
import { FILER_FACETS, FILING_FACETS } from '../../domain/sec/filing-facets.js';
import { type Filer, type FilingRow, SEC_FILERS } from '../../domain/sec/sec.js';
import { dayNumber } from '../../domain/time/dates.js';
import { type FacetCounts, pairOf } from '../../search/format/types.js';
import type { SearchIndex } from '../../search/index.js';
import type { Dependencies } from '../support/dependencies.js';
import { orWithoutLinks } from '../support/origin.js';
import type { Reading } from '../support/readings.js';
import { ACCESSION_TIERS, type FilingQuery, OWN_YEARS, toIndexQuery } from './query.js';
import type { FilingSearchRequest } from './request.js';

/** Filings of a filer on one day, at most; funds file hundreds. */
const MAX_OF_DAY = 10_000;

/**
 * Returns what a number finds that no text of the index has: a filing by its accession number, and the filings of the filer that is linked
 * to the company with the EIN or UEI. `undefined` for other numbers, and if there is no such filing or filer.
 */
export async function readingOfNumber(
  request: FilingSearchRequest,
  number: FormedNumber,
  index: SearchIndex,
  dependencies: Pick<Dependencies, 'catalog' | 'links'>,
): Promise<Reading<FilingQuery> | undefined> {
  if (number.scheme === 'accession')
    return await readingOfAccession(request, number.value, index, dependencies);
  const cik = await cikOf(number, dependencies);
  if (cik === undefined || (request.cik !== null && request.cik !== cik)) return undefined;
  const query: FilingQuery = { ...toIndexQuery({ ...request, cik }), text: null };
  return { query, answer: index.search(query) };
}

async function readingOfAccession(
  request: FilingSearchRequest,
  accession: string,
  index: SearchIndex,
  { catalog }: Pick<Dependencies, 'catalog'>,
): Promise<Reading<FilingQuery> | undefined> {
  const rows = await catalog.getFilings([accession]);
  const [row] = rows;
  if (row === undefined) return undefined;
  const day = dayNumber(row.filed);
  const query = toIndexQuery({ ...request, facets: [], cik: request.cik ?? row.cik });
  const ofDay: FilingQuery = {
    ...{ ...query, text: null, tiers: ACCESSION_TIERS, offset: 0, limit: MAX_OF_DAY },
    ranges: [...query.ranges, { column: 'filed', from: day, to: day }],
  };
  const answer = index.search(ofDay);
  const hits = answer.hits.filter(({ key }) => key === accessionKey(accession));
  const total = hits.length;
  const shown = total > request.offset && request.limit > 0 ? hits.map((hit) => ({ ...hit, tier: 0 })) : [];
  const sought = { text: accession, isLastPartial: false };
  const filers = await catalog.getFilers(rows.map(({ cik }) => cik));
  const counts = total === 0 ? answer.counts : countsOf(rows, filers);
  return { query: ofDay, answer: { ...answer, total, hits: shown, counts, sought } };
}

/** Facet -> each value that the one filing has. */
function countsOf(rows: readonly FilingRow[], filers: readonly Filer[]): FacetCounts {
  const once = (values: readonly string[]) => new Map(values.map((value) => [value, 1]));
  const forms = rows.map(({ form }) => FILING_FACETS.form.spelling(form));
  const years = [...new Set(rows.map(({ filed }) => filed.slice(0, 4)))];
  return new Map([
    ['form', once(forms)],
    ['sic', once(filers.flatMap(({ sic }) => sic ?? []))],
    [
      'state',
      once(filers.flatMap(({ place }) => (place === null ? [] : FILER_FACETS.state.spelling(place)))),
    ],
    ['year', once(years)],
    [OWN_YEARS, once(years)],
    ['yearForm', once(years.flatMap((year) => forms.map((form) => pairOf(year, form))))],
  ]);
}

/** The only filer that states the number; else the filer that is linked to the entity to which a record with the number is linked. */
async function cikOf(
  { scheme, value }: FormedNumber,
  { catalog, links }: Pick<Dependencies, 'catalog' | 'links'>,
): Promise<number | undefined> {
  if (scheme !== 'ein' && scheme !== 'uei' && scheme !== 'file-number') return undefined;
  const digits = scheme === 'file-number' ? value : value.replaceAll('-', '');
  const stored = scheme === 'file-number' ? 'sec_file' : scheme;
  const filers = (await catalog.recordsWithNumber({ scheme: stored, value: digits }, [], 2)).filter(
    ({ kind }) => kind === 'filer',
  );
  if (filers.length === 1) return Number(filers[0]?.key);
  const party = `${scheme}:${digits}`;
  return await orWithoutLinks(async () => {
    for (const { entity, attached } of await links.ofParty(party)) {
      const all = attached ? await links.ofEntity(entity) : [];
      const filer = all.find((link) => link.attached && link.dataset === SEC_FILERS);
      if (filer !== undefined) return Number(filer.party.slice('cik:'.length));
    }
    return undefined;
  }, undefined);
}
