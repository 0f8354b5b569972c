/** The codes of SAM's extracts in words; another code stays as it is. */
export const REGISTRATION_STATUS: Readonly<Record<'A' | 'E', string>> = { A: 'Active', E: 'Expired' };

/** The publisher's file is up to a month old: a registration that it calls active may have ended since. */
export function statusOn(today: string, status: string, expirationDate: string | null | undefined): string {
  return status === 'Active' && hasPassed(expirationDate, today) ? 'Expired' : status;
}

/** A registration is good through its last day. Dates are `YYYY-MM-DD`. */
function hasPassed(lastDay: string | null | undefined, today: string): boolean {
  return lastDay !== null && lastDay !== undefined && lastDay < today;
}

/** `YYYY-MM-DD` in UTC; milliseconds since 1970. */
export function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}
