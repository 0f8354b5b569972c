import { defineSource } from '../../declare/index.js';
import { socrata } from '../../families/socrata.js';
import { FILE_NUMBER, TAXPAYER_COLUMNS } from './taxpayer-columns.js';
import { taxpayerRecord } from './taxpayer-record.js';

/** The portal is only queried by file number, because another number in a request may be a person's. */
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
  record: taxpayerRecord,
});
