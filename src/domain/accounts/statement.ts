import type { OperationId } from '../../contract/vocabulary.js';
import { periodAt } from './credits.js';

const MOVEMENT_KINDS = ['grant', 'expiry', 'charge', 'refund', 'take_back'] as const;
type MovementKind = (typeof MOVEMENT_KINDS)[number];

/** Something that changed what an account could spend. */
export interface Movement {
  /** Milliseconds since 1970. A sum of old charges has the latest of their times. */
  readonly at: number;
  readonly kind: MovementKind;
  /** Credits that were added; negative if they were taken. */
  readonly credits: number;
  /** How many requests, for charges and refunds. */
  readonly requests: number | null;
  readonly operation: OperationId | null;
  readonly keyId: string | null;
  /** null for sums of old charges. */
  readonly requestId: string | null;
  /** The reason of a grant, of a refund or of credits taken back. */
  readonly note: string | null;
}

export interface StatementLine extends Movement {
  /** Credits left after it. */
  readonly balance: number;
}

/** `opening` + all credits of the lines = `closing`. */
export interface Statement {
  readonly accountId: string;
  /** Included; milliseconds since 1970. */
  readonly from: number;
  /** Excluded. */
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

/** Movements of `from <= at < to` in order of time, with the balance after each. */
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
 * The credits that grants gave until the time, and those that ended unspent. The rest of a grant after its end is what it
 * lost: nothing takes from it or gives back to it from then on.
 */
export function grantMovements(grants: readonly StatedGrant[], until: number): Movement[] {
  return grants.flatMap((grant) => {
    const given = movement(grant.periodStart ?? grant.createdAt, 'grant', grant.credits, grant.reason);
    const ended = grant.expiresAt !== null && grant.expiresAt <= until && grant.remaining > 0;
    if (!ended) return [given];
    return [given, movement(grant.expiresAt ?? until, 'expiry', -grant.remaining, grant.reason)];
  });
}

/** The monthly grants of periods in which nothing was charged: they have no rows, and count all the same. */
export function unwrittenMonths(
  createdAt: number,
  /** The monthly credits of the period that starts then. */
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
