import Type, { type Static } from 'typebox';
import type { LobbyingQuery } from '../../store/store.js';
import { integerParameter, numberParameter, textParameter as text } from '../parameter.js';
import { Parameters, quoted } from '../parameters.js';

const DEFAULT_LIMIT = 25;
const MAX_LIMIT = 100;

/** At least one is needed. */
const FILTERS = ['client_name', 'registrant_name', 'issue_code', 'filing_year', 'filing_type'] as const;

export const LobbyingSearchQuery = Type.Object({
  client_name: text(
    'Words of the client’s name; all must stand in it. A legal form counts in any spelling, and is left out if no client has it.',
    'lockheed martin',
  ),
  registrant_name: text('Words of the name of who lobbies; all must stand in it.', 'penn avenue'),
  issue_code: text('Code of an issue, 3 letters.', 'TAX'),
  filing_year: numberParameter('Year the filing tells of, 4 digits.', 2026, 'integer'),
  filing_type: text('Type as published: `Q1`, `1A`, `RR`.', 'Q1'),
  limit: integerParameter('Results per page, 1 to 100; more is applied as 100.', {
    least: 1,
    otherwise: DEFAULT_LIMIT,
  }),
  offset: integerParameter('Results to skip; any depth.', { least: 0, otherwise: 0 }),
});

/** Throws 400 with every fault at once. */
export function parseLobbyingSearch(query: Static<typeof LobbyingSearchQuery>): LobbyingQuery {
  const parameters = new Parameters();
  const year = readCode(parameters, 'filing_year', query.filing_year, YEAR);
  const request = {
    client: parameters.words('client_name', query.client_name) ?? null,
    registrant: parameters.words('registrant_name', query.registrant_name) ?? null,
    issue: readCode(parameters, 'issue_code', query.issue_code, ISSUE)?.toLowerCase() ?? null,
    year: year === undefined ? null : Number(year),
    type: readCode(parameters, 'filing_type', query.filing_type, TYPE)?.toUpperCase() ?? null,
    limit: Math.min(
      parameters.integer('limit', query.limit, { least: 1, otherwise: DEFAULT_LIMIT }),
      MAX_LIMIT,
    ),
    offset: parameters.integer('offset', query.offset, { least: 0, otherwise: 0 }),
  };
  parameters.requireOne(query, FILTERS);
  parameters.check();
  return request;
}

interface Code {
  readonly is: RegExp;
  readonly what: string;
}
const YEAR: Code = { is: /^\d{4}$/, what: '4 digits' };
const ISSUE: Code = { is: /^[a-z]{3}$/i, what: '3 letters' };
/** `1@Y` is a termination without activity. */
const TYPE: Code = { is: /^[a-z0-9@]{1,4}$/i, what: 'a type as published, such as Q1 or RR' };

function readCode(
  parameters: Parameters,
  name: string,
  value: string | undefined,
  { is, what }: Code,
): string | undefined {
  const given = parameters.text(value);
  if (given === undefined || is.test(given)) return given;
  return parameters.fault(name, `must be ${what}; got ${quoted(given)}.`);
}
