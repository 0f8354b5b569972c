import type { PortalSource } from '../portal/records.js';

/** How long "the portal has no such record" is believed. */
export const UNKNOWN_FRESH_MS = 5 * 60_000;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How long what a portal answered is taken for current. */
export function freshMs({ portal, every }: PortalSource): number {
  if (portal.freshMinutes !== undefined) return portal.freshMinutes * 60_000;
  return every === 'day' ? HOUR_MS : DAY_MS;
}
