import type { LobbyingQuery } from '../../store/store.js';
import { code, defineQuery, limit, needsOne, offset, words, year } from '../query/query.js';

const ISSUE = { is: /^[a-z]{3}$/i, what: '3 letters' };
/** `1@Y` is a termination without activity. */
const TYPE = { is: /^[a-z0-9@]{1,4}$/i, what: 'a type as published, such as Q1 or RR' };

export const LobbyingSearchQuery = defineQuery(
  {
    client_name: words(
      'Words of the client’s name; all must match. A legal form matches in any spelling, and is ignored if no client has it.',
      'lockheed martin',
    ),
    registrant_name: words('Words of the registrant’s name; all must match.', 'penn avenue'),
    issue_code: code('Issue code, 3 letters.', 'TAX', ISSUE),
    filing_year: year('Year the filing covers.', 2026),
    filing_type: code('Type as published: `Q1`, `1A`, `RR`.', 'Q1', TYPE),
    limit: limit({ max: 100, fallback: 25 }),
    offset: offset(),
  },
  needsOne('client_name', 'registrant_name', 'issue_code', 'filing_year', 'filing_type'),
);

/** Throws 400 with every fault at once. */
export function parseLobbyingSearch(query: object): LobbyingQuery {
  const { client_name, registrant_name, issue_code, filing_year, filing_type, ...page } =
    LobbyingSearchQuery.read(query);
  return {
    ...page,
    client: client_name,
    registrant: registrant_name,
    issue: issue_code?.toLowerCase() ?? null,
    year: filing_year,
    type: filing_type?.toUpperCase() ?? null,
  };
}
