import type { OperationId } from '../../contract/vocabulary.js';
import { periodAt } from './credits.js';

const MOVEMENT_KINDS = ['grant', 'expiry', 'charge', 'refund', 'take_back'] as const;
type MovementKind = (typeof MOVEMENT_KINDS)[number];

/** A change of an account's balance. */
export interface Movement {
  /** Milliseconds since 1970. A sum of old charges has the latest of their times. */
  readonly at: number;
  readonly kind: MovementKind;
  /** Added credits; negative if taken. */
  readonly credits: number;
  /** Number of requests, for charges and refunds. */
  readonly requests: number | null;
  readonly operation: OperationId | null;
  readonly keyId: string | null;
  /** null for sums of old charges. */
  readonly requestId: string | null;
  /** The reason of a grant, of a refund or of credits taken back. */
  readonly note: string | null;
}

export interface StatementLine extends Movement {
  /** Balance after it. */
  readonly balance: number;
}

/** `opening` + the credits of all lines = `closing`. */
export interface Statement {
  readonly accountId: string;
  /** Inclusive; milliseconds since 1970. */
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  readonly opening: number;
  readonly lines: readonly StatementLine[];
  readonly closing: number;
}

export interface StatedGrant {
  readonly credits: number;
  readonly remaining: number;
  readonly reason: string;
  /** null for extra grants. */
  readonly periodStart: number | null;
  readonly createdAt: number;
  readonly expiresAt: number | null;
}

/** Movements with `from <= at < to` in order of time, with the balance after each. */
export function statementOf(
  accountId: string,
  from: number,
  to: number,
  movements: readonly Movement[],
): Statement {
  const before = movements.filter(({ at }) => at < from);
  const opening = before.reduce((sum, { credits }) => sum + credits, 0);
  let balance = opening;
  const lines = movements
    .filter(({ at }) => at >= from && at < to)
    .sort((one, other) => one.at - other.at || rankOf(one) - rankOf(other))
    .map((movement) => {
      balance += movement.credits;
      return { ...movement, balance };
    });
  return { accountId, from, to, opening, lines, closing: balance };
}

/**
 * The credits that grants added until the time, and those that expired unspent. Nothing changes a grant after its end, so what
 * is left of it has expired.
 */
export function grantMovements(grants: readonly StatedGrant[], until: number): Movement[] {
  return grants.flatMap((grant) => {
    const given = movement(grant.periodStart ?? grant.createdAt, 'grant', grant.credits, grant.reason);
    const ended = grant.expiresAt !== null && grant.expiresAt <= until && grant.remaining > 0;
    if (!ended) return [given];
    return [given, movement(grant.expiresAt ?? until, 'expiry', -grant.remaining, grant.reason)];
  });
}

/** The monthly grants of periods without charges: they have no rows, but count. */
export function unwrittenMonths(
  createdAt: number,
  /** The monthly credits of the period with this start. */
  monthlyAt: (periodStart: number) => number,
  written: ReadonlySet<number>,
  until: number,
): StatedGrant[] {
  const grants: StatedGrant[] = [];
  for (
    let { start, end } = periodAt(createdAt, createdAt);
    start <= until;
    { start, end } = periodAt(createdAt, end)
  ) {
    const credits = written.has(start) ? 0 : monthlyAt(start);
    if (credits === 0) continue;
    grants.push({
      credits,
      remaining: credits,
      reason: 'monthly credits',
      periodStart: start,
      createdAt: start,
      expiresAt: end,
    });
  }
  return grants;
}

function movement(at: number, kind: MovementKind, credits: number, note: string): Movement {
  return { at, kind, credits, requests: null, operation: null, keyId: null, requestId: null, note };
}

function rankOf({ kind }: Movement): number {
  return MOVEMENT_KINDS.indexOf(kind);
}
