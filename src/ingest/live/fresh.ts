import type { PortalSource } from '../portal/records.js';

/** How long the response "no such record" is cached. */
export const UNKNOWN_FRESH_MS = 5 * 60_000;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How long a portal's response counts as current. */
export function freshMs({ portal, every }: PortalSource): number {
  if (portal.freshMinutes !== undefined) return portal.freshMinutes * 60_000;
  return every === 'day' ? HOUR_MS : DAY_MS;
}
