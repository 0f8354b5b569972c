import type { TypeClass } from '../../../contract/vocabulary.js';
import type { Row } from '../../declare/index.js';
import type { Legend } from '../words.js';

/** The Comptroller's legend of the right to transact business, which depends on franchise tax. */
export const RIGHT_TO_TRANSACT: Legend = {
  A: ['Active (franchise tax)', 'active'],
  D: ['Active - Eligible for Termination/Withdrawal (franchise tax)', 'active'],
  N: ['Forfeited (franchise tax)', 'inactive'],
  I: ['Franchise Tax Involuntarily Ended', 'inactive'],
  U: ['Franchise Tax Not Established'],
};

export function typeOfCode(row: Row<'taxpayer_organizational_type'>) {
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
