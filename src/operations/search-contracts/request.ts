import Type, { type Static } from 'typebox';
import type { ContractQuery } from '../../store/store.js';
import {
  choiceParameter,
  dateParameter,
  integerParameter,
  numberParameter,
  textParameter as text,
} from '../parameter.js';
import { Parameters, quoted } from '../parameters.js';

const DEFAULT_LIMIT = 25;
const MAX_LIMIT = 100;
const SORTS = ['date', 'amount'] as const;
/** USAspending's own names of the columns, which clients of its API send. */
const SORT_ALIASES: ReadonlyMap<string, (typeof SORTS)[number]> = new Map([
  ['award amount', 'amount'],
  ['total obligation', 'amount'],
  ['start date', 'date'],
  ['period of performance start date', 'date'],
]);

/** At least one is needed. */
const FILTERS = [
  'recipient',
  'agency',
  'min_amount',
  'max_amount',
  'naics',
  'start_date',
  'end_date',
] as const;

export const ContractSearchQuery = Type.Object({
  recipient: text(
    'Words of the recipient’s name, of today, as typed then, or assumed; all must stand in one. A legal form counts in any ' +
      'spelling, and is left out if no recipient has it.',
    'leidos',
  ),
  agency: text('Words of the awarding agency’s name or of its part’s; all must stand in one.', 'defense'),
  min_amount: numberParameter('US dollars obligated in all, at least.', 10_000),
  max_amount: numberParameter('US dollars obligated in all, at most.', 1_000_000),
  naics: text('Industry code, 2 to 6 digits; fewer than 6 stand for all codes that begin so.', '541512'),
  start_date: dateParameter('Performance started on or after this date, YYYY-MM-DD.', '2024-01-01'),
  end_date: dateParameter('Performance started on or before this date, YYYY-MM-DD.', '2024-12-31'),
  sort: choiceParameter(
    '`date`: newest start of performance first; `amount`: largest first. Awards without one stand last. ' +
      '`Start Date` and `Award Amount` mean the same.',
    SORTS,
    'date',
  ),
  limit: integerParameter('Results per page, 1 to 100; more is applied as 100.', {
    least: 1,
    otherwise: DEFAULT_LIMIT,
  }),
  offset: integerParameter('Results to skip; any depth.', { least: 0, otherwise: 0 }),
});

/** Throws 400 with every fault at once. */
export function parseContractSearch(query: Static<typeof ContractSearchQuery>): ContractQuery {
  const parameters = new Parameters();
  const from = parameters.date('start_date', query.start_date);
  const to = parameters.date('end_date', query.end_date);
  parameters.order('start_date', from, 'end_date', to);
  const [minAmount, maxAmount] = readAmounts(parameters, query);
  const request = {
    recipient: parameters.words('recipient', query.recipient) ?? null,
    agency: parameters.words('agency', query.agency) ?? null,
    minAmount,
    maxAmount,
    naics: readNaics(parameters, query.naics) ?? null,
    from: from ?? null,
    to: to ?? null,
    sort: readSort(parameters, query.sort),
    limit: Math.min(
      parameters.integer('limit', query.limit, { least: 1, otherwise: DEFAULT_LIMIT }),
      MAX_LIMIT,
    ),
    offset: parameters.integer('offset', query.offset, { least: 0, otherwise: 0 }),
  } as const;
  parameters.requireOne(query, FILTERS);
  parameters.check();
  return request;
}

function readSort(parameters: Parameters, value: string | undefined): (typeof SORTS)[number] {
  const words =
    value
      ?.trim()
      .toLowerCase()
      .replace(/[\s_]+/g, ' ') ?? '';
  return SORT_ALIASES.get(words) ?? parameters.oneOf('sort', value, SORTS) ?? 'date';
}

function readAmounts(parameters: Parameters, query: Static<typeof ContractSearchQuery>) {
  const least = readAmount(parameters, 'min_amount', query.min_amount) ?? null;
  const most = readAmount(parameters, 'max_amount', query.max_amount) ?? null;
  if (least !== null && most !== null && least > most) {
    parameters.fault('min_amount', `must not be above max_amount; got ${least} and ${most}.`);
  }
  return [least, most] as const;
}

function readAmount(parameters: Parameters, name: string, value: string | undefined): number | undefined {
  const given = parameters.text(value);
  if (given === undefined || /^-?\d{1,13}(\.\d{1,2})?$/.test(given)) {
    return given === undefined ? undefined : Number(given);
  }
  return parameters.fault(
    name,
    `must be US dollars, digits with at most two after the point; got ${quoted(given)}.`,
  );
}

function readNaics(parameters: Parameters, value: string | undefined): string | undefined {
  const given = parameters.text(value);
  if (given === undefined || /^\d{2,6}$/.test(given)) return given;
  return parameters.fault('naics', `must be 2 to 6 digits; got ${quoted(given)}.`);
}
