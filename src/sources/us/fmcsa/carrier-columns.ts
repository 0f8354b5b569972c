import { columns } from '../../support/columns.js';
import { USDOT } from '../keys.js';

/**
 * The columns are those that the census file and look-ups of single carriers have in common; the look-ups, in a
 * table of somebody else's making, prove the values. Unverified are the file's further columns (`business_org_desc`,
 * the company officers and the date of Form MCS-150 are known from programs that read them; the rest is reported unread) and every status but `A`.
 */
export const CARRIER_COLUMNS = {
  columns: columns(
    'dot_number legal_name dba_name status_code phy_street phy_city phy_state phy_zip phy_country',
  ),
  optional: columns('business_org_desc company_officer_1 company_officer_2 mcs150_date total_drivers'),
  carries: {
    type: ['business_org_desc'],
    officers: columns('company_officer_1 company_officer_2'),
    filings: ['mcs150_date'],
  },
  keys: { dot_number: USDOT },
  ignore: columns(
    'phone fax cell_phone email_address telephone carrier_mailing_street',
    'carrier_mailing_city carrier_mailing_state carrier_mailing_zip carrier_mailing_country add_date',
    'carrier_operation power_units total_power_units record_retrieval_date allowed_to_operate',
    'carrier_operation_code carrier_operation_description census_type census_type_description census_type_id',
    'is_passenger_carrier mcs150_outdated oos_date review_date review_type',
  ),
} as const;
