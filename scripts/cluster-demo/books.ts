import type { Seen } from './traffic.js';

/** The ledger's rows of one account, read from PostgreSQL. */
export interface Rows {
  /** Charges that stand: written and not refunded. */
  readonly charges: number;
  readonly credits: number;
  readonly refunds: number;
  readonly refundedCredits: number;
  readonly granted: number;
}

export const ROWS = `WITH standing AS (
    SELECT c.credits FROM ledger.charges c
    WHERE NOT EXISTS (SELECT 1 FROM ledger.refunds r WHERE r.charge_id = c.id AND r.account_id = c.account_id))
  SELECT json_build_object(
    'charges', (SELECT count(*) FROM standing),
    'credits', (SELECT coalesce(sum(credits), 0) FROM standing),
    'refunds', (SELECT count(*) FROM ledger.refunds),
    'refundedCredits', (SELECT coalesce(sum(credits), 0) FROM ledger.refunds),
    'granted', (SELECT coalesce(sum(credits), 0) FROM ledger.grants));`;

/** `balance`: as the service tells it. `findings`: of `dossier ledger verify`. */
export interface Books {
  readonly seen: Seen;
  readonly rows: Rows;
  readonly balance: number;
  readonly findings: number;
}

/** The books as lines, and what in them is not equal. */
export function shown({ seen, rows, balance, findings }: Books): {
  readonly lines: readonly string[];
  readonly wrong: readonly string[];
} {
  const compared: readonly (readonly [name: string, one: number, other: number])[] = [
    ['answers that clients counted = charges that stand', seen.answers, rows.charges],
    ['credits of those answers     = credits charged', seen.credits, rows.credits],
    ['credits granted - charged    = balance', rows.granted - rows.credits, balance],
    ['findings of ledger verify    = none', findings, 0],
  ];
  const lines = compared.map(
    ([name, one, other]) => `  ${name}: ${one} ${one === other ? '=' : 'IS NOT'} ${other}`,
  );
  return {
    lines: [
      ...lines,
      `  refunds of answers that were lost: ${rows.refunds}, ${rows.refundedCredits} credits`,
      `  tries that clients repeated: ${seen.retries}; the longest wait for an answer: ${(seen.longestMs / 1_000).toFixed(1)} s`,
    ],
    wrong: compared.filter(([, one, other]) => one !== other).map(([name]) => name.replace(/ +/g, ' ')),
  };
}
