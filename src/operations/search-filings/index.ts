import Type from 'typebox';
import {
  type FacetCountsShown,
  FILING_FACET_NAMES,
  facetsMeta as facetsIn,
  MAX_FORMS,
  type YearForms,
} from '../../contract/facet-counts.js';
import { type FilingMatch, FoundFilingSchema } from '../../contract/filing-search.js';
import { NumberMeta, PageMeta, type SimilarName } from '../../contract/paging.js';
import { cikDigits } from '../../domain/identifiers.js';
import { type FormedNumber, formedNumber } from '../../domain/numbers.js';
import { accessionOf } from '../../domain/sec/accession-key.js';
import { eightKItemTexts } from '../../domain/sec/eight-k-items.js';
import { paddedCik } from '../../domain/sec/filer-display.js';
import type { Filer, FilingRow } from '../../domain/sec/sec.js';
import { type FacetCounts, type IndexAnswer, pairOf } from '../../search/format/types.js';
import { parseQuery, type SearchIndex } from '../../search/index.js';
import type { PriceItem } from '../../store/store.js';
import { countsShown } from '../query/query.js';
import { type Answer, defineOperation } from '../support/declare.js';
import type { Dependencies } from '../support/dependencies.js';
import { matchingText } from '../support/matching-text.js';
import { collectionName, loadedAmong } from '../support/origin.js';
import { differenceOf, firstReading, guessMeta, type Reading } from '../support/readings.js';
import { explained } from '../support/reason.js';
import { readingOfNumber } from './by-number.js';
import { itemText } from './item-text.js';
import { CIK_TIERS, type FilingQuery, type FilingTier, filingReadings, OWN_YEARS } from './query.js';
import { FilingSearchQuery, type FilingSearchRequest, parseFilingSearch } from './request.js';
import { type FilingRows, type ShownFiling, shownOf } from './shown.js';

const PRICE: readonly PriceItem[] = [{ item: 'filings_search', credits: 2 }];

export function searchFilings(dependencies: Dependencies) {
  return defineOperation({
    id: 'searchFilings',
    method: 'GET',
    path: '/api/v1/sec/search',
    summary: 'Search SEC filings',
    description:
      'Returns one result per filing (accession number), with an exact total. `q` may combine a company and a topic (`tesla departure of directors`). If no filer has the name, there are no results, and `meta.suggestions` lists similar names. Costs 2 credits. Industry code, location and state of incorporation are the filer’s current ones.',
    scope: 'read',
    example: { query: { q: 'tesla', forms: '10-K', limit: '2' } },
    params: Type.Object({}),
    query: FilingSearchQuery.schema,
    data: Type.Array(FoundFilingSchema),
    meta: Type.Object({ ...PageMeta, ...NumberMeta, ...facetsIn(FILING_FACET_NAMES) }),
    parse: ({ query }) => parseFilingSearch(query),
    price: () => PRICE,
    run: (request) => run(request, dependencies),
  });
}

async function run(request: FilingSearchRequest, dependencies: Dependencies): Promise<Answer> {
  const { catalog, indexes, sample } = dependencies;
  const index = indexes()?.filings;
  const number = request.written === null ? undefined : formedNumber(request.written);
  const byNumber = index && number && (await readingOfNumber(request, number, index, dependencies));
  const reading = byNumber ?? (index && firstReading(filingReadings(request), index));
  const found = reading && withIndustryRemoved(reading);
  const { answer } = found ?? {};
  const json = found ? await hydrate(request, found, catalog) : '[]';
  const totalCount = answer?.total ?? 0;
  const searched = await loadedAmong(dependencies, ({ kind }) => kind === 'sec');
  const near = index && found && totalCount === 0 ? await suggestedFilers(index, found.query, catalog) : [];
  return {
    data: { json },
    meta: {
      totalCount,
      offset: request.offset,
      limit: request.limit,
      hasMore: request.offset + (answer?.hits.length ?? 0) < totalCount,
      source: collectionName('SEC EDGAR', searched),
      searched,
      ...guessMeta(answer, request.exchange, found?.query.place?.written),
      ...numberMeta(request, number, found),
      ...(near.length > 0 && { suggestions: near }),
      ...facetsMeta(request, answer?.counts, index),
      ...(sample && { sample }),
    },
  };
}

