import Type from 'typebox';
import { PageMeta } from '../../contract/paging.js';
import { type LobbyingItem, LobbyingSchema } from '../../contract/records/lobbying.js';
import type { LobbyingDocument } from '../../domain/records/searched-records.js';
import type { LobbyingQuery, PriceItem } from '../../store/store.js';
import { code, defineQuery, limit, needsOne, offset, words, year } from '../query/query.js';
import { defineOperation } from '../support/declare.js';
import type { Dependencies } from '../support/dependencies.js';
import { answerPage } from '../support/record-page.js';

const PRICE: readonly PriceItem[] = [{ item: 'lobbying_search', credits: 2 }];

export function searchLobbying(dependencies: Dependencies) {
  return defineOperation({
    id: 'searchLobbying',
    method: 'GET',
    path: '/api/v1/lobbying/search',
    summary: 'Search lobbying disclosures',
    description:
      'Returns one result per report or registration, newest first, with an exact total. Costs 2 credits. At least one filter is required; results match all filters.',
    scope: 'read',
    example: { query: { client_name: 'falcon maple', filing_year: '2026' } },
    params: Type.Object({}),
    query: LobbyingSearchQuery.schema,
    data: Type.Array(LobbyingSchema),
    meta: Type.Object(PageMeta),
    parse: ({ query }) => parseLobbyingSearch(query),
    price: () => PRICE,
    run: async (request, { accountId }) => {
      const page = await dependencies.slowReads.searchLobbying(request, accountId ?? '');
      return await answerPage({
        request,
        page,
        toItem,
        source: 'Lobbying Disclosure Act',
        dataset: 'us_lda_filings',
        dependencies,
      });
    },
  });
}

/** Parties stand in the order of the data set: the client, then the registrant. */
function toItem(
  filing: LobbyingDocument,
  [client = null, registrant = null]: readonly (string | null)[],
): LobbyingItem {
  return {
    filingId: filing.filingId,
    filingDate: filing.filingDate,
    filingType: filing.filingType,
    filingYear: filing.filingYear,
    filingPeriod: filing.filingPeriod,
    filingTypeDisplay: filing.filingTypeDisplay ?? null,
    filingPeriodDisplay: filing.filingPeriodDisplay ?? null,
    registrant: { name: filing.registrantName, id: filing.registrantId, entityId: registrant },
    client: {
      name: filing.clientName,
      id: filing.clientId,
      generalDescription: filing.clientDescription,
      entityId: client,
    },
    income: filing.income,
    expenses: filing.expenses,
    lobbyingActivities: [...filing.activities],
    documentUrl: filing.documentUrl,
    entityId: client,
  };
}

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
function parseLobbyingSearch(query: object): LobbyingQuery {
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
