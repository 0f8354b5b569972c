import type { Tables } from '../../declare/index.js';
import { columns } from '../../support/columns.js';
import { UNVERIFIED_NUMBER } from '../keys.js';

const PARTY = columns(
  'fileid actiontype recordstatus lastname firstname middlename suffix organizationname address1 address2 city state',
  'zipcode zipcode4',
);

/** Four tables on `fileid`; the publisher spells some columns differently from table to table. */
export const UCC_TABLES = {
  filings: {
    format: { kind: 'portal' },
    columns: columns(
      'fileid transactionid masterdocumentid transactiontype filingdate lapsedate filingtype documenttype terminationflag',
    ),
    ignore: columns('continuation financialstatementtype manufacturedhometransactions'),
    groupBy: 'fileid',
    keys: { fileid: UNVERIFIED_NUMBER },
  },
  debtors: {
    format: { kind: 'portal' },
    columns: [...PARTY, 'debtorid'],
    ignore: columns(
      'actiontypecode actionreferenceid recordstatuscode debtordescription organizationjurisdiction organizationtype',
      'organizationid country efsuniqueid',
    ),
    groupBy: 'fileid',
    keys: { fileid: UNVERIFIED_NUMBER },
    companion: true,
  },
  securedParties: {
    format: { kind: 'portal' },
    columns: [...PARTY, 'spid'],
    ignore: columns('actiontypecode actionrefid recordstatuscd country assignor'),
    groupBy: 'fileid',
    keys: { fileid: UNVERIFIED_NUMBER },
    companion: true,
  },
  collateral: {
    format: { kind: 'portal' },
    columns: columns(
      'collateralid fileid actiontype recordstatus collateraldescription additionalcollateraldescription',
    ),
    ignore: columns(
      'actiontypecode actionreferenceid recordstatuscode farmproductflag farmproductallyears farmproductstartyear',
      'farmproductendyear countyid county',
    ),
    groupBy: 'fileid',
    keys: { fileid: UNVERIFIED_NUMBER },
    companion: true,
  },
} as const satisfies Tables;

export type PartyColumn = (typeof PARTY)[number];
