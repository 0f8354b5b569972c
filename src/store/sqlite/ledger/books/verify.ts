import { type Burn, isLive, periodAt, sumBurns } from '../../../../domain/accounts/credits.js';
import type { LedgerFinding, PriceItem } from '../../../store.js';
import type { Sqlite } from '../../driver.js';

interface GrantRow {
  readonly id: number;
  readonly accountId: string;
  readonly kind: 'monthly' | 'extra';
  readonly credits: number;
  readonly periodStart: number | null;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly remaining: number | null;
  readonly monthlyCredits: number;
  readonly accountCreatedAt: number;
}

interface ChargeRow {
  readonly id: number;
  readonly at: number;
  readonly accountId: string;
  readonly credits: number;
  readonly breakdown: string;
  readonly burned: string;
  readonly refundedAt: number | null;
  readonly refundCredits: number | null;
  readonly returned: string | null;
}

interface GrantSum {
  readonly grantId: number;
  readonly accountId: string | null;
  readonly burned: number;
  readonly returned: number;
}

interface ChargeSum {
  readonly accountId: string;
  readonly credits: number;
  readonly refunded: number;
  readonly items: number;
}

interface TakeBack {
  readonly id: number;
  readonly grantId: number;
  readonly at: number;
  readonly credits: number;
}

interface Tally {
  readonly grant: GrantRow;
  left: number;
  takenBack: number;
}

/** Recomputes every counter from the rows and names every disagreement; an empty list is the proof. */
export function verifier(database: Sqlite) {
  const grants = database.prepare<[], GrantRow>(
    `SELECT g.id, g.account_id AS accountId, g.kind, g.credits, g.period_start AS periodStart,
       g.created_at AS createdAt, g.expires_at AS expiresAt, r.remaining,
       coalesce((SELECT p.monthly_credits FROM account_plans p WHERE p.account_id = a.id AND p.since <= g.period_start
         ORDER BY p.id DESC LIMIT 1), a.monthly_credits) AS monthlyCredits, a.created_at AS accountCreatedAt
     FROM grants g JOIN accounts a ON a.id = g.account_id LEFT JOIN grant_remaining r ON r.grant_id = g.id
     ORDER BY g.id`,
  );
  const charges = database.prepare<[], ChargeRow>(
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
  const grantSums = database.prepare<[], GrantSum>(
    `SELECT s.grant_id AS grantId, g.account_id AS accountId, sum(s.burned) AS burned, sum(s.returned) AS returned
     FROM grant_sums s LEFT JOIN grants g ON g.id = s.grant_id GROUP BY s.grant_id`,
  );
  const chargeSums = database.prepare<[], ChargeSum>(
    `SELECT account_id AS accountId, sum(credits) AS credits, sum(refunded) AS refunded,
       sum((SELECT sum(value ->> 'credits') FROM json_each(breakdown))) AS items
     FROM charge_sums GROUP BY account_id`,
  );
  const takeBacks = database.prepare<[], TakeBack>(
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
    for (const { accountId, key } of strayKeys.iterate()) {
      findings.push({ accountId, what: `idempotency key ${key}: no charge of its own stands behind it` });
    }
    for (const { accountId, key } of wrongParts.iterate()) {
      findings.push({
        accountId,
        what: `idempotency key ${key}: its parts are not its charges, or paid twice`,
      });
    }
    return findings;
  });
}

/** Rolled-up charges: the sums by day must be the sums by grant. */
function checkSums(
  grantSums: readonly GrantSum[],
  chargeSums: readonly ChargeSum[],
  tallies: ReadonlyMap<number, Tally>,
  findings: LedgerFinding[],
): void {
  const held = new Map(chargeSums.map((sum) => [sum.accountId, { ...sum }]));
  for (const { grantId, accountId, burned, returned } of grantSums) {
    const tally = tallies.get(grantId);
    const account = held.get(accountId ?? '');
    if (tally) tally.left -= burned - returned;
    if (!tally || !account) {
      findings.push({
        accountId: accountId ?? '',
        what: `sums of grant ${grantId}: there is no such grant or charge`,
      });
      continue;
    }
    account.credits -= burned;
    account.refunded -= returned;
  }
  for (const sum of chargeSums) {
    const left = held.get(sum.accountId);
    const report = (what: string) =>
      findings.push({ accountId: sum.accountId, what: `sums of charges: ${what}` });
    if (left?.credits !== 0) report(`${left?.credits} credits more than its grants were burned`);
    if (left?.refunded !== 0) report(`${left?.refunded} credits more than its grants were given back`);
    if (sum.items !== sum.credits) report('their breakdown is not their sum');
  }
}

