import { personName } from '../../../domain/people/person-name.js';
import { defineDataset, type Group, type Row, type Tables } from '../../declare/index.js';
import { socrataFiles } from '../../families/socrata.js';
import { columns } from '../../support/columns.js';
import {
  distinctKeys,
  distinctParties,
  type LienPartyParts,
  linkedParty,
  shownParty,
} from '../../support/liens.js';
import { dateIn, dayIn } from '../../support/values.js';
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

type PartyColumn = (typeof PARTY)[number];

/** One file is one lien: its first filing with everything that was filed on it since. */
export const usCoUcc = defineDataset({
  id: 'us_co_ucc',
  title: 'Colorado UCC filings',
  agency: { name: 'Colorado Secretary of State', level: 'state', url: 'https://www.sos.state.co.us' },
  licence: 'public domain',
  every: 'day',
  fetch: socrataFiles('data.colorado.gov', 'wffy-3uut', '8upq-58vz', 'ap62-sav4', '4am6-w6u4'),
  layout: 'unverified',
  coverage:
    'Financing statements, farm products statements and liens. Columns as of 2015; no raw row was at hand.',
  states: ['CO'],
  delivery: 'snapshot',
  expect: { min: 500_000 },
  main: 'filings',
  tables: UCC_TABLES,
  record: (group) => {
    const filings = inTurn(
      group.all('filings'),
      (row) => `${filedOn(row)} ${padded(row.take('transactionid'))}`,
    );
    const [first] = filings;
    if (first === undefined) return undefined;
    const filedDate = dateIn(first, 'filingdate') ?? null;
    // A continuation moves the lapse on.
    const lapses = filings.flatMap((row) => dateIn(row, 'lapsedate') ?? []).sort();
    const debtors = current(group.all('debtors'), 'debtorid').map(partsOf);
    const secured = current(group.all('securedParties'), 'spid').map(partsOf);
    return {
      key: group.key,
      date: filedDate ?? '',
      document: {
        filingNumber: first.take('masterdocumentid') ?? group.key,
        type: typeOf(first),
        // Whether it has lapsed depends on the date of the request.
        status: filings.some(isTermination) ? 'Terminated' : null,
        filedDate,
        lapseDate: lapses.at(-1) ?? null,
        debtors: distinctParties(debtors.flatMap((parts) => shownParty(parts) ?? [])),
        securedParties: distinctParties(secured.flatMap((parts) => shownParty(parts) ?? [])),
        collateral: collateralOf(group),
      },
      parties: distinctKeys(debtors.flatMap((parts) => linkedParty(parts) ?? [])),
    };
  },
});

function typeOf(row: Row<'filingtype' | 'documenttype' | 'transactiontype'>): string | null {
  const types = [row.take('filingtype'), row.take('documenttype'), row.take('transactiontype')];
  return types.find((type) => type !== undefined) ?? null;
}

function filedOn(row: Row<'filingdate'>): string {
  return dayIn(row, 'filingdate');
}

function isTermination(row: Row<'terminationflag' | 'transactiontype'>): boolean {
  const flag = row.take('terminationflag') ?? '';
  return /^(y|yes|true|1|t)$/i.test(flag) || /terminat/i.test(row.take('transactiontype') ?? '');
}

/**
 * Rows are a history: the last row of a name decides, and a name that it deletes is removed. Names are
 * compared ignoring case and spaces.
 */
function current<Column extends string, R extends Row<PartyColumn | Column>>(
  rows: readonly R[],
  number: Column,
): R[] {
  const last = new Map(inTurn(rows, (row) => padded(row.take(number))).map((row) => [nameKey(row), row]));
  return [...last.values()].filter((row) => !isOff(row));
}

/** Sorted by a key computed once per row. */
function inTurn<R>(rows: readonly R[], textOf: (row: R) => string): R[] {
  const keyed = rows.map((row) => ({ row, text: textOf(row) }));
  return keyed.sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0)).map(({ row }) => row);
}

/** Numbers of any length, comparable as text. */
function padded(number: string | undefined): string {
  return (number ?? '').padStart(20, '0');
}

function nameKey(row: Row<PartyColumn>): string {
  const { organization, person } = partsOf(row);
  return (organization ?? person ?? '').toUpperCase().replace(/\s+/g, ' ');
}

function isOff(row: Row<'actiontype' | 'recordstatus'>): boolean {
  const [action = '', status = ''] = [row.take('actiontype'), row.take('recordstatus')];
  return /delet|remov/i.test(action) || /delet|remov|inactive/i.test(status);
}

function partsOf(row: Row<PartyColumn>): LienPartyParts {
  const zip = row.take('zipcode');
  const further = row.take('zipcode4');
  return {
    organization: row.take('organizationname'),
    person: personName({
      first: row.take('firstname'),
      middle: row.take('middlename'),
      last: row.take('lastname'),
      suffix: row.take('suffix'),
    }),
    street: [row.take('address1'), row.take('address2')],
    city: row.take('city'),
    state: row.take('state'),
    zip: further === undefined ? zip : `${zip}-${further}`,
  };
}

function collateralOf(group: Group<typeof UCC_TABLES>): string | null {
  const rows = inTurn(group.all('collateral'), (row) => padded(row.take('collateralid')));
  const texts = rows
    .filter((row) => !isOff(row))
    .flatMap((row) => [
      row.take('collateraldescription') ?? [],
      row.take('additionalcollateraldescription') ?? [],
    ])
    .flat();
  return texts.length === 0 ? null : [...new Set(texts)].join('; ');
}
