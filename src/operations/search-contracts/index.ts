import Type from 'typebox';
import { PageMeta } from '../../contract/paging.js';
import { type ContractItem, ContractSchema } from '../../contract/records/award.js';
import type { ContractDocument } from '../../domain/records/searched-records.js';
import type { ContractQuery, PriceItem } from '../../store/store.js';
import {
  choice,
  code,
  date,
  defineQuery,
  type Faults,
  limit,
  needsOne,
  offset,
  oneOf,
  ordered,
  readAs,
  withDefault,
  words,
} from '../query/query.js';
import { defineOperation } from '../support/declare.js';
import type { Dependencies } from '../support/dependencies.js';
import { answerPage } from '../support/record-page.js';

const PRICE: readonly PriceItem[] = [{ item: 'contracts_search', credits: 2 }];

export function searchContracts(dependencies: Dependencies) {
  return defineOperation({
    id: 'searchContracts',
    method: 'GET',
    path: '/api/v1/contracts/search',
    summary: 'Search federal contracts',
    description:
      'Returns one result per award, with an exact total. Costs 2 credits. At least one filter is required; results match all filters.',
    scope: 'read',
    example: { query: { recipient: 'willow harbor', min_amount: '10000' } },
    params: Type.Object({}),
    query: ContractSearchQuery.schema,
    data: Type.Array(ContractSchema),
    meta: Type.Object(PageMeta),
    parse: ({ query }) => parseContractSearch(query),
    price: () => PRICE,
    run: async (request, { accountId }) => {
      const page = await dependencies.slowReads.searchContracts(request, accountId ?? '');
      return await answerPage({
        request,
        page,
        toItem,
        source: 'USAspending',
        dataset: 'us_usaspending_contracts',
        dependencies,
      });
    },
  });
}

type RecipientLinks = readonly (string | null)[];

function toItem({ agency, ...award }: ContractDocument, [recipient = null]: RecipientLinks): ContractItem {
  const { uniqueAwardKey = null, parentAwardId = null, recipientUei = null } = award;
  const url = uniqueAwardKey && `https://www.usaspending.gov/award/${encodeURIComponent(uniqueAwardKey)}`;
  return {
    ...award,
    awardingAgency: agency,
    uniqueAwardKey,
    parentAwardId,
    recipientUei,
    url,
    entityId: recipient,
  };
}

const SORTS = ['date', 'amount'] as const;
/** USAspending's own names of the columns, which clients of its API send. */
const SORT_ALIASES: ReadonlyMap<string, (typeof SORTS)[number]> = new Map([
  ['award amount', 'amount'],
  ['total obligation', 'amount'],
  ['start date', 'date'],
  ['period of performance start date', 'date'],
]);
const AMOUNT = {
  is: /^-?\d{1,13}(\.\d{1,2})?$/,
  what: 'US dollars, digits with at most two after the point',
  type: 'number',
} as const;
const sort = choice(
  '`date`: newest start of performance first; `amount`: largest first. Awards without a value come last. `Start Date` and `Award Amount` are aliases.',
  SORTS,
  'date',
);

export const ContractSearchQuery = defineQuery(
  {
    recipient: words(
      'Words of the recipient’s current name, its name as typed at the time, or an assumed name; one name must contain all ' +
        'words. A legal form matches in any spelling, and is ignored if no recipient has it.',
      'leidos',
    ),
    agency: words(
      'Words of the name of the awarding agency or sub-agency; one name must contain all words.',
      'defense',
    ),
    min_amount: dollars('Minimum total obligation in US dollars.', 10_000),
    max_amount: dollars('Maximum total obligation in US dollars.', 1_000_000),
    naics: code(
      'Industry code, 2 to 6 digits; a shorter code matches all codes that start with it.',
      '541512',
      {
        is: /^\d{2,6}$/,
        what: '2 to 6 digits',
      },
    ),
    start_date: date('Performance started on or after this date, YYYY-MM-DD.', '2024-01-01'),
    end_date: date('Performance started on or before this date, YYYY-MM-DD.', '2024-12-31'),
    sort: withDefault(readAs(sort, readSort), 'date'),
    limit: limit({ max: 100, fallback: 25 }),
    offset: offset(),
  },
  ordered('start_date', 'end_date'),
  ordered('min_amount', 'max_amount', 'above'),
  needsOne('recipient', 'agency', 'min_amount', 'max_amount', 'naics', 'start_date', 'end_date'),
);

/** Throws 400 with every fault at once. */
function parseContractSearch(query: object): ContractQuery {
  const { min_amount, max_amount, start_date, end_date, ...others } = ContractSearchQuery.read(query);
  return { ...others, minAmount: min_amount, maxAmount: max_amount, from: start_date, to: end_date };
}

function dollars(description: string, example: number) {
  const field = code(description, example, AMOUNT);
  return readAs(field, (given, faults, name) => {
    const amount = field.read(given, faults, name);
    return amount === null ? null : Number(amount);
  });
}

function readSort(given: string, faults: Faults, name: string): (typeof SORTS)[number] | null {
  const words = given.toLowerCase().replace(/[\s_]+/g, ' ');
  return SORT_ALIASES.get(words) ?? oneOf(SORTS, given, faults, name);
}
