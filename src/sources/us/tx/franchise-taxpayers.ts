import { portalDate } from '../../../domain/dates.js';
import { defineSource, type Row } from '../../declare.js';
import { socrata } from '../../families/socrata.js';
import { columns } from '../../support/columns.js';
import { employerNumber } from '../../support/ein.js';
import { addressIn } from '../parts.js';
import { statusOfCode } from '../words.js';
import { RIGHT_TO_TRANSACT, typeOfCode } from './comptroller-codes.js';

const FILE_NUMBER = 'secretary_of_state_sos_or_coa_file_number';
/** The portal is asked by file number alone: a number that somebody else asks for may be a person's. */
export const usTxFranchiseTaxpayers = defineSource({
  ...socrata('TX', 'data.texas.gov', '9cir-efmm', {
    key: 'secretary_of_state_sos_or_coa_file_number',
    name: 'taxpayer_name',
  }),
  id: 'us_tx_franchise_taxpayers',
  title: 'Texas Active Franchise Taxpayers',
  agency: {
    name: 'Texas Comptroller of Public Accounts',
    level: 'state',
    url: 'https://comptroller.texas.gov',
  },
  licence: 'public record',
  every: 'week',
  layout: 'verified',
  coverage:
    'Active franchise taxpayers only. The status is the right to transact business by franchise tax, not the ' +
    'standing at the Secretary of State. No agents, officers or filings; names often lack the legal form.',
  recordClass: 'registry_entity',
  publishes: { registeredAgent: false, officers: false, filings: false },
  expect: { min: 2_500_000, filled: { type: 0.9, principalAddress: 0.9 } },
  columns: columns(
    'taxpayer_number taxpayer_name taxpayer_address taxpayer_city taxpayer_state taxpayer_zip sos_charter_date',
    'taxpayer_organizational_type secretary_of_state_sos_or_coa_file_number right_to_transact_business_code',
  ),
  // The industry code stands in a field that the portal named after one of its values.
  ignore: columns(
    'taxpayer_county_code record_type_code responsibility_beginning_date sos_status_date sos_status_code',
    'current_exempt_reason_code exempt_begin_date _621111 naics_code',
  ),
  record: (row) => {
    const number = taxpayerNumber(row);
    const key = row.take(FILE_NUMBER) ?? number;
    // Nothing is left to name a taxpayer by who has a number that is a person's and no file number.
    if (key === undefined) return undefined;
    const ein = employerNumber(/^1(\d{9})\d$/.exec(number ?? '')?.[1]);
    return {
      key,
      name: row.need('taxpayer_name'),
      ...typeOfCode(row),
      ...statusOfCode(row, 'right_to_transact_business_code', RIGHT_TO_TRANSACT),
      formedDate: portalDate(row.take('sos_charter_date')),
      principalAddress: addressIn(
        row,
        'organization',
        ['taxpayer_address'],
        'taxpayer_city',
        'taxpayer_state',
        'taxpayer_zip',
      ),
      linkKeys: ein === undefined ? [] : [{ scheme: 'ein', value: ein }],
    };
  },
});

/**
 * A number that begins with 1 holds the employer identification number, one with 3 was made by the Comptroller.
 * One with 2 holds a social security number, and any other is not known: they go no further than this line.
 */
function taxpayerNumber(row: Row<'taxpayer_number'>): string | undefined {
  const number = row.take('taxpayer_number');
  return number !== undefined && /^[13]\d{10}$/.test(number) ? number : undefined;
}
