import type { TypeClass } from '../../../contract/vocabulary.js';
import type { DeclaredDraft, Identifier } from '../../../domain/entity.js';
import { oneLineAddress } from '../../../domain/places/addresses.js';
import { defineSource, type Row } from '../../declare/index.js';
import { socrata } from '../../families/socrata.js';
import { employerNumber } from '../../support/ein.js';
import { dateIn } from '../../support/values.js';
import { formationOf, isForeignType } from '../formation.js';
import { type Legend, statusOfCode } from '../words.js';
import { FILE_NUMBER, TAXPAYER_COLUMNS } from './taxpayer-columns.js';

function taxpayerRecord(row: Row<(typeof TAXPAYER_COLUMNS.columns)[number]>): DeclaredDraft | undefined {
  const number = taxpayerNumber(row);
  const key = row.take(FILE_NUMBER) ?? number;
  // Nothing is left to name a taxpayer by who has a number that is a person's and no file number.
  if (key === undefined) return undefined;
  const type = typeOfCode(row);
  return {
    key,
    name: row.need('taxpayer_name'),
    ...type,
    ...statusOfCode(row, 'right_to_transact_business_code', RIGHT_TO_TRANSACT),
    ...formationOf(dateIn(row, 'sos_charter_date'), isForeignType(type.type)),
    principalAddress: oneLineAddress({
      street: row.take('taxpayer_address'),
      city: row.take('taxpayer_city'),
      state: row.take('taxpayer_state'),
      zip: row.take('taxpayer_zip'),
    }),
    linkKeys: employerKeys(number),
  };
}

/** The Comptroller's legend of the right to transact business, which depends on franchise tax. */
const RIGHT_TO_TRANSACT: Legend = {
  A: ['Active (franchise tax)', 'active'],
  D: ['Active - Eligible for Termination/Withdrawal (franchise tax)', 'active'],
  N: ['Forfeited (franchise tax)', 'inactive'],
  I: ['Franchise Tax Involuntarily Ended', 'inactive'],
  U: ['Franchise Tax Not Established'],
};

function typeOfCode(row: Row<'taxpayer_organizational_type'>) {
  const code = row.take('taxpayer_organizational_type');
  const [type, typeClass] = (code !== undefined && ORGANIZATIONAL_TYPES[code]) || [];
  if (code !== undefined && type === undefined) row.unknown('taxpayer_organizational_type', code);
  return { type: type ?? code, typeClass };
}

/** The Comptroller's legend, as far as franchise taxpayers have been seen with it. */
const ORGANIZATIONAL_TYPES: Readonly<Record<string, readonly [type: string, typeClass: TypeClass]>> = {
  AB: ['Texas Business Association', 'other'],
  AC: ['Foreign Business Association', 'other'],
  AF: ['Foreign Professional Association', 'corporation'],
  AP: ['Texas Professional Association', 'corporation'],
  AR: ['Other Association', 'other'],
  CF: ['Foreign Profit Corporation', 'corporation'],
  CI: ['Foreign Limited Liability Company', 'llc'],
  CL: ['Texas Limited Liability Company', 'llc'],
  CM: ['Foreign Non-Profit Corporation', 'nonprofit'],
  CN: ['Texas Non-Profit Corporation', 'nonprofit'],
  CP: ['Texas Professional Corporation', 'corporation'],
  CR: ['Texas Insurance Corporation', 'corporation'],
  CS: ['Foreign Insurance Corporation', 'corporation'],
  CT: ['Texas Profit Corporation', 'corporation'],
  CU: ['Foreign Professional Corporation', 'corporation'],
  PB: ['Business General Partnership', 'other'],
  PF: ['Foreign Limited Partnership', 'lp'],
  PI: ['Individual General Partnership', 'other'],
  PL: ['Texas Limited Partnership', 'lp'],
  PV: ['Texas Joint Venture', 'other'],
  PW: ['Foreign Joint Venture', 'other'],
  PX: ['Texas Limited Liability Partnership', 'llp'],
  PY: ['Foreign Limited Liability Partnership', 'llp'],
  TF: ['Foreign Business Trust', 'trust'],
  TH: ['Texas Real Estate Investment Trust', 'trust'],
  TI: ['Foreign Real Estate Investment Trust', 'trust'],
  TR: ['Trust', 'trust'],
};

/**
 * A number starting with 1 contains the employer identification number; one with 3 was assigned by the
 * Comptroller. One with 2 contains a social security number, and others are unknown: they are dropped here.
 */
function taxpayerNumber(row: Row<'taxpayer_number'>): string | undefined {
  const number = row.take('taxpayer_number');
  return number !== undefined && /^[13]\d{10}$/.test(number) ? number : undefined;
}

/** The employer identification number between the 1 and the check digit. */
function employerKeys(number: string | undefined): readonly Identifier[] {
  const ein = employerNumber(/^1(\d{9})\d$/.exec(number ?? '')?.[1]);
  return ein === undefined ? [] : [{ scheme: 'ein', value: ein }];
}

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
