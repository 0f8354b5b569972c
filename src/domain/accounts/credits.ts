/** Pure rules of credits: periods, the order in which grants are used, and what a refund returns. */

/** How long a request under an idempotency key is charged only once. */
export const IDEMPOTENCY_LIFE_MS = 86_400_000;

/** A month of an account: `start` inclusive, `end` exclusive; milliseconds since 1970. */
export interface Period {
  readonly start: number;
  readonly end: number;
}

/** The credits that a charge took from a grant, or that a refund returned to it. */
export type Burn = readonly [grantId: number, credits: number];

export interface BurnableGrant {
  readonly id: number;
  readonly createdAt: number;
  /** null: never. */
  readonly expiresAt: number | null;
  remaining: number;
}

/**
 * Returns the period that contains `at`: between monthly anniversaries of the account's creation, in UTC, at
 * its time of day. The day is clipped to the length of the month: 31 January, 28 February, 31 March.
 */
export function periodAt(createdAt: number, at: number): Period {
  const months = Math.max(0, calendarMonthsBetween(createdAt, at));
  const start = anniversary(createdAt, months);
  if (start <= at || months === 0) return { start, end: anniversary(createdAt, months + 1) };
  return { start: anniversary(createdAt, months - 1), end: start };
}

/** Returns whether the grant is live; the expiry is exclusive. */
export function isLive(grant: { readonly expiresAt: number | null }, at: number): boolean {
  return grant.expiresAt === null || grant.expiresAt > at;
}

/** Orders grants: first to expire first (never is last), then oldest, then lowest id. */
export function compareBurnOrder(left: BurnableGrant, right: BurnableGrant): number {
  return (
    compareExpiry(left.expiresAt, right.expiresAt) || left.createdAt - right.createdAt || left.id - right.id
  );
}

/** Takes credits from live grants, which must be in burn order, all or nothing: returns null if they do not suffice. */
export function burn(grants: readonly BurnableGrant[], credits: number): Burn[] | null {
  if (sumRemaining(grants) < credits) return null;
  const burned: Burn[] = [];
  let owed = credits;
  for (const grant of grants) {
    if (owed === 0) break;
    const taken = Math.min(grant.remaining, owed);
    if (taken === 0) continue;
    grant.remaining -= taken;
    owed -= taken;
    burned.push([grant.id, taken]);
  }
  return burned;
}

export function sumRemaining(grants: readonly BurnableGrant[]): number {
  let sum = 0;
  for (const grant of grants) sum += grant.remaining;
  return sum;
}

export function sumBurns(burns: readonly Burn[]): number {
  return burns.reduce((sum, [, credits]) => sum + credits, 0);
}

interface PricedItem {
  readonly item: string;
  readonly credits: number;
}

export function sumOf(items: readonly PricedItem[]): number {
  let sum = 0;
  for (const { credits } of items) sum += credits;
  return sum;
}

/** Sums the items by kind, so that the charge of a batch is as short as that of one request. */
export function sumByItem<Item extends string>(
  items: readonly { readonly item: Item; readonly credits: number }[],
): readonly { readonly item: Item; readonly credits: number }[] {
  const sums = new Map<Item, number>();
  for (const { item, credits } of items) sums.set(item, (sums.get(item) ?? 0) + credits);
  return [...sums].map(([item, credits]) => ({ item, credits }));
}

function compareExpiry(left: number | null, right: number | null): number {
  if (left === right) return 0;
  if (left === null) return 1;
  if (right === null) return -1;
  return left - right;
}

function calendarMonthsBetween(from: number, to: number): number {
  const first = new Date(from);
  const last = new Date(to);
  const years = last.getUTCFullYear() - first.getUTCFullYear();
  return years * 12 + last.getUTCMonth() - first.getUTCMonth();
}

function anniversary(createdAt: number, months: number): number {
  const created = new Date(createdAt);
  const year = created.getUTCFullYear();
  const month = created.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const midnight = Date.UTC(year, month, Math.min(created.getUTCDate(), lastDay));
  return midnight + (createdAt - Date.UTC(year, created.getUTCMonth(), created.getUTCDate()));
}

/** Returns `1 credit`, `7 credits`. */
export function creditsText(count: number): string {
  return count === 1 ? '1 credit' : `${count} credits`;
}
