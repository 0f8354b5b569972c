import Type from 'typebox';
import { PageMeta } from '../../contract/paging.js';
import { type ContractItem, ContractSchema } from '../../contract/records/award.js';
import type { ContractDocument } from '../../domain/records/searched-records.js';
import type { PriceItem } from '../../store/store.js';
import { defineOperation } from '../support/declare.js';
import type { Dependencies } from '../support/dependencies.js';
import { answerPage } from '../support/record-page.js';
import { ContractSearchQuery, parseContractSearch } from './request.js';

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
