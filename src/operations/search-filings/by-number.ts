import type { FormedNumber } from '../../domain/numbers.js';
import { accessionKey } from '../../domain/sec/accession-key.js';
import { FILER_FACETS, FILING_FACETS } from '../../domain/sec/filing-facets.js';
import { type Filer, type FilingRow, SEC_FILERS } from '../../domain/sec/sec.js';
import { dayNumber } from '../../domain/time/dates.js';
import { type FacetCounts, pairOf } from '../../search/format/types.js';
import type { SearchIndex } from '../../search/index.js';
import type { Dependencies } from '../support/dependencies.js';
import { holdersOf, type NumberDependencies } from '../support/number-holders.js';
import { orWithoutLinks } from '../support/origin.js';
import type { Reading } from '../support/readings.js';
import {
  ACCESSION_TIERS,
  CIK_TIER,
  type FilingQuery,
  type FilingTier,
  OWN_YEARS,
  toIndexQuery,
} from './query.js';
import type { FilingSearchRequest } from './request.js';

/** A registration of several filers has one file number. */
const MAX_FILERS = 50;
/** Filings of a filer on one day, at most; funds file hundreds. */
const MAX_OF_DAY = 10_000;

/**
 * Returns what a number finds that no text of the index has: a filing by its accession number, and the filings of all filers that state the
 * number or are linked to the company with it, newest first. `undefined` if there is no such filing or filer.
 */
export async function readingOfNumber(
  request: FilingSearchRequest,
  number: FormedNumber,
  index: SearchIndex,
  dependencies: NumberDependencies,
): Promise<Reading<FilingQuery> | undefined> {
  if (number.scheme === 'accession')
    return await readingOfAccession(request, number.value, index, dependencies);
  // The index has it.
  if (number.scheme === 'cik') return undefined;
  const tiers = (await filersOf(number, dependencies)).map(tierOfCik);
  if (tiers.length === 0) return undefined;
  const query: FilingQuery = {
    ...toIndexQuery(request),
    text: number.value,
    tiers,
    order: 'rank',
    guess: 'none',
  };
  const answer = index.search(query);
  // A filing is found by the number of its filer: nothing in it matches.
  const hits = answer.hits.map((hit) => ({ ...hit, tier: -1 }));
  return { query, answer: { ...answer, hits, tierOfGroup: () => undefined } };
}

function tierOfCik(cik: number): FilingTier {
  return { ...CIK_TIER, form: () => ({ text: String(cik) }) };
}

async function readingOfAccession(
  request: FilingSearchRequest,
  accession: string,
  index: SearchIndex,
  { catalog }: Pick<Dependencies, 'catalog'>,
): Promise<Reading<FilingQuery> | undefined> {
  const rows = await catalog.filings.get([accession]);
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
  const filers = await catalog.filings.getFilers(rows.map(({ cik }) => cik));
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

/** The CIKs of the filers that state the number, or else of those linked to an entity that has it. */
async function filersOf(number: FormedNumber, dependencies: NumberDependencies): Promise<readonly number[]> {
  const { parties, entities } = await holdersOf(number, dependencies);
  const stated = ciksIn(parties);
  if (stated.length > 0) return stated;
  const { links } = dependencies;
  return await orWithoutLinks(async () => {
    const linked = await Promise.all(parties.map((party) => links.ofParty(party)));
    const ids = linked.flat().flatMap(({ entity, attached }) => (attached ? entity : []));
    const all = await Promise.all([...new Set([...entities, ...ids])].map((id) => links.ofEntity(id)));
    return ciksIn(
      all.flat().flatMap(({ attached, dataset, party }) => (attached && dataset === SEC_FILERS ? party : [])),
    );
  }, []);
}

function ciksIn(parties: readonly string[]): readonly number[] {
  const ciks = parties.flatMap((party) => (party.startsWith('cik:') ? Number(party.slice(4)) : []));
  return [...new Set(ciks)].slice(0, MAX_FILERS);
}
