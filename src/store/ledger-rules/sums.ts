import { type Burn, periodAt } from '../../domain/accounts/credits.js';
import type { Account, PriceItem } from '../state/ledger.js';

/** A charge with its refund, as it is summed. */
export interface OldCharge {
  readonly id: number;
  readonly at: number;
  readonly accountId: string;
  readonly keyId: string;
  readonly operation: string;
  readonly credits: number;
  readonly breakdown: string;
  readonly burned: string;
  readonly refunded: number;
  readonly returned: string | null;
}

interface ChargeSum {
  readonly accountId: string;
  readonly since: number;
  latest: number;
  readonly operation: string;
  readonly keyId: string;
  requests: number;
  credits: number;
  refunded: number;
  readonly items: Map<PriceItem['item'], number>;
}

const DAY_MS = 86_400_000;

/** By account, operation, key and UTC day; the day on which a period begins is two, so that a period adds up too. */
export function sumCharges(
  charges: readonly OldCharge[],
  find: (id: string) => Pick<Account, 'createdAt'> | undefined,
): ChargeSum[] {
  const sums = new Map<string, ChargeSum>();
  const created = new Map<string, number>();
  for (const { at, accountId, operation, keyId, credits, refunded, breakdown } of charges) {
    const createdAt = created.get(accountId) ?? find(accountId)?.createdAt ?? at;
    created.set(accountId, createdAt);
    const since = Math.max(at - (at % DAY_MS), Math.min(at, periodAt(createdAt, at).start));
    const name = `${accountId} ${since} ${operation} ${keyId}`;
    const sum = sums.get(name) ?? {
      accountId,
      since,
      latest: at,
      operation,
      keyId,
      requests: 0,
      credits: 0,
      refunded: 0,
      items: new Map(),
    };
    sums.set(name, sum);
    sum.latest = at;
    sum.requests += 1;
    sum.credits += credits;
    sum.refunded += refunded;
    for (const item of JSON.parse(breakdown) as PriceItem[]) {
      sum.items.set(item.item, (sum.items.get(item.item) ?? 0) + item.credits);
    }
  }
  return [...sums.values()];
}

/** Burned and given back, by grant. */
export function sumGrants(
  charges: readonly OldCharge[],
): ReadonlyMap<number, { burned: number; returned: number }> {
  const sums = new Map<number, { burned: number; returned: number }>();
  for (const charge of charges) {
    for (const member of ['burned', 'returned'] as const) {
      for (const [grantId, credits] of JSON.parse(charge[member] ?? '[]') as Burn[]) {
        const sum = sums.get(grantId) ?? { burned: 0, returned: 0 };
        sum[member] += credits;
        sums.set(grantId, sum);
      }
    }
  }
  return sums;
}

export function toBreakdown(items: ReadonlyMap<PriceItem['item'], number>): string {
  return JSON.stringify([...items].map(([item, credits]) => ({ item, credits })));
}
