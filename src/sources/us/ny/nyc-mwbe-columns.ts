import { portalDate } from '../../../domain/dates.js';
import type { EntityFiling, Officer } from '../../../domain/entity.js';
import type { Row } from '../../declare.js';
import { columns } from '../../support/columns.js';
import { inRole, personIn } from '../parts.js';

/**
 * Rows of 2017 prove the columns of that time; the account number and the contact's name in two parts came later
 * and are known from programs that read the table. What else came with them is not known and is reported unread.
 *
 * Telephone, e-mail, and what is asked of owners, are not kept; nor is what a vendor says of its work.
 */
export const VENDOR_COLUMNS = {
  columns: columns('vendor_formal_name vendor_dba certification city state zip'),
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
} as const;

/** One day for each certification, in one column as the certifications are: `04/30/2026;04/30/2026`. */
export function certificationsOf(
  row: Row<'certification' | 'certification_renewal_date'>,
): readonly EntityFiling[] {
  const kinds = row.take('certification')?.split(/[,;]/) ?? [];
  const days = row.take('certification_renewal_date')?.split(/[,;]/) ?? [];
  return days.flatMap((day, place) => {
    const through = portalDate(day.trim());
    const kind = kinds.length === days.length ? `${kinds[place]?.trim()} certification` : 'Certification';
    return through === undefined ? [] : [{ type: kind, date: null, description: `Renewal due ${through}` }];
  });
}

export function contactOf(row: Row<'contact_name' | 'first_name' | 'last_name'>): readonly Officer[] {
  return inRole('Contact', row.take('contact_name') ?? personIn(row, 'first_name', undefined, 'last_name'));
}

export const ASKED_BY = { key: 'account_number', name: 'vendor_formal_name' };