function checkCharge(
  charge: ChargeRow,
  tallies: ReadonlyMap<number, Tally>,
  clock: number,
  findings: LedgerFinding[],
): void {
  const report = (what: string) =>
    findings.push({ accountId: charge.accountId, what: `charge ${charge.id}: ${what}` });
  const burned = JSON.parse(charge.burned) as Burn[];
  const items = JSON.parse(charge.breakdown) as PriceItem[];
  if (sumBurns(burned) !== charge.credits) report(`burned ${sumBurns(burned)} of ${charge.credits} credits`);
  if (items.reduce((sum, item) => sum + item.credits, 0) !== charge.credits) {
    report('its breakdown is not its sum');
  }
  if (charge.at > clock) report('is later than the ledger clock');
  for (const [grantId, credits] of burned) {
    const tally = tallies.get(grantId);
    if (!tally) {
      report(`burned grant ${grantId}, which does not exist`);
      continue;
    }
    if (tally.grant.accountId !== charge.accountId) report(`burned grant ${grantId} of another account`);
    if (!isLive(tally.grant, charge.at)) report(`burned grant ${grantId} after its end`);
    tally.left -= credits;
  }
  checkRefund(charge, burned, tallies, report);
}

function checkRefund(
  charge: ChargeRow,
  burned: readonly Burn[],
  tallies: ReadonlyMap<number, Tally>,
  report: (what: string) => void,
): void {
  if (charge.refundedAt === null || charge.returned === null) return;
  const returned = JSON.parse(charge.returned) as Burn[];
  if (sumBurns(returned) !== charge.refundCredits) report('its refund is not the sum of what it gave back');
  if (charge.refundedAt < charge.at) report('was refunded before it was made');
  for (const [grantId, credits] of returned) {
    const tally = tallies.get(grantId);
    const taken = burned.find(([id]) => id === grantId)?.[1] ?? 0;
    if (credits > taken) report(`gave grant ${grantId} back ${credits} of ${taken} credits`);
    if (!tally) continue;
    if (!isLive(tally.grant, charge.refundedAt)) report(`gave back to grant ${grantId} after its end`);
    tally.left += credits;
  }
}

function checkTakeBack(
  { id, grantId, at, credits }: TakeBack,
  tallies: ReadonlyMap<number, Tally>,
  clock: number,
  findings: LedgerFinding[],
): void {
  const tally = tallies.get(grantId);
  const report = (what: string) =>
    findings.push({
      accountId: tally?.grant.accountId ?? '',
      what: `credits taken back, row ${id}: ${what}`,
    });
  if (!tally) return void report(`there is no grant ${grantId}`);
  if (!isLive(tally.grant, at)) report(`taken from grant ${grantId} after its end`);
  if (at > clock) report('is later than the ledger clock');
  tally.left -= credits;
  tally.takenBack += credits;
}

function checkGrant({ grant, left, takenBack }: Tally, findings: LedgerFinding[]): void {
  const report = (what: string) =>
    findings.push({ accountId: grant.accountId, what: `grant ${grant.id}: ${what}` });
  if (grant.remaining !== left) report(`counter says ${grant.remaining}, its rows say ${left}`);
  if (left < 0 || left > grant.credits - takenBack) report(`${left} of ${grant.credits} credits are left`);
  if (grant.kind === 'extra' || grant.periodStart === null) return;
  const period = periodAt(grant.accountCreatedAt, grant.periodStart);
  if (period.start !== grant.periodStart || period.end !== grant.expiresAt) {
    report('is not a period of its account');
  }
  if (grant.credits !== grant.monthlyCredits) report(`is not the ${grant.monthlyCredits} monthly credits`);
}
