import { columns } from '../../support/columns.js';
import { TX_FILE } from '../keys.js';

export const FILE_NUMBER = 'secretary_of_state_sos_or_coa_file_number';

/** The industry code is in a field that the portal named after one of its values. */
export const TAXPAYER_COLUMNS = {
  columns: columns(
    'taxpayer_number taxpayer_name taxpayer_address taxpayer_city taxpayer_state taxpayer_zip sos_charter_date',
    'taxpayer_organizational_type secretary_of_state_sos_or_coa_file_number right_to_transact_business_code',
  ),
  keys: { [FILE_NUMBER]: TX_FILE },
  ignore: columns(
    'taxpayer_county_code record_type_code responsibility_beginning_date sos_status_date sos_status_code',
    'current_exempt_reason_code exempt_begin_date _621111 naics_code',
  ),
} as const;
