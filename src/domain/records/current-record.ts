import type { EntityData } from '../entity.js';

interface Stored {
  /** `EntityData` as JSON text. */
  readonly document: string;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
}

/** Returns false if the record has no day on which its status ends. Searching without the opening quote halves the time. */
export function canExpire({ document }: Pick<Stored, 'document'>): boolean {
  return document.includes('expirationDate":');
}

/**
 * Returns the record as of now. After its last day, its status changes, with the end of that day as time of the change. Returns
 * the record itself if nothing ended.
 */
export function currentRecord<Some extends Stored>(stored: Some, now: number): Some {
  if (!canExpire(stored)) return stored;
  const data = JSON.parse(stored.document) as EntityData;
  const { expirationDate, status } = data;
  if (expirationDate === undefined || status === undefined) return stored;
  const current = statusOn(dayOf(now), status, expirationDate);
  if (current === status) return stored;
  const changedAt = Math.max(stored.changedAt, Date.parse(`${expirationDate}T00:00:00Z`) + DAY_MS);
  return { ...stored, document: JSON.stringify({ ...data, status: current }), changedAt };
}

/**
 * Returns a record as it is after leaving a list of active bodies: being listed was all that its status meant. Returns the
 * record itself if it is still listed, or its publisher also lists inactive bodies.
 */
export function listedRecord<Some extends Pick<Stored, 'document'> & { readonly goneSince: number | null }>(
  stored: Some,
  source: { readonly activeOnly: boolean } | undefined,
): Some {
  if (stored.goneSince === null || !source?.activeOnly) return stored;
  const data: EntityData = { ...(JSON.parse(stored.document) as EntityData), status: NOT_LISTED };
  return { ...stored, document: JSON.stringify(data) };
}

const NOT_LISTED = 'No longer listed';

const DAY_MS = 86_400_000;

/** Words for the codes in SAM extracts; other codes are unchanged. */
export const REGISTRATION_STATUS: Readonly<Record<'A' | 'E', string>> = { A: 'Active', E: 'Expired' };

/** The publisher's file is up to a month old: an active registration may have expired since. */
export function statusOn(today: string, status: string, expirationDate: string | null | undefined): string {
  return status === 'Active' && hasPassed(expirationDate, today) ? 'Expired' : status;
}

/** A registration is valid through its last day. Dates are `YYYY-MM-DD`. */
function hasPassed(lastDay: string | null | undefined, today: string): boolean {
  return lastDay !== null && lastDay !== undefined && lastDay < today;
}

/** Returns `YYYY-MM-DD` in UTC; `now` in milliseconds since 1970. */
export function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}