/** A number of digits alone is a CIK if a filer has it. */
function numberMeta(
  { written }: FilingSearchRequest,
  number: FormedNumber | undefined,
  found: Reading<FilingQuery> | undefined,
) {
  const cik =
    written !== null && found?.query.tiers === CIK_TIERS && found.answer.total > 0
      ? cikDigits(written)
      : undefined;
  const recognized =
    number ?? (cik === undefined ? undefined : { scheme: 'cik', value: paddedCik(Number(cik)) });
  return recognized === undefined ? {} : { number: recognized };
}

/** Reports the word that names the industry as left out. */
function withIndustryRemoved({ query, answer }: Reading<FilingQuery>): Reading<FilingQuery> {
  if (query.industry === undefined) return { query, answer };
  return { query, answer: { ...answer, removed: [...answer.removed, query.industry] } };
}

/** The page as JSON text. */
async function hydrate(
  request: FilingSearchRequest,
  { query, answer }: Reading<FilingQuery>,
  catalog: Dependencies['catalog'],
): Promise<string> {
  const tierOf = new Map(answer.hits.map(({ key, tier }) => [accessionOf(key), tier]));
  const rows = await catalog.filings.get([...tierOf.keys()]);
  const filers = await catalog.filings.getFilers([...new Set(rows.map((row) => row.cik))]);
  const filerOf = new Map<number, Filer>(filers.map((filer) => [filer.cik, filer]));
  const tierOfFiler = remembered(answer.tierOfGroup);
  const { cik, sic, state, forms } = request;
  const shownFor = { cik, sic, state, forms, tierOfFiler };
  const { sought, corrected, removed } = answer;
  const read = { sought, corrected, removed, place: query.place?.written };
  const matches = new Map<string, string>();
  let items = '';
  for (const own of byAccession(rows)) {
    const shown = shownOf(own, filerOf, shownFor);
    const { cik, accession, name } = shown.row;
    const number = tierOfFiler(cik) ?? tierOf.get(accession) ?? -1;
    const tier = query.tiers[number];
    const filer = filerOf.get(cik);
    if (items !== '') items += ',';
    if (tier === undefined) {
      items += itemText(shown, filer, 'null');
      continue;
    }
    const isOfFiler = tier.field !== 'item' && tier.field !== 'description';
    const key = isOfFiler ? `${cik} ${number} ${name}` : accession;
    const match = matches.get(key) ?? JSON.stringify(matchOf(tier, read, shown, filer));
    matches.set(key, match);
    items += itemText(shown, filer, match);
  }
  return `[${items}]`;
}

const MAX_SUGGESTIONS = 5;
/** A filer has many filings: so many are read to find five filers. */
const READ_FOR_SUGGESTIONS = 50;

/** The filers with the names nearest to a text that no name matches. */
async function suggestedFilers(
  index: SearchIndex,
  { counted: _counted, ...query }: FilingQuery,
  catalog: Dependencies['catalog'],
): Promise<readonly SimilarName[]> {
  if (query.text === null || query.guess === 'none') return [];
  const near = index.search({ ...query, guess: 'any', offset: 0, limit: READ_FOR_SUGGESTIONS });
  const rows = await catalog.filings.get(near.hits.map(({ key }) => accessionOf(key)));
  const named = rows.filter(({ cik }) => near.tierOfGroup(cik) !== undefined);
  const ciks = [...new Set(named.map(({ cik }) => cik))].slice(0, MAX_SUGGESTIONS);
  const filers = await catalog.filings.getFilers(ciks);
  const topic = near.removed.join(' ');
  // Each name with a topic before or behind it has been looked up.
  const isTopic = topic !== '' && near.corrected === null && isAtEnd(topic, query.text);
  return filers.map(({ cik, name }) => {
    const tier = query.tiers[near.tierOfGroup(cik) ?? -1];
    return isTopic && tier?.whole === true
      ? { id: paddedCik(cik), name, why: `None of its filings matches “${topic}”.`, topic }
      : { id: paddedCik(cik), name, why: differenceOf(near) };
  });
}

function isAtEnd(words: string, text: string): boolean {
  return text.startsWith(`${words} `) || text.endsWith(` ${words}`);
}

