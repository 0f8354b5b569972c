/**
 * Ledger time of an account is the later of the server's clock and the latest time stored with its balance. Nodes' clocks are
 * irrelevant, and a clock that steps back revives no past period. `caller` uses the caller's time instead of the server's, like
 * the embedded ledger.
 */
export type LedgerClock = 'database' | 'caller';

/** The server's time in milliseconds since 1970, as a column. */
export const NOW = 'floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now';

export function timeOf(clock: LedgerClock, callerTime: number, now: number, seenAt: number): number {
  return Math.max(clock === 'caller' ? callerTime : now, seenAt);
}
