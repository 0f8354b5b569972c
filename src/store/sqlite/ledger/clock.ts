import type { Sqlite } from '../file/driver.js';

/**
 * Ledger time is the later of the machine's clock and the latest time stored in this file. A clock that steps back therefore
 * neither revives a past period nor grants one twice.
 */
export interface LedgerClock {
  read(at: number): number;
  /** Like `read`, and stores the time. Only inside a write transaction. */
  advance(at: number): number;
}

export function ledgerClock(database: Sqlite): LedgerClock {
  const seen = database.prepare<[], number>('SELECT seen_at FROM ledger_clock').pluck();
  const remember = database.prepare<[number]>('UPDATE ledger_clock SET seen_at = ?');
  const read = (at: number) => Math.max(at, seen.get() ?? 0);
  return {
    read,
    advance: (at) => {
      const now = read(at);
      if (now === at) remember.run(at);
      return now;
    },
  };
}
