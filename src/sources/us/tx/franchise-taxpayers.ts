import { portalDate } from '../../../domain/dates.js';
import { defineSource } from '../../declare.js';
import { socrata } from '../../families/socrata.js';
import { addressIn } from '../parts.js';
import { statusOfCode } from '../words.js';
import { RIGHT_TO_TRANSACT, typeOfCode } from './comptroller-codes.js';
import { TAXPAYER_COLUMNS } from './taxpayer-columns.js';
import { employerKeys, taxpayerNumber } from './taxpayer-number.js';

const FILE_NUMBER = 'secretary_of_state_sos_or_coa_file_number';

/** The portal is asked by file number alone: a number that somebody else asks for may be a person's. */
export const usTxFranchiseTaxpayers = defineSource({
  ...socrata('TX', 'data.texas.gov', '9cir-efmm', { key: FILE_NUMBER, name: 'taxpayer_name' }),
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
  ...TAXPAYER_COLUMNS,
  record: (row) => {
    const number = taxpayerNumber(row);
    const key = row.take(FILE_NUMBER) ?? number;
    // Nothing is left to name a taxpayer by who has a number that is a person's and no file number.
    if (key === undefined) return undefined;
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
      linkKeys: employerKeys(number),
    };
  },
});
