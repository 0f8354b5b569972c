import { subjectTypeOfName } from '../../../domain/subject-type/classify.js';
import { defineGroupedSource, type Group, type Tables } from '../../declare/index.js';
import { socrataFiles } from '../../families/socrata.js';
import { columns } from '../../support/columns.js';
import { dateIn } from '../../support/values.js';
import { ACRIS_DOCUMENT } from '../keys.js';
import { subjectAddress } from '../parts.js';

const TABLES = {
  master: {
    format: { kind: 'portal' },
    columns: columns('document_id crfn doc_type recorded_filed collateral file_number'),
    ignore: columns(
      'record_type borough doc_amount slid assessment_date rptt modified_date reel_year reel_nbr reel_page',
      'good_through_date',
    ),
    groupBy: 'document_id',
    keys: { document_id: ACRIS_DOCUMENT },
  },
  parties: {
    format: { kind: 'portal' },
    columns: columns('document_id party_type name address_1 address_2 country city state zip'),
    ignore: columns('record_type good_through_date'),
    groupBy: 'document_id',
    keys: { document_id: ACRIS_DOCUMENT },
    companion: true,
    holds: ['principalAddress'],
  },
  references: {
    format: { kind: 'portal' },
    columns: columns('document_id reference_by_crfn reference_by_doc_id reference_by_file_nbr'),
    ignore: columns('record_type good_through_date'),
    groupBy: 'document_id',
    keys: { document_id: ACRIS_DOCUMENT },
    companion: true,
  },
} as const satisfies Tables;
type Document = Group<typeof TABLES>;

/**
 * Three tables on the document id: one document is one record, named by its first debtor. The headings of all three
 * are proven by the portal's own download; that the tables join on the id is how the City Register describes them,
 * for the rows at hand are samples drawn from each table by itself.
 */
export const usNyNycAcrisUcc = defineGroupedSource({
  id: 'us_ny_nyc_acris_ucc',
  title: 'New York City ACRIS Personal Property',
  agency: {
    name: 'New York City Department of Finance, Office of the City Register',
    level: 'county',
    url: 'https://www.nyc.gov/site/finance/property/acris.page',
  },
  licence: 'NYC Open Data terms of use',
  every: 'month',
  fetch: socrataFiles('data.cityofnewyork.us', 'sv7x-dduq', 'nbbg-wtuz', '6y3e-jcrc'),
  layout: 'verified',
  coverage:
    'Manhattan, Bronx, Brooklyn and Queens. A document without a debtor in the tables of parties is left out.',
  recordClass: 'filing_event',
  idScheme: 'bulk',
  state: 'NY',
  publishes: { type: false, status: false },
  expect: { min: 4_000_000, filled: { principalAddress: 0.2 } },
  tables: TABLES,
  main: 'master',
  record: (group) => {
    const row = group.one('master');
    const debtor = partiesOf(group, DEBTOR)[0];
    const name = debtor?.take('name');
    if (row === undefined || debtor === undefined || name === undefined) return undefined;
    const subjectType = subjectTypeOfName(name);
    return {
      key: row.need('document_id'),
      name,
      subjectType,
      principalAddress: subjectAddress(subjectType, {
        street: [debtor.take('address_1'), debtor.take('address_2')],
        city: debtor.take('city'),
        state: debtor.take('state'),
        zip: debtor.take('zip'),
        country: debtor.take('country'),
      }),
      filings: [
        {
          type: decoded(group, 'doc_type', DOCUMENT_TYPES) ?? 'Document',
          date: dateIn(row, 'recorded_filed') ?? null,
          description: descriptionOf(group),
          // Documents on paper, and liens, have a file number and no CRFN.
          number: row.take('crfn') ?? row.take('file_number'),
        },
      ],
    };
  },
});

const DEBTOR = '1';
const SECURED_PARTY = '2';

function partiesOf(group: Document, type: string) {
  return group.all('parties').filter((party) => party.take('party_type') === type);
}

