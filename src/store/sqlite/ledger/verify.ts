import { type Burn, isLive, periodAt, sumBurns } from '../../../domain/credits.js';
import type { LedgerFinding, PriceItem } from '../../store.js';
import type { Sqlite } from '../database.js';

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

interface Tally {
  readonly grant: GrantRow;
  left: number;
}

/** Recomputes every counter from the rows and names every disagreement; an empty list is the proof. */
export function verifier(database: Sqlite) {
  const grants = database.prepare<[], GrantRow>(
    `SELECT g.id, g.account_id AS accountId, g.kind, g.credits, g.period_start AS periodStart,
       g.created_at AS createdAt, g.expires_at AS expiresAt, r.remaining,
       a.monthly_credits AS monthlyCredits, a.created_at AS accountCreatedAt
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
       LEFT JOIN charges c ON c.id = k.charge_id AND c.account_id = k.account_id
       LEFT JOIN refunds r ON r.charge_id = k.charge_id
     WHERE c.id IS NULL OR r.id IS NOT NULL`,
  );
  const seenAt = database.prepare<[], number>('SELECT seen_at FROM ledger_clock').pluck();

  return database.transaction((): LedgerFinding[] => {
    const findings: LedgerFinding[] = [];
    const tallies = new Map(grants.all().map((grant) => [grant.id, { grant, left: grant.credits }]));
    const clock = seenAt.get() ?? 0;
    for (const charge of charges.iterate()) checkCharge(charge, tallies, clock, findings);
    for (const tally of tallies.values()) checkGrant(tally, findings);
    for (const { accountId, key } of strayKeys.iterate()) {
      findings.push({ accountId, what: `idempotency key ${key}: no charge of its own stands behind it` });
    }
    return findings;
  });
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

function checkGrant({ grant, left }: Tally, findings: LedgerFinding[]): void {
  const report = (what: string) =>
    findings.push({ accountId: grant.accountId, what: `grant ${grant.id}: ${what}` });
  if (grant.remaining !== left) report(`counter says ${grant.remaining}, its rows say ${left}`);
  if (left < 0 || left > grant.credits) report(`${left} of ${grant.credits} credits are left`);
  if (grant.kind === 'extra' || grant.periodStart === null) return;
  const period = periodAt(grant.accountCreatedAt, grant.periodStart);
  if (period.start !== grant.periodStart || period.end !== grant.expiresAt) {
    report('is not a period of its account');
  }
  if (grant.credits !== grant.monthlyCredits) report(`is not the ${grant.monthlyCredits} monthly credits`);
}
