import { SCOPES } from '../../contract/vocabulary.js';
import type { Account, FoundKey, KeyRecord } from '../store.js';

/** A key as its row holds it. */
export type KeyColumns = Omit<KeyRecord, 'scopes'> & { readonly scopes: string };

/** The same, with its account. */
export type FoundColumns = KeyColumns & {
  readonly accountName: string;
  readonly monthlyCredits: number;
  readonly requestsPerMinute: number;
  readonly accountCreatedAt: number;
  readonly status: Account['status'];
  readonly monthlyCreditsSince: number;
};

/** Scopes that this version does not know are left out. */
export function toKey({ scopes, ...row }: KeyColumns): KeyRecord {
  const held = scopes.split(',');
  return { ...row, scopes: SCOPES.filter((scope) => held.includes(scope)) };
}

/** `row` may have further columns. */
export function toFoundKey(row: FoundColumns, expired: boolean): FoundKey {
  const { id, accountId, name, prefix, scopes, createdAt, expiresAt, revokedAt, lastUsedAt } = row;
  const { monthlyCredits, requestsPerMinute, status, monthlyCreditsSince } = row;
  const account = {
    ...{ id: accountId, name: row.accountName, createdAt: row.accountCreatedAt },
    ...{ monthlyCredits, requestsPerMinute, status, monthlyCreditsSince },
  };
  const key = { id, accountId, name, prefix, scopes, createdAt, expiresAt, revokedAt, lastUsedAt };
  return { ...toKey(key), account, expired };
}