/** A company's filings come together: its tier is asked for again and again. */
function remembered(tierOf: IndexAnswer['tierOfGroup']): IndexAnswer['tierOfGroup'] {
  const tiers = new Map<number, number | undefined>();
  return (cik) => {
    if (!tiers.has(cik)) tiers.set(cik, tierOf(cik));
    return tiers.get(cik);
  };
}

/** The member `facets` of the meta, if any are asked for. */
function facetsMeta(
  { facets }: FilingSearchRequest,
  counts: FacetCounts | undefined,
  index: Pick<SearchIndex, 'shown'> | undefined,
): { readonly facets?: Readonly<Record<string, FacetCountsShown | YearForms>> } {
  if (facets.length === 0) return {};
  const shownAs = (facet: string, value: string) => index?.shown(facet, value) ?? value;
  const shown = facets.map((name) => {
    if (name === 'yearForm') return [name, yearForms(counts, (form) => shownAs('form', form))];
    const byName = [...(counts?.get(name) ?? [])].map(
      ([value, count]) => [shownAs(name, value), count] as const,
    );
    return [name, countsShown(new Map(byName), name === 'year' ? 'last' : 'most')];
  });
  return { facets: Object.fromEntries(shown) };
}

function yearForms(counts: FacetCounts | undefined, shownAs: (form: string) => string): YearForms {
  const pairs = counts?.get('yearForm') ?? new Map<string, number>();
  const sums = new Map<string, number>();
  const ofYear = new Map<string, number>();
  for (const [pair, count] of pairs) {
    const [year = '', form = ''] = pair.split('\n');
    sums.set(form, (sums.get(form) ?? 0) + count);
    ofYear.set(year, (ofYear.get(year) ?? 0) + count);
  }
  const forms = countsShown(sums)
    .values.slice(0, MAX_FORMS)
    .map(({ value }) => value);
  const years = countsShown(counts?.get(OWN_YEARS) ?? new Map(), 'last').values;
  return {
    forms: forms.map(shownAs),
    years: years.map(({ value: year, count }) => {
      const own = forms.map((form) => pairs.get(pairOf(year, form)) ?? 0);
      return { year, count, forms: own, other: own.reduce((left, one) => left - one, ofYear.get(year) ?? 0) };
    }),
  };
}

type Read = Pick<IndexAnswer, 'sought' | 'corrected' | 'removed'> & { readonly place?: string | undefined };

/** Why the filing was found: the text of its filer, or of the filing, that matches in the tier. */
function matchOf(tier: FilingTier, read: Read, shown: ShownFiling, filer: Filer | undefined): FilingMatch {
  const { sought, corrected, removed } = read;
  const parsed = { ...parseQuery(sought.text), isLastPartial: sought.isLastPartial };
  const found = matchingText(tier, parsed, (lexicon) => textsIn(lexicon, shown, filer));
  const field = found?.lexicon.startsWith('former') ? 'former_name' : tier.field;
  const kind = corrected !== null ? 'typo' : removed.length > 0 ? 'words' : tier.kind;
  // Texts that mean a well-known company are no names of its filings.
  const value =
    tier.field === 'accession'
      ? shown.row.accession
      : (found?.value ?? (tier.field === 'name' ? filer?.name : undefined) ?? sought.text);
  return explained({ field, value, kind }, tier.kind, read);
}

function textsIn(
  lexicon: string,
  { row, form, description, items }: ShownFiling,
  filer: Filer | undefined,
): readonly string[] {
  const asFiled = row.name === null ? [] : [row.name];
  switch (lexicon) {
    case 'former':
    case 'formerKey':
      return [...(filer?.formerNames.map(({ name }) => name) ?? []), ...asFiled];
    case 'ticker':
      return filer?.tickers ?? [];
    case 'cik':
      return [String(row.cik)];
    case 'accession':
      return [row.accession];
    case 'item':
      return items;
    case 'itemTitle':
      return items.flatMap(eightKItemTexts);
    case 'description':
      return [`${form} ${description ?? ''}`.trim()];
    default:
      return [...(filer === undefined ? [] : [filer.name]), ...asFiled];
  }
}

/** The rows of one accession stand together. */
export function byAccession(rows: readonly FilingRow[]): FilingRows[] {
  const filings: [FilingRow, ...FilingRow[]][] = [];
  for (const row of rows) {
    const last = filings.at(-1);
    if (last?.[0].accession === row.accession) last.push(row);
    else filings.push([row]);
  }
  return filings;
}
