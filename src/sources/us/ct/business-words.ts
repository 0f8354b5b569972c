import type { Activity, TypeClass } from '../../../contract/vocabulary.js';
import type { Row } from '../../declare/index.js';

export function wordsOf(row: Row<'business_type' | 'status'>) {
  const type = row.take('business_type');
  const status = row.take('status');
  const typeClass = TYPE_CLASSES.get(type ?? '');
  const activity = ACTIVITY_BY_STATUS.get(status ?? '');
  if (type !== undefined && typeClass === undefined) row.unknown('business_type', type);
  if (status !== undefined && activity === undefined) row.unknown('status', status);
  return { type, typeClass, status, activity };
}

/** The register's own words for kinds of business; 11 are published, these are the ones seen. */
const TYPE_CLASSES: ReadonlyMap<string, TypeClass> = new Map([
  ['LLC', 'llc'],
  ['Stock', 'corporation'],
  ['B Corp', 'corporation'],
  ['Non-Stock', 'nonprofit'],
  ['Limited Partnership', 'lp'],
  ['LP', 'lp'],
  ['LLP', 'llp'],
  ['Statutory Trust', 'trust'],
]);

/** 16 statuses are published, Active, Forfeited and Dissolved were seen; the rest follow the same statutes. */
const ACTIVITY_BY_STATUS: ReadonlyMap<string, Activity> = new Map([
  ['Active', 'active'],
  ['Forfeited', 'inactive'],
  ['Dissolved', 'inactive'],
  ['Withdrawn', 'inactive'],
  ['Cancelled', 'inactive'],
  ['Merged', 'inactive'],
  ['Consolidated', 'inactive'],
  ['Converted', 'inactive'],
  ['Expired', 'inactive'],
  ['Revoked', 'inactive'],
]);
