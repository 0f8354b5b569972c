import Type, { type Static } from 'typebox';
import { formsMeant } from '../../domain/forms.js';
import { mayGuess } from '../guess-meta.js';
import {
  choiceParameter,
  dateParameter,
  integerParameter,
  listParameter,
  textParameter as text,
} from '../parameter.js';
import { asList, Parameters, quoted } from '../parameters.js';

const DEFAULT_LIMIT = 25;
const MAX_LIMIT = 100;

export const FilingSearchQuery = Type.Object({
  q: text(
    'Company name, former name, ticker or keyword. Keywords are looked for in the form, the description of the main ' +
      'document and the items of an 8-K, by number (`1.03`) or by the SEC’s title (`bankruptcy`). One of q, cik, sic is needed.',
    'tesla',
  ),
  cik: text('Filer key, with or without leading zeros; `CIK0000320193` is read, too.', '320193'),
  sic: text('Industry classification code, 4 digits (3 are padded).', '3711'),
  forms: listParameter(
    'Form types; may repeat. A root form includes its amendments; SC 13D and SCHEDULE 13D are one, 10K is 10-K.',
    ['10-K', '8-K'],
  ),
  start_date: dateParameter('Filed on or after this date, YYYY-MM-DD.', '2024-01-01'),
  end_date: dateParameter('Filed on or before this date, YYYY-MM-DD.', '2024-12-31'),
  sort: choiceParameter(
    '`relevance`: the asked-for company first, its filings newest first; `date`: newest first of all filers. ' +
      'Filings of one day come by descending accession number.',
    ['relevance', 'date'],
    'relevance',
  ),
  limit: integerParameter('Results per page, 1 to 100; more is applied as 100.', {
    least: 1,
    otherwise: DEFAULT_LIMIT,
  }),
  offset: integerParameter('Results to skip; any depth.', { least: 0, otherwise: 0 }),
});

export interface FilingSearchRequest {
  /** Normalised; null where `q` was not given. */
  readonly text: string | null;
  /** False where `q` looks like a ticker. */
  readonly mayGuess: boolean;
  readonly cik: number | null;
  readonly sic: string | null;
  /** The forms that are meant, amendments included; none where any will do. */
  readonly forms: ReadonlySet<string>;
  readonly from: string | null;
  readonly to: string | null;
  readonly sort: 'relevance' | 'date';
  readonly limit: number;
  readonly offset: number;
}

/** Throws 400 with every fault at once. */
export function parseFilingSearch(query: Static<typeof FilingSearchQuery>): FilingSearchRequest {
  const parameters = new Parameters();
  const from = parameters.date('start_date', query.start_date);
  const to = parameters.date('end_date', query.end_date);
  parameters.order('start_date', from, 'end_date', to);
  const request = {
    text: parameters.words('q', query.q) ?? null,
    mayGuess: mayGuess(query.q ?? ''),
    cik: readCik(parameters, query.cik) ?? null,
    sic: readSic(parameters, query.sic) ?? null,
    forms: readForms(asList(query.forms)),
    from: from ?? null,
    to: to ?? null,
    sort: parameters.oneOf('sort', query.sort, ['relevance', 'date']) ?? 'relevance',
    limit: Math.min(
      parameters.integer('limit', query.limit, { least: 1, otherwise: DEFAULT_LIMIT }),
      MAX_LIMIT,
    ),
    offset: parameters.integer('offset', query.offset, { least: 0, otherwise: 0 }),
  } as const;
  parameters.requireOne(query, ['q', 'cik', 'sic']);
  parameters.check();
  return request;
}

function readCik(parameters: Parameters, value: string | undefined): number | undefined {
  const given = parameters.text(value);
  const digits = given?.replace(/^CIK[\s:#-]*/i, '').replace(/-/g, '');
  if (digits === undefined || /^\d{1,10}$/.test(digits))
    return digits === undefined ? undefined : Number(digits);
  return parameters.fault('cik', `must be 1 to 10 digits; got ${quoted(given ?? '')}.`);
}

function readSic(parameters: Parameters, value: string | undefined): string | undefined {
  const given = parameters.text(value);
  if (given === undefined || /^\d{3,4}$/.test(given)) return given?.padStart(4, '0');
  return parameters.fault('sic', `must be 4 digits; got ${quoted(given)}.`);
}

function readForms(values: readonly string[]): ReadonlySet<string> {
  const asked = new Set(values.flatMap((value) => value.split(',')).map((form) => form.trim()));
  asked.delete('');
  return new Set([...asked].flatMap(formsMeant));
}
