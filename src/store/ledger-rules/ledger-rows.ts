/** The tables of a ledger, in an order in which their rows can be inserted. */
export const LEDGER_TABLES = {
  accounts: 'id name monthly_credits requests_per_minute created_at status',
  account_plans: 'id account_id monthly_credits since created_at',
  api_keys: 'id account_id name hash prefix scopes created_at expires_at revoked_at last_used_at',
  grants: 'id account_id kind credits reason period_start created_at expires_at',
  grant_remaining: 'grant_id account_id remaining',
  take_backs: 'id account_id grant_id at credits reason',
  charges: 'id at account_id key_id operation credits breakdown request_id burned',
  refunds: 'number charge_id account_id at reason credits returned',
  idempotency_keys: 'account_id key request created_at',
  idempotency_charges: 'charge_id account_id key parts replayed',
  charge_sums: 'id account_id since latest operation key_id requests credits refunded breakdown',
  grant_sums: 'id account_id grant_id burned returned',
  audit_log: 'id at key_id action target person',
  done_once: 'key_id key action request result created_at',
} as const;

export type LedgerTable = keyof typeof LEDGER_TABLES;

/** A row by its columns; `replayed` is a boolean. */
export type LedgerRow = Readonly<Record<string, unknown>>;

/** All rows of a ledger at one moment, as they go from one engine to another. */
export interface LedgerRows {
  readonly seenAt: number;
  readonly etagSalt: string;
  /** In the order of their ids; charges and refunds in that of their times. */
  read(table: LedgerTable): AsyncIterable<readonly LedgerRow[]>;
}

export const ROWS_AT_ONCE = 5_000;

/** The other ledger holds something already. */
export class LedgerNotEmptyError extends Error {
  override readonly name = 'LedgerNotEmptyError';
}
