import { FILING_FACET_NAMES } from '../../contract/facet-counts.js';
import { isNumber } from '../../domain/numbers.js';
import { stateCode } from '../../domain/places/place-codes.js';
import { tickerAlone, withoutExchange } from '../../domain/sec/exchange-ticker.js';
import type { FilingFacet } from '../../domain/sec/filing-facets.js';
import { formsMeant } from '../../domain/sec/forms.js';
import type { IndexQuery } from '../../search/format/types.js';
import {
  choice,
  date,
  defineQuery,
  type Faults,
  facets,
  flag,
  limit,
  needsOne,
  offset,
  ordered,
  quoted,
  type Rule,
  readAs,
  readCik,
  readForm,
  readYear,
  saying,
  text,
  type ValuesOf,
  values,
  withDefault,
  words,
} from '../query/query.js';
import { guessOf, isTicker, wordsField } from '../support/readings.js';

const cik = text('CIK, with or without leading zeros; `CIK0000320193` also works.', '320193');
const sic = text('Industry classification code, 4 digits (3 digits are padded).', '3711');

/** Said once for searches and exports. */
const filters = {
  q: words(
    'Company name, former name, ticker (`T`, `NYSE:T`), number or keyword. A number is recognized by its form: accession number, CIK, ' +
      'EIN or UEI of a company; `meta.number` says which. Keywords are looked for in the form, the description of the main ' +
      'document and the items of an 8-K, by number (`1.03`) or by the SEC’s title (`bankruptcy`).',
    'tesla',
    tickerAlone,
  ),
  company: words(
    'Company name, former name, ticker or CIK. Limits results to its filings.',
    'tesla',
    tickerAlone,
  ),
  about: words(
    'Topic: a form (`10-K`, `annual report`), an 8-K item by number or title, or words of the description of the main document.',
    'departure of directors',
  ),
  exact: flag('`true`: matches only the whole name, former name or ticker, with or without legal form.'),
  cik: readAs(cik, readCik),
  sic: readAs(sic, readSic),
  forms: values(
    'Form types; may repeat. A root form includes its amendments. SC 13D equals SCHEDULE 13D, and 10K equals 10-K.',
    ['10-K', '8-K'],
    readForm,
  ),
  start_date: date('Filed on or after this date, YYYY-MM-DD.', '2024-01-01'),
  end_date: date('Filed on or before this date, YYYY-MM-DD.', '2024-12-31'),
  year: readAs(text('Year of filing, 1900 to 2099; narrows the dates further.', '2024'), readYear),
  state: readAs(
    text(
      'State (code or name) or country code of a filer’s business address, as `businessState` shows it.',
      'CA',
    ),
    readPlace,
  ),
};

const fields = {
  ...filters,
  q: saying(filters.q, 'At least one of q, company, about, cik, sic is required.'),
  words: wordsField(),
  sort: withDefault(
    choice(
      '`relevance`: best match first, newest filings first; `date`: newest first over all filers. Filings of one day are sorted by descending accession number.',
      ['relevance', 'date'],
      'relevance',
    ),
    'relevance',
  ),
  facets: facets(FILING_FACET_NAMES),
  limit: limit({ max: 100, fallback: 25 }),
  offset: offset(),
};

/** `q` is read as a company and a topic by itself. */
const oneName: Rule<unknown> = (_values, faults, isGiven) => {
  if (!isGiven('q')) return;
  for (const name of ['company', 'about'].filter(isGiven)) faults.add(name, 'cannot be combined with q.');
};

export const FilingSearchQuery = defineQuery(
  fields,
  ordered('start_date', 'end_date'),
  needsOne('q', 'company', 'about', 'cik', 'sic'),
  oneName,
);

/** The filters of the search, none of them needed, and no page: what an export takes. */
export const FilingFilterQuery = defineQuery(filters, ordered('start_date', 'end_date'), oneName);

export interface FilingSearchRequest
  extends Pick<
    ValuesOf<typeof fields>,
    'cik' | 'sic' | 'state' | 'year' | 'facets' | 'sort' | 'limit' | 'offset'
  > {
  /** `q`, normalised; null if it was not given. */
  readonly text: string | null;
  readonly company: string | null;
  /** `q` or `company` as the client wrote it, if it is a number by its form. */
  readonly written: string | null;
  readonly about: string | null;
  readonly exact: boolean;
  /** `q` or `company` is written like a ticker. */
  readonly isTicker: boolean;
  readonly guess: NonNullable<IndexQuery['guess']>;
  /** Words of an exchange that `q` names and `text` leaves out. */
  readonly exchange: readonly string[];
  /** The forms that are meant, amendments included; none where any will do. */
  readonly forms: ReadonlySet<string>;
  /** The values that pass; none if all do. */
  readonly filters: Readonly<Record<FilingFacet, readonly string[]>>;
  readonly from: string | null;
  readonly to: string | null;
}

/** Throws 400 with every fault at once. */
export function parseFilingSearch(query: {
  readonly q?: string;
  readonly company?: string;
}): FilingSearchRequest {
  const values = FilingSearchQuery.read(query);
  const { facets, sort, limit, offset, words } = values;
  const { text, removed } = withoutExchange(query.q ?? query.company ?? '');
  return {
    ...requestOf(values),
    written: isNumber(text) ? text.trim() : null,
    isTicker: isTicker(text),
    guess: isNumber(text) ? 'none' : guessOf(words, text),
    exchange: removed,
    facets,
    sort,
    limit,
    offset,
  };
}

/** Throws 400 with every fault at once. The whole, not a page of it; a text that nothing meets stays as it is. */
export function parseFilingFilter(query: {
  readonly q?: string;
  readonly company?: string;
}): FilingSearchRequest {
  const values = FilingFilterQuery.read(query);
  return {
    ...requestOf(values),
    written: null,
    isTicker: isTicker(tickerAlone(query.q ?? query.company ?? '')),
    guess: 'none',
    exchange: [],
    facets: [],
    sort: 'date',
    limit: 0,
    offset: 0,
  };
}

function requestOf({
  q,
  company,
  about,
  exact,
  cik,
  sic,
  year,
  state,
  start_date,
  end_date,
  forms: given,
}: ValuesOf<typeof filters>) {
  const forms = new Set((given ?? []).flatMap(formsMeant));
  const facets = { form: [...forms], sic: sic === null ? [] : [sic], state: state === null ? [] : [state] };
  const filters = { filters: facets, from: start_date, to: end_date };
  return { text: q, company, about, exact, cik, sic, state, year, forms, ...filters };
}

function readSic(given: string, faults: Faults, name: string): string | null {
  if (/^\d{3,4}$/.test(given)) return given.padStart(4, '0');
  return faults.add(name, `must be 4 digits; got ${quoted(given)}.`);
}

function readPlace(given: string, faults: Faults, name: string): string | null {
  if (/^[A-Za-z\d]{2,3}$/.test(given)) return given.toUpperCase();
  const state = stateCode(given);
  if (state !== undefined) return state;
  return faults.add(
    name,
    `must be the name of a state or a code of 2 or 3 letters and digits, such as CA; got ${quoted(given)}.`,
  );
}