/** Words from the code list; unknown codes are unchanged and recorded with the run. */
function decoded(
  group: Document,
  column: 'doc_type' | 'collateral',
  list: ReadonlyMap<string, string>,
): string | undefined {
  const row = group.one('master');
  const code = row?.take(column);
  const meaning = list.get(code ?? '');
  if (code !== undefined && meaning === undefined) row?.unknown(column, code);
  return meaning ?? code;
}

/** `Secured party: A BANK; other debtor: B; collateral: Cooperative; refers to 2015000249482`. */
function descriptionOf(group: Document): string | null {
  const namesOf = (type: string) => partiesOf(group, type).flatMap((party) => party.take('name') ?? []);
  const collateral = decoded(group, 'collateral', COLLATERAL);
  const references = group
    .all('references')
    .flatMap(
      (row) =>
        row.take('reference_by_crfn') ??
        row.take('reference_by_doc_id') ??
        row.take('reference_by_file_nbr') ??
        [],
    );
  const parts = [
    ...namesOf(SECURED_PARTY).map((name) => `secured party: ${name}`),
    ...namesOf(DEBTOR)
      .slice(1)
      .map((name) => `other debtor: ${name}`),
    ...(collateral === undefined ? [] : [`collateral: ${collateral}`]),
    ...references.map((reference) => `refers to ${reference}`),
  ];
  return parts.length === 0 ? null : parts.join('; ');
}

/** The City Register's own lists of codes (document control codes of the class UCC and federal liens; q9kp-jvxv). */
export const DOCUMENT_TYPES: ReadonlyMap<string, string> = new Map([
  ['AMFL', 'Amendment of Federal Lien'],
  ['AMND', 'UCC3 Amendment'],
  ['ASGN', 'UCC3 Assignment'],
  ['ASUM', 'UCC3 Assumption'],
  ['BRUP', 'UCC3 Bankruptcy'],
  ['CNFL', 'Continuation of Federal Lien'],
  ['CONT', 'UCC3 Continuation'],
  ['CORP', 'UCC5 Correction Statement'],
  ['DPFTL', 'Discharge of Property from Federal Tax Lien'],
  ['FL', 'Federal Lien - IRS'],
  ['FTL', 'Federal Lien, Other'],
  ['INIC', 'Initial Coop UCC1'],
  ['INIT', 'Initial UCC1'],
  ['NAFTL', 'Certificate of Nonattachment of Federal Tax Lien'],
  ['NTXL', 'Notice of Estate Tax Lien'],
  ['PRCFL', 'Partial Revocation of Certificate of Release of Federal Lien'],
  ['PRFL', 'Partial Release of Federal Lien'],
  ['PSGN', 'UCC3 Partial Assignment'],
  ['PWFL', 'Partial Withdrawal of Federal Lien'],
  ['RCRFL', 'Revocation of Certificate of Release of Federal Lien'],
  ['RFL', 'Release of Federal Lien'],
  ['RFTL', 'Release of Federal Tax Lien'],
  ['RLSE', 'UCC3 Release/UCC Amendment'],
  ['SUBO', 'UCC3 Subordination'],
  ['TERM', 'UCC3 Termination'],
  ['UCC ADEN', 'UCC Cooperative Addendum'],
  ['UCC1', 'Uniform Commercial Code 1'],
  ['UCC3', 'Uniform Commercial Code 3'],
  ['WFL', 'Withdrawal of Federal Lien'],
]);

export const COLLATERAL: ReadonlyMap<string, string> = new Map([
  ['A', 'Cooperative with addendum'],
  ['C', 'Cooperative'],
  ['D', 'Transmitting utilities debtor'],
  ['F', 'Fixture filing'],
  ['M', 'Manufactured housing'],
  ['O', 'Other'],
  ['P', 'Public finance'],
  ['R', 'Crops, extracted collateral, or timber to be cut'],
]);
