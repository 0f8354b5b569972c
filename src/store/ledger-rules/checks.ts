import { type Burn, isLive, periodAt, sumBurns } from '../../domain/accounts/credits.js';
import type { LedgerFinding, PriceItem } from '../state/ledger.js';

export interface CheckedGrant {
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

export interface CheckedCharge {
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

export interface CheckedGrantSum {
  readonly grantId: number;
  readonly accountId: string | null;
  readonly burned: number;
  readonly returned: number;
}

export interface CheckedChargeSum {
  readonly accountId: string;
  readonly credits: number;
  readonly refunded: number;
  readonly items: number;
}

export interface CheckedTakeBack {
  readonly id: number;
  readonly grantId: number;
  readonly at: number;
  readonly credits: number;
}

interface Tally {
  readonly grant: CheckedGrant;
  left: number;
  takenBack: number;
}

/** Rolled-up charges: the sums by day must be the sums by grant. */
export function checkSums(
  grantSums: readonly CheckedGrantSum[],
  chargeSums: readonly CheckedChargeSum[],
  tallies: ReadonlyMap<number, Tally>,
  findings: LedgerFinding[],
): void {
  const totals = new Map(chargeSums.map((sum) => [sum.accountId, { ...sum }]));
  for (const { grantId, accountId, burned, returned } of grantSums) {
    const tally = tallies.get(grantId);
    const account = totals.get(accountId ?? '');
    if (tally) tally.left -= burned - returned;
    if (!tally || !account) {
      findings.push({
        accountId: accountId ?? '',
        what: `sums of grant ${grantId}: the grant or charge does not exist`,
      });
      continue;
    }
    account.credits -= burned;
    account.refunded -= returned;
  }
  for (const sum of chargeSums) {
    const left = totals.get(sum.accountId);
    const report = (what: string) =>
      findings.push({ accountId: sum.accountId, what: `sums of charges: ${what}` });
    if (left?.credits !== 0) report(`${left?.credits} credits more than were taken from its grants`);
    if (left?.refunded !== 0) report(`${left?.refunded} credits more than were returned to its grants`);
    if (sum.items !== sum.credits) report('their breakdown differs from their sum');
  }
}

export function checkCharge(
  charge: CheckedCharge,
  tallies: ReadonlyMap<number, Tally>,
  clock: number,
  findings: LedgerFinding[],
): void {
  const report = (what: string) =>
    findings.push({ accountId: charge.accountId, what: `charge ${charge.id}: ${what}` });
  const burned = JSON.parse(charge.burned) as Burn[];
  const items = JSON.parse(charge.breakdown) as PriceItem[];
  if (sumBurns(burned) !== charge.credits) report(`took ${sumBurns(burned)} of ${charge.credits} credits`);
  if (items.reduce((sum, item) => sum + item.credits, 0) !== charge.credits) {
    report('its breakdown differs from its sum');
  }
  if (charge.at > clock) report('is later than the ledger clock');
  for (const [grantId, credits] of burned) {
    const tally = tallies.get(grantId);
    if (!tally) {
      report(`took credits from grant ${grantId}, which does not exist`);
      continue;
    }
    if (tally.grant.accountId !== charge.accountId)
      report(`took credits from grant ${grantId} of another account`);
    if (!isLive(tally.grant, charge.at)) report(`took credits from grant ${grantId} after its end`);
    tally.left -= credits;
  }
  checkRefund(charge, burned, tallies, report);
}

function checkRefund(
  charge: CheckedCharge,
  burned: readonly Burn[],
  tallies: ReadonlyMap<number, Tally>,
  report: (what: string) => void,
): void {
  if (charge.refundedAt === null || charge.returned === null) return;
  const returned = JSON.parse(charge.returned) as Burn[];
  if (sumBurns(returned) !== charge.refundCredits)
    report('its refund differs from the credits that were returned');
  if (charge.refundedAt < charge.at) report('was refunded before it was charged');
  for (const [grantId, credits] of returned) {
    const tally = tallies.get(grantId);
    const taken = burned.find(([id]) => id === grantId)?.[1] ?? 0;
    if (credits > taken)
      report(`returned ${credits} credits to grant ${grantId}, of which ${taken} were taken`);
    if (!tally) continue;
    if (!isLive(tally.grant, charge.refundedAt)) report(`returned credits to grant ${grantId} after its end`);
    tally.left += credits;
  }
}

export function checkTakeBack(
  { id, grantId, at, credits }: CheckedTakeBack,
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
  if (!tally) return void report(`grant ${grantId} does not exist`);
  if (!isLive(tally.grant, at)) report(`taken from grant ${grantId} after its end`);
  if (at > clock) report('is later than the ledger clock');
  tally.left -= credits;
  tally.takenBack += credits;
}

export function checkGrant({ grant, left, takenBack }: Tally, findings: LedgerFinding[]): void {
  const report = (what: string) =>
    findings.push({ accountId: grant.accountId, what: `grant ${grant.id}: ${what}` });
  if (grant.remaining !== left) report(`the counter is ${grant.remaining}, the sum of its rows ${left}`);
  if (left < 0 || left > grant.credits - takenBack) report(`${left} of ${grant.credits} credits are left`);
  if (grant.kind === 'extra' || grant.periodStart === null) return;
  const period = periodAt(grant.accountCreatedAt, grant.periodStart);
  if (period.start !== grant.periodStart || period.end !== grant.expiresAt) {
    report('is not a period of its account');
  }
  if (grant.credits !== grant.monthlyCredits) report(`is not the ${grant.monthlyCredits} monthly credits`);
}

interface KeyOf {
  readonly accountId: string;
  readonly key: string;
}

/** `stray`: no charge of their own stands behind them; `wrong`: their parts are not their charges. */
export function keyFindings(stray: Iterable<KeyOf>, wrong: Iterable<KeyOf>): LedgerFinding[] {
  const reported = (keys: Iterable<KeyOf>, what: string) =>
    Array.from(keys, ({ accountId, key }) => ({ accountId, what: `idempotency key ${key}: ${what}` }));
  return [
    ...reported(stray, 'it has no charge of its own account'),
    ...reported(wrong, 'its parts differ from its charges, or were paid twice'),
  ];
}
