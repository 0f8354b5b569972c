import {
  type CheckedCharge,
  type CheckedChargeSum,
  type CheckedGrant,
  type CheckedGrantSum,
  type CheckedTakeBack,
  checkCharge,
  checkGrant,
  checkSums,
  checkTakeBack,
  keyFindings,
} from '../../ledger-rules/checks.js';
import type { LedgerFinding } from '../../store.js';
import type { Sqlite } from '../file/driver.js';

/** Recomputes every counter from the rows and lists all differences; the list is empty if the ledger is correct. */
export function verifier(database: Sqlite) {
  const grants = database.prepare<[], CheckedGrant>(
    `SELECT g.id, g.account_id AS accountId, g.kind, g.credits, g.period_start AS periodStart,
       g.created_at AS createdAt, g.expires_at AS expiresAt, r.remaining,
       coalesce((SELECT p.monthly_credits FROM account_plans p WHERE p.account_id = a.id AND p.since <= g.period_start
         ORDER BY p.id DESC LIMIT 1), a.monthly_credits) AS monthlyCredits, a.created_at AS accountCreatedAt
     FROM grants g JOIN accounts a ON a.id = g.account_id LEFT JOIN grant_remaining r ON r.grant_id = g.id
     ORDER BY g.id`,
  );
  const charges = database.prepare<[], CheckedCharge>(
    `SELECT c.id, c.at, c.account_id AS accountId, c.credits, c.breakdown, c.burned,
       r.at AS refundedAt, r.credits AS refundCredits, r.returned
     FROM charges c LEFT JOIN refunds r ON r.charge_id = c.id ORDER BY c.id`,
  );
  const strayKeys = database.prepare<[], { accountId: string; key: string }>(
    `SELECT k.account_id AS accountId, k.key FROM idempotency_keys k
       LEFT JOIN idempotency_charges p ON p.account_id = k.account_id AND p.key = k.key
       LEFT JOIN charges c ON c.id = p.charge_id AND c.account_id = k.account_id
       LEFT JOIN refunds r ON r.charge_id = p.charge_id
     WHERE c.id IS NULL OR r.id IS NOT NULL`,
  );
  const wrongParts = database.prepare<[], { accountId: string; key: string }>(
    `SELECT p.account_id AS accountId, p.key FROM idempotency_charges p JOIN charges c ON c.id = p.charge_id
     WHERE p.parts IS NOT NULL AND c.credits <> (SELECT sum(value ->> 2) FROM json_each(p.parts))
     UNION
     SELECT p.account_id, p.key FROM idempotency_charges p, json_each(p.parts)
     GROUP BY p.account_id, p.key, value ->> 0, value ->> 1 HAVING count(*) > 1`,
  );
  const grantSums = database.prepare<[], CheckedGrantSum>(
    `SELECT s.grant_id AS grantId, g.account_id AS accountId, sum(s.burned) AS burned, sum(s.returned) AS returned
     FROM grant_sums s LEFT JOIN grants g ON g.id = s.grant_id GROUP BY s.grant_id`,
  );
  const chargeSums = database.prepare<[], CheckedChargeSum>(
    `SELECT account_id AS accountId, sum(credits) AS credits, sum(refunded) AS refunded,
       sum((SELECT sum(value ->> 'credits') FROM json_each(breakdown))) AS items
     FROM charge_sums GROUP BY account_id`,
  );
  const takeBacks = database.prepare<[], CheckedTakeBack>(
    'SELECT id, grant_id AS grantId, at, credits FROM take_backs ORDER BY id',
  );
  const rolledUpTo = database.prepare<[], number>('SELECT last_charge FROM rolled_up').pluck();
  const seenAt = database.prepare<[], number>('SELECT seen_at FROM ledger_clock').pluck();

  return database.transaction((): LedgerFinding[] => {
    const findings: LedgerFinding[] = [];
    const tallies = new Map(
      grants.all().map((grant) => [grant.id, { grant, left: grant.credits, takenBack: 0 }]),
    );
    const clock = seenAt.get() ?? 0;
    const last = rolledUpTo.get() ?? 0;
    checkSums(grantSums.all(), chargeSums.all(), tallies, findings);
    for (const charge of charges.iterate()) {
      if (charge.id <= last)
        findings.push({ accountId: charge.accountId, what: `charge ${charge.id}: is a sum too` });
      checkCharge(charge, tallies, clock, findings);
    }
    for (const taken of takeBacks.iterate()) checkTakeBack(taken, tallies, clock, findings);
    for (const tally of tallies.values()) checkGrant(tally, findings);
    return [...findings, ...keyFindings(strayKeys.iterate(), wrongParts.iterate())];
  });
}
