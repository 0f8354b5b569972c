import { IDEMPOTENCY_LIFE_MS } from '../../domain/accounts/credits.js';
import { KeyReusedError } from '../errors.js';
import type {
  Account,
  AccountChange,
  AccountStatus,
  Actor,
  Grant,
  KeyRecord,
  NewTakeBack,
} from '../state/ledger.js';
import type { TakenBack } from './accounts.js';

/** What the audit log records of an act, by its result. A result of false records nothing. */
export interface Act<Result> {
  readonly action: string;
  readonly target: (result: Result) => string;
}

const STATUS_ACTIONS = {
  active: 'account.resume',
  suspended: 'account.suspend',
  closed: 'account.close',
} as const satisfies Record<AccountStatus, string>;

/** The audited acts of the ledger. */
export const ACTS = {
  createAccount: { action: 'account.create', target: ({ id }: Account) => id },
  changeAccount: (id: string, change: AccountChange) =>
    done('account.change', `${id} ${JSON.stringify(change)}`),
  setAccountStatus: (id: string, status: AccountStatus) => done(STATUS_ACTIONS[status], id),
  grant: {
    action: 'account.grant',
    target: ({ accountId, credits }: Grant) => `${accountId} ${credits}`,
  },
  takeBack: ({ accountId, grantId }: NewTakeBack) => ({
    action: 'account.take-back',
    target: ({ credits }: TakenBack) => `${accountId} grant ${grantId} ${credits}`,
  }),
  createKey: { action: 'key.create', target: ({ id }: KeyRecord) => id },
  revokeKey: (id: string) => done('key.revoke', id),
  expireKey: (id: string) => done('key.expire', id),
};

/** An act on a known target. */
export function done(action: string, target: string): Act<unknown> {
  return { action, target: () => target };
}

/** The first result of an act under an idempotency key, as it is stored. */
export interface DoneRow {
  readonly action: string;
  readonly request: string;
  readonly result: string;
}

/** Idempotency keys that were used at this time or before have expired. */
export function expiredBefore(at: number): number {
  return at - IDEMPOTENCY_LIFE_MS;
}

/** `rows`: what was done under the actor's key. Throws `KeyReusedError` if the key was used for another request. */
export function firstResult(rows: readonly DoneRow[], { once }: Actor, action: string): DoneRow | undefined {
  if (rows.some(({ request }) => request !== once?.request)) {
    throw new KeyReusedError('This Idempotency-Key was used for another request.');
  }
  return rows.find((row) => row.action === action);
}
