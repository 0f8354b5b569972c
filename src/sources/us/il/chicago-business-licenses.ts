import type { SubjectType } from '../../../contract/vocabulary.js';
import type { EntityFiling, Officer } from '../../../domain/entity.js';
import { subjectTypeOfName } from '../../../domain/subject-type/classify.js';
import { type ColumnsOf, defineGroupedSource, type Row, type Tables } from '../../declare/index.js';
import { socrata } from '../../families/socrata.js';
import { columns } from '../../support/columns.js';
import { dateIn, dayIn } from '../../support/values.js';
import { CHICAGO_ACCOUNT } from '../keys.js';
import { addressIn, assumedNames, inRole, personIn } from '../parts.js';
import { type Legend, statusOfCode } from '../words.js';

const TABLES = {
  licenses: {
    format: { kind: 'portal' },
    columns: columns(
      'account_number legal_name doing_business_as_name address city state zip_code license_description',
      'license_number license_start_date date_issued license_status',
    ),
    aliases: { 'LICENSE TERM START DATE': 'license_start_date' },
    ignore: columns(
      'id license_id site_number ward precinct ward_precinct police_district license_code business_activity_id',
      'business_activity application_type application_created_date application_requirements_complete payment_date',
      'conditional_approval expiration_date license_term_expiration_date license_approved_for_issuance',
      'license_status_change_date ssa latitude longitude location',
    ),
    groupBy: 'account_number',
    keys: { account_number: CHICAGO_ACCOUNT },
  },
  owners: {
    format: { kind: 'portal' },
    columns: columns(
      'account_number owner_first_name owner_middle_initial owner_last_name owner_name_suffix owner_name owner_title',
    ),
    // The column that the portal titles `Legal Name` is the field `doing_business_as_name`.
    ignore: columns('doing_business_as_name legal_name updated_at'),
    groupBy: 'account_number',
    keys: { account_number: CHICAGO_ACCOUNT },
    companion: true,
    holds: ['officers'],
  },
} as const satisfies Tables;
type TermRow = Row<ColumnsOf<(typeof TABLES)['licenses']>>;

/** The City's legend. A licence that was issued may have run out since, so that it is neither active nor inactive. */
const STATUSES: Legend = {
  AAI: ['Issued'],
  AAC: ['Cancelled during its term', 'inactive'],
  REV: ['Revoked', 'inactive'],
  REA: ['Revocation appealed'],
};

/**
 * One row per licence and term. The account is the licensee, to which the second table adds the owners: the rows of
 * an account are one record, shown as of its newest term, with every term among the filings.
 */
export const usIlChicagoBusinessLicenses = defineGroupedSource({
  ...socrata(
    'IL:chicago-licenses',
    'data.cityofchicago.org',
    { licenses: 'r5kz-chrr', owners: 'ezma-pppn' },
    { key: 'account_number', name: 'legal_name' },
  ),
  id: 'us_il_chicago_business_licenses',
  title: 'City of Chicago Business Licenses',
  // A city: the contract has no level for it, so that neither level nor agency is shown.
  agency: {
    name: 'City of Chicago, Department of Business Affairs and Consumer Protection',
    level: null,
    url: 'https://www.chicago.gov/bacp',
  },
  licence: 'City of Chicago terms of use',
  every: 'day',
  layout: 'verified',
  coverage:
    'Licences since 2002. The status is that of the newest term. A person’s street address is not kept.',
  recordClass: 'license',
  publishes: {},
  expect: { min: 100_000, filled: { status: 0.95, type: 0.95 } },
  tables: TABLES,
  main: 'licenses',
  record: (group) => {
    const terms = [...group.all('licenses')].sort(newestFirst);
    const newest = terms[0];
    if (newest === undefined) return undefined;
    const name = newest.need('legal_name');
    const officers = group.all('owners').flatMap(ownerOf);
    const subjectType = subjectTypeByOwners(name, officers) ?? subjectTypeOfName(name);
    return {
      key: newest.need('account_number'),
      name,
      otherNames: assumedNames(name, ...terms.map((term) => term.take('doing_business_as_name'))),
      subjectType,
      type: newest.take('license_description'),
      typeClass: undefined,
      ...statusOfCode(newest, 'license_status', STATUSES),
      principalAddress: addressIn(newest, subjectType, ['address'], 'city', 'state', 'zip_code'),
      officers,
      filings: terms.map(filingOf),
    };
  },
});

/** The licensee that is one of its owners is a person; one whose owners hold a company's offices is none. */
function subjectTypeByOwners(name: string, owners: readonly Officer[]): SubjectType | undefined {
  if (owners.some((owner) => isOneName(name, owner.name))) return 'person';
  const titles = owners.map(({ title }) => title?.toUpperCase() ?? '');
  const hasOffices = titles.length > 0 && titles.every((title) => COMPANY_OFFICES.has(title));
  return hasOffices ? 'organization' : undefined;
}

/** The same words but for initials, in any order. */
function isOneName(one: string, other: string): boolean {
  const [ours, theirs] = [longWords(one), longWords(other)];
  return ours.length >= 2 && ours.join(' ') === theirs.join(' ');
}

function longWords(name: string): readonly string[] {
  const words = name.toUpperCase().match(/[\p{L}\p{N}'-]{2,}/gu) ?? [];
  return words.sort();
}

const COMPANY_OFFICES: ReadonlySet<string> = new Set([
  ...['PRESIDENT', 'VICE PRESIDENT', 'SECRETARY', 'TREASURER', 'DIRECTOR', 'CEO', 'SHAREHOLDER'],
  ...['MEMBER', 'MANAGING MEMBER', 'MANAGER', 'GENERAL PARTNER', 'LIMITED PARTNER', 'PARTNER'],
]);

/** Of terms that start on one day, current ones come first, then the highest number. */
function newestFirst(a: TermRow, b: TermRow): number {
  const numberOf = (term: TermRow) => (term.take('license_number') ?? '').padStart(12);
  return (
    startOf(b).localeCompare(startOf(a)) ||
    Number(hasEnded(a)) - Number(hasEnded(b)) ||
    numberOf(b).localeCompare(numberOf(a))
  );
}

function hasEnded(term: TermRow): boolean {
  return STATUSES[term.take('license_status') ?? '']?.[1] === 'inactive';
}

function startOf(term: TermRow): string {
  return dayIn(term, 'license_start_date');
}

function filingOf(term: TermRow): EntityFiling {
  const number = term.take('license_number');
  const code = term.take('license_status');
  const status = code === undefined ? undefined : (STATUSES[code]?.[0].toLowerCase() ?? code);
  const start = dateIn(term, 'license_start_date') ?? '';
  const parts = [
    ...(number === undefined ? [] : [`license ${number}`]),
    ...(start === '' ? [] : [`term from ${start}`]),
    ...(status === undefined ? [] : [status]),
  ];
  return {
    type: term.take('license_description') ?? 'License',
    date: dateIn(term, 'date_issued') ?? null,
    description: parts.length === 0 ? null : parts.join(', '),
    number,
  };
}

function ownerOf(row: Row<ColumnsOf<(typeof TABLES)['owners']>>): readonly Officer[] {
  const parts = ['owner_first_name', 'owner_middle_initial', 'owner_last_name', 'owner_name_suffix'] as const;
  const name = row.take('owner_name') ?? personIn(row, ...parts);
  return inRole(row.take('owner_title') ?? null, name);
}
