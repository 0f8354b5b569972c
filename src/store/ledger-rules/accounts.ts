import { randomBytes } from 'node:crypto';
import { isName, NAME_RULE } from '../../contract/service/name.js';
import { SCOPES } from '../../contract/vocabulary.js';
import { isLive, type Period, periodAt } from '../../domain/accounts/credits.js';
import { ConflictError } from '../errors.js';
import type {
  Account,
  AccountChange,
  AccountStatus,
  FoundKey,
  Grant,
  KeyRecord,
  NewAccount,
  NewGrant,
  NewKey,
  NewTakeBack,
} from '../state/ledger.js';

/** Throws `RangeError`. */
export function newAccount(account: NewAccount): Account {
  refuseBadAccount(account);
  const id = `acc_${randomBytes(6).toString('hex')}`;
  return { ...account, id, status: 'active', monthlyCreditsSince: account.createdAt };
}

/** A change of an account: throws `ConflictError` if it is closed, `RangeError` for a bad value. */
export function changed(account: Account, change: AccountChange): Account {
  refuseClosed(account);
  const result = { ...account, ...change };
  refuseBadAccount(result);
  return result;
}

/** Throws `ConflictError`. A closed account gets no more monthly credits. */
export function withStatus(account: Account, status: AccountStatus): Account {
  refuseClosed(account);
  const { id, monthlyCredits } = account;
  if (account.status === status) throw new ConflictError(`The account ${id} is already ${status}.`);
  return { ...account, status, monthlyCredits: status === 'closed' ? 0 : monthlyCredits };
}

/** When changed monthly credits take effect: with the next period. */
export function planStart({ createdAt }: Account, at: number): number {
  return periodAt(createdAt, at).end;
}

/** Throws `RangeError`. */
export function existing<Found>(account: Found | undefined, id: string): Found {
  if (!account) throw new RangeError(`There is no account ${id}.`);
  return account;
}

/** Throws `ConflictError`. `holder`: the account that has the name, or has it as its id. */
export function refuseTaken(name: string, holder: string | undefined): void {
  if (holder === undefined) return;
  throw new ConflictError(`An account ${JSON.stringify(name)} already exists (${holder}).`);
}

/** Throws `ConflictError`. */
export function refuseClosed({ id, status }: Account): void {
  if (status === 'closed') throw new ConflictError(`The account ${id} is closed.`);
}

function refuseBadAccount(account: NewAccount): void {
  if (!isName(account.name)) throw new RangeError(`The account name ${NAME_RULE}.`);
  if (!Number.isSafeInteger(account.monthlyCredits) || account.monthlyCredits < 0) {
    throw new RangeError('Monthly credits must be an integer of 0 or more.');
  }
  if (!Number.isSafeInteger(account.requestsPerMinute) || account.requestsPerMinute < 1) {
    throw new RangeError('Requests per minute must be an integer of 1 or more.');
  }
}

/** A grant as it is stored. */
export interface GrantRow extends NewGrant {
  readonly kind: Grant['kind'];
  /** null for extra grants. */
  readonly periodStart: number | null;
}

/** Throws `RangeError`. */
export function extraGrant(grant: NewGrant): GrantRow {
  if (!Number.isSafeInteger(grant.credits) || grant.credits < 1) {
    throw new RangeError('The credits of a grant must be an integer of 1 or more.');
  }
  if (grant.expiresAt !== null && grant.expiresAt <= grant.createdAt) {
    throw new RangeError('A grant must expire after it is created.');
  }
  return { ...grant, kind: 'extra', periodStart: null };
}

/** The grant of a period; undefined: the account has no monthly credits then. */
export function monthlyGrant(
  accountId: string,
  credits: number,
  { start, end }: Period,
  createdAt: number,
): GrantRow | undefined {
  if (credits === 0) return undefined;
  const terms = { reason: 'monthly credits', periodStart: start, createdAt, expiresAt: end };
  return { accountId, kind: 'monthly', credits, ...terms };
}

/** The result of taking credits back from a grant. */
export interface TakenBack {
  /** As it is now. */
  readonly grant: Grant;
  readonly credits: number;
  /** Credits that are left unspent. */
  readonly left: number;
}

/** Throws `ConflictError` if the grant has ended or less is left unspent, `RangeError` for a bad value or no grant. */
export function takenBack(request: NewTakeBack, grant: Grant | undefined, at: number): TakenBack {
  const { accountId, grantId } = request;
  if (request.credits !== null && (!Number.isSafeInteger(request.credits) || request.credits < 1)) {
    throw new RangeError('The credits to take back must be an integer of 1 or more.');
  }
  if (!grant) throw new RangeError(`The account ${accountId} has no grant ${grantId}.`);
  const unspent = grant.credits - grant.spent - grant.takenBack;
  const credits = request.credits ?? unspent;
  if (!isLive(grant, at)) throw new ConflictError(`Grant ${grantId} has ended.`);
  if (unspent === 0) throw new ConflictError(`Grant ${grantId} has no unspent credits.`);
  if (credits > unspent) {
    throw new ConflictError(
      `Only ${unspent} credits of grant ${grantId} are unspent; ${credits} were requested.`,
    );
  }
  return {
    grant: { ...grant, takenBack: grant.takenBack + credits },
    credits,
    left: unspent - credits,
  };
}

/** A key as it is stored. */
export type KeyColumns = Omit<KeyRecord, 'scopes'> & { readonly scopes: string };

/** A key with its account. */
export type FoundColumns = KeyColumns & {
  readonly accountName: string;
  readonly monthlyCredits: number;
  readonly requestsPerMinute: number;
  readonly accountCreatedAt: number;
  readonly status: Account['status'];
  readonly monthlyCreditsSince: number;
};

/** A new key without its hash. */
export function newKey({ hash: _, ...key }: NewKey): KeyRecord {
  return { ...key, id: `key_${randomBytes(6).toString('hex')}`, revokedAt: null, lastUsedAt: null };
}

/** Scopes that this version does not have are left out. */
export function toKey({ scopes, ...row }: KeyColumns): KeyRecord {
  const stored = scopes.split(',');
  return { ...row, scopes: SCOPES.filter((scope) => stored.includes(scope)) };
}

/**
 * A key at a time of the ledger. `remember`: the key was valid at `seenAt`, the latest time that the ledger stored, so the
 * ledger must store this time; else a clock that steps back would revive the key.
 */
export function foundKey(
  row: FoundColumns,
  at: number,
  seenAt: number,
): { readonly found: FoundKey; readonly remember: boolean } {
  const { id, accountId, name, prefix, scopes, createdAt, expiresAt, revokedAt, lastUsedAt } = row;
  const { monthlyCredits, requestsPerMinute, status, monthlyCreditsSince } = row;
  const account = {
    ...{ id: accountId, name: row.accountName, createdAt: row.accountCreatedAt },
    ...{ monthlyCredits, requestsPerMinute, status, monthlyCreditsSince },
  };
  const key = { id, accountId, name, prefix, scopes, createdAt, expiresAt, revokedAt, lastUsedAt };
  const expired = !isLive(row, at);
  return { found: { ...toKey(key), account, expired }, remember: expired && isLive(row, seenAt) };
}
