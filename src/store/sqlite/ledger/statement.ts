import {
  grantMovements,
  type Movement,
  type StatedGrant,
  type Statement,
  statementOf,
  unwrittenMonths,
} from '../../../domain/accounts/statement.js';
import type { Sqlite } from '../file/driver.js';
import type { Accounts } from './accounts.js';
import type { LedgerClock } from './clock.js';

/** See `Ledger.statement`. Reads one snapshot of the ledger, in one transaction. */
export function statementReader(database: Sqlite, clock: LedgerClock, accounts: Accounts) {
  const grants = database.prepare<[string], StatedGrant>(
    `SELECT g.credits, r.remaining, g.reason, g.period_start AS periodStart, g.created_at AS createdAt,
       g.expires_at AS expiresAt
     FROM grants g JOIN grant_remaining r ON r.grant_id = g.id WHERE g.account_id = ? ORDER BY g.id`,
  );
  const charges = database.prepare<[string], Movement>(
    `SELECT at, 'charge' AS kind, -credits AS credits, 1 AS requests, operation, key_id AS keyId,
       request_id AS requestId, NULL AS note
     FROM charges WHERE account_id = ? ORDER BY id`,
  );
  const refunds = database.prepare<[string], Movement>(
    `SELECT r.at, 'refund' AS kind, r.credits, 1 AS requests, c.operation, c.key_id AS keyId,
       c.request_id AS requestId, r.reason AS note
     FROM refunds r JOIN charges c ON c.id = r.charge_id WHERE c.account_id = ? ORDER BY r.id`,
  );
  const oldCharges = database.prepare<[string], Movement>(
    `SELECT latest AS at, 'charge' AS kind, -credits AS credits, requests, operation, key_id AS keyId,
       NULL AS requestId, NULL AS note
     FROM charge_sums WHERE account_id = ? ORDER BY id`,
  );
  const oldRefunds = database.prepare<[string], Movement>(
    `SELECT latest AS at, 'refund' AS kind, refunded AS credits, NULL AS requests, operation, key_id AS keyId,
       NULL AS requestId, NULL AS note
     FROM charge_sums WHERE account_id = ? AND refunded > 0 ORDER BY id`,
  );

  const takeBacks = database.prepare<[string], Movement>(
    `SELECT t.at, 'take_back' AS kind, -t.credits AS credits, NULL AS requests, NULL AS operation, NULL AS keyId,
       NULL AS requestId, t.reason AS note
     FROM take_backs t JOIN grants g ON g.id = t.grant_id WHERE g.account_id = ? ORDER BY t.id`,
  );

  return database.transaction(
    (accountId: string, from: number, to: number, machineTime: number): Statement => {
      const account = accounts.need(accountId);
      const now = clock.read(machineTime);
      const written = grants.all(accountId);
      const periods = new Set(written.flatMap(({ periodStart }) => periodStart ?? []));
      const monthlyAt = (start: number) => accounts.monthlyAt(accountId, start);
      const all = [...written, ...unwrittenMonths(account.createdAt, monthlyAt, periods, now)];
      const movements = [oldCharges, oldRefunds, charges, refunds, takeBacks].flatMap((read) =>
        read.all(accountId),
      );
      return statementOf(accountId, from, to, [...grantMovements(all, now), ...movements]);
    },
  );
}
