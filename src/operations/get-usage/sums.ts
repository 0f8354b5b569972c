import type { Usage } from '../../contract/service/usage.js';
import type { UsageRow } from '../../store/store.js';

export type Sums = Usage['total'];

const NOTHING: Sums = { requests: 0, credits: 0, refunded: 0 };

export function sumOf(rows: readonly Sums[]): Sums {
  return rows.reduce(
    (sum, row) => ({
      requests: sum.requests + row.requests,
      credits: sum.credits + row.credits,
      refunded: sum.refunded + row.refunded,
    }),
    NOTHING,
  );
}

/** Sums by one member of the rows, in the order of its values. */
export function sumsBy<Member extends 'day' | 'operation' | 'keyId'>(
  rows: readonly UsageRow[],
  member: Member,
): ({ readonly [Name in Member]: string } & Sums)[] {
  const sums = new Map<string, Sums>();
  for (const row of rows) sums.set(row[member], sumOf([sums.get(row[member]) ?? NOTHING, row]));
  const inOrder = [...sums].sort(([one], [other]) => (one < other ? -1 : 1));
  return inOrder.map(([value, sum]) => ({
    ...({ [member]: value } as { [Name in Member]: string }),
    ...sum,
  }));
}
