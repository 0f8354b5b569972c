import type { EntityFiling } from '../../../domain/entity.js';
import { subjectTypeOfName } from '../../../domain/subject-type/classify.js';
import { defineSource, type Row } from '../../declare/index.js';
import { socrata } from '../../families/socrata.js';
import { columns } from '../../support/columns.js';
import { dateFrom, dateIn } from '../../support/values.js';
import { NAME, UNVERIFIED_NUMBER } from '../keys.js';
import { addressIn, assumedNames, inRole, LISTED, numberedOrNamed, personIn } from '../parts.js';

/**
 * Rows of 2017 prove the columns of that time; the account number and the contact's name in two parts came later
 * and are known from programs that read the table. Other columns that came with them are not known and are reported unread.
 * Telephone, e-mail, and what is asked of owners, are not kept; nor is what a vendor says of its work.
 */
export const usNyNycMwbe = defineSource({
  ...socrata('NY:nyc-mwbe', 'data.cityofnewyork.us', 'ci93-uc8s', {
    key: 'account_number',
    name: 'vendor_formal_name',
  }),
  id: 'us_ny_nyc_mwbe',
  title: 'New York City M/WBE, LBE, and EBE Certified Business List',
  agency: { name: 'NYC Department of Small Business Services', level: null, url: 'https://www.nyc.gov/sbs' },
  licence: 'NYC Open Data terms of use',
  every: 'week',
  layout: 'unverified',
  coverage: 'Certified firms only. Files before account numbers are keyed by the vendor’s name.',
  recordClass: 'government_vendor',
  publishes: {},
  expect: { min: 5_000, filled: { type: 0.95 } },
  columns: columns('vendor_formal_name vendor_dba certification city state zip'),
  keys: { account_number: UNVERIFIED_NUMBER, vendor_formal_name: NAME },
  optional: columns(
    'account_number address1 address2 contact_name first_name last_name date_of_establishment',
    'certification_renewal_date',
  ),
  aliases: { cert_renewal_date: 'certification_renewal_date' },
  carries: {
    formedDate: ['date_of_establishment'],
    officers: columns('contact_name first_name last_name'),
    filings: ['certification_renewal_date'],
  },
  ignore: columns(
    'telephone fax email ethnicity mailingaddress1 mailingaddress2',
    'mailingcity mailingstate mailingzip website aggregate_bonding_limit signatory_to_union_contracts',
    'business_description goods_materials_suplier types_of_construction_projects',
    'job_exp1_name_of_client job_exp1_value_of_contract job_exp1_percent_self_performed dateofjob1 experience1',
    'job_exp2_name_of_client job_exp2_value_of_contract job_exp2_percent_self_performed dateofjob2 experience2',
    'job_exp3_name_of_client job_exp3_value_of_contract job_exp3_percent_self_performed dateofjob3 experience3',
    'job_exp4_name_of_client job_exp4_value_of_contract job_exp4_percent_self_performed dateofjob4 experience4',
  ),
  record: (row) => {
    const name = row.need('vendor_formal_name');
    const subjectType = subjectTypeOfName(name);
    const contact = row.take('contact_name') ?? personIn(row, 'first_name', undefined, 'last_name');
    return {
      ...numberedOrNamed(row.take('account_number'), name),
      name,
      otherNames: assumedNames(name, row.take('vendor_dba')),
      subjectType,
      type: row.take('certification'),
      typeClass: undefined,
      ...LISTED,
      formedDate: dateIn(row, 'date_of_establishment'),
      principalAddress: addressIn(row, subjectType, ['address1', 'address2'], 'city', 'state', 'zip'),
      officers: inRole('Contact', contact),
      filings: certificationsOf(row),
    };
  },
});

function certificationsOf(row: Row<'certification' | 'certification_renewal_date'>): readonly EntityFiling[] {
  const kinds = row.take('certification')?.split(/[,;]/) ?? [];
  const column = 'certification_renewal_date';
  const days = row.take(column)?.split(/[,;]/) ?? [];
  return days.flatMap((day, place) => {
    const through = dateFrom(column, day.trim() || undefined, (code, detail) => row.report(code, detail));
    const kind = kinds.length === days.length ? `${kinds[place]?.trim()} certification` : 'Certification';
    return through === undefined ? [] : [{ type: kind, date: null, description: `Renewal due ${through}` }];
  });
}
