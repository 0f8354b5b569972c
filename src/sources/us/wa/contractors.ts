import type { EntityFiling, Officer } from '../../../domain/entity.js';
import { subjectTypeOfName } from '../../../domain/subject-type/classify.js';
import {
  type ColumnsOf,
  defineGroupedSource,
  type Group,
  type Row,
  type Tables,
} from '../../declare/index.js';
import { socrata } from '../../families/socrata.js';
import { columns } from '../../support/columns.js';
import { codeIn, dateIn } from '../../support/values.js';
import { WA_CONTRACTOR, WA_UBI } from '../keys.js';
import { addressIn, event, granted } from '../parts.js';
import { meaningOf, statusIn, words } from '../words.js';

const TABLES = {
  general: {
    format: { kind: 'portal' },
    columns: columns(
      'contractorlicensenumber businessname contractorlicensetypecodedesc address1 address2 city state zip ubi',
      'businesstypecodedesc primaryprincipalname contractorlicensestatus licenseeffectivedate licenseexpirationdate',
      'contractorlicensesuspenddate',
    ),
    ignore: columns(
      'contractorlicensetypecode phonenumber businesstypecode specialtycode1 specialtycode1desc specialtycode2',
      'specialtycode2desc statuscode',
    ),
    groupBy: 'contractorlicensenumber',
    keys: { contractorlicensenumber: WA_CONTRACTOR },
  },
  principals: {
    format: { kind: 'portal' },
    columns: columns('contractorlicensenumber principalname enddate'),
    ignore: columns(
      'businessname contractorlicensetypecode contractorlicensetypecodedesc businesstypecode businesstypecodedesc',
      'ubi startdate',
    ),
    groupBy: 'contractorlicensenumber',
    keys: { contractorlicensenumber: WA_CONTRACTOR },
    companion: true,
    holds: ['officers'],
  },
} as const satisfies Tables;

/** The published kind of business. `Individual` is the owner, not the subject of the name. */
const FORMS = words({
  llc: 'Limited Liability Company',
  corporation: 'Corporation',
  sole_proprietorship: 'Individual',
  other: 'Partnership; Joint Venture',
});

/** ACTIVE was seen; the others are the words of the statute. */
const STATUSES = words({
  active: 'ACTIVE',
  inactive: 'EXPIRED; SUSPENDED; REVOKED; INACTIVE; OUT OF BUSINESS',
});

export const usWaContractors = defineGroupedSource({
  ...socrata(
    'WA:contractors',
    'data.wa.gov',
    { general: 'm8qx-ubtq', principals: '4xk5-x9j6' },
    { key: 'contractorlicensenumber', name: 'businessname' },
  ),
  id: 'us_wa_contractors',
  title: 'Washington L&I Contractor Licenses',
  agency: {
    name: 'Washington State Department of Labor & Industries',
    level: 'state',
    url: 'https://lni.wa.gov/licensing-permits/contractors',
  },
  licence: 'public record',
  every: 'day',
  layout: 'verified',
  coverage: 'Licensed contractors and their principals of today. A person’s street address is not kept.',
  recordClass: 'license',
  publishes: {},
  expect: { min: 100_000, filled: { status: 0.95, type: 0.95 } },
  tables: TABLES,
  main: 'general',
  record: (group) => {
    const row = group.one('general');
    if (row === undefined) return undefined;
    const name = row.need('businessname');
    const form = meaningOf(row, 'businesstypecodedesc', row.take('businesstypecodedesc'), FORMS);
    const isSole = form === undefined || form === 'sole_proprietorship';
    const subjectType = isSole ? subjectTypeOfName(name) : 'organization';
    const ubi = codeIn(row, 'ubi', WA_UBI);
    return {
      // May hold an asterisk: `1*2CACH865BC`.
      key: row.need('contractorlicensenumber'),
      name,
      subjectType,
      type: row.take('contractorlicensetypecodedesc'),
      typeClass: form,
      ...statusIn(row, 'contractorlicensestatus', STATUSES),
      principalAddress: addressIn(row, subjectType, ['address1', 'address2'], 'city', 'state', 'zip'),
      officers: principalsOf(group),
      filings: datesOf(row),
      linkKeys: ubi === undefined ? [] : [{ scheme: 'ubi', value: ubi }],
    };
  },
});

function datesOf(row: Row<ColumnsOf<(typeof TABLES)['general']>>): readonly EntityFiling[] {
  const from = dateIn(row, 'licenseeffectivedate');
  const through = dateIn(row, 'licenseexpirationdate');
  const suspended = dateIn(row, 'contractorlicensesuspenddate');
  return [...granted('License', from, through), ...event('Suspension', suspended)];
}

/** Those whose time has not ended; without the second table the one principal that the licence names. */
function principalsOf(group: Group<typeof TABLES>): readonly Officer[] {
  const principals = group.all('principals');
  const names =
    principals.length > 0
      ? principals.filter((row) => row.take('enddate') === undefined).map((row) => row.take('principalname'))
      : [group.one('general')?.take('primaryprincipalname')];
  return names.filter((name) => name !== undefined).map((name) => ({ name, title: 'Principal' }));
}
