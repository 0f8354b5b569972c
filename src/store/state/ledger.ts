import type { IncludeToken } from '../../contract/records/enrichment.js';
import type { OperationId, Scope } from '../../contract/vocabulary.js';
import type { Statement } from '../../domain/accounts/statement.js';

export interface Ledger {
  /**
   * An act `by` someone leaves an audit row, in the transaction that does it. Rejects with `ConflictError` if an account
   * has the name, or has it as its id.
   */
  createAccount(account: NewAccount, by?: Actor): Promise<Account>;
  listAccounts(): Promise<Account[]>;
  /** In the order of `listAccounts`, with what each has at the time; all balances of a page are one statement. */
  pageAccounts(page: ListPage, at: number): Promise<AccountPage>;
  getAccount(id: string): Promise<Account | undefined>;
  /**
   * Other monthly credits count from the next period on: the present one keeps what it has. Rejects with `ConflictError` if
   * the account is closed or the name is taken, `RangeError` if there is no such account.
   */
  changeAccount(id: string, change: AccountChange, at: number, by?: Actor): Promise<Account>;
  /**
   * Suspends, resumes or closes. Closing ends monthly credits with the present period and is final; every row stays.
   * Rejects with `ConflictError` if the account is in that state or is closed, `RangeError` if there is no such account.
   */
  setAccountStatus(id: string, status: AccountStatus, at: number, by?: Actor): Promise<Account>;
  /** Immutable. Credits are a positive integer; `expiresAt` null never expires. Rejects with `ConflictError` if the account is closed. */
  grant(grant: NewGrant, by?: Actor): Promise<Grant>;
  /** The oldest first. */
  listGrants(accountId: string): Promise<Grant[]>;
  /** In the order of `listGrants`. */
  pageGrants(accountId: string, page: ListPage): Promise<GrantPage>;
  getGrant(accountId: string, id: number): Promise<Grant | undefined>;
  /**
   * Writes a separate row; the grant does not change. Rejects with `ConflictError` if less than that is left unspent or the grant has
   * ended, `RangeError` if there is no such grant.
   */
  takeBack(taken: NewTakeBack, by?: Actor): Promise<Grant>;

  /** Rejects with `ConflictError` if the account is closed. */
  createKey(key: NewKey, by?: Actor): Promise<KeyRecord>;
  listKeys(accountId: string | null): Promise<KeyRecord[]>;
  /** In the order of `listKeys`. */
  pageKeys(accountId: string | null, page: ListPage): Promise<KeyPage>;
  getKey(id: string): Promise<KeyRecord | undefined>;
  /**
   * By SHA-256 of the whole key, hexadecimal. A key that was once found expired stays so if the machine's clock steps
   * back: the ledger remembers that time.
   */
  findKey(hash: string, at: number): Promise<FoundKey | undefined>;
  revokeKey(id: string, at: number, by?: Actor): Promise<boolean>;
  /** Sets the end of the old key's life; used by rotation. */
  expireKey(id: string, at: number, by?: Actor): Promise<boolean>;
  /** A row for what is done outside the ledger. False: it was written before, under the actor's idempotency key. */
  audit(action: string, target: string, by: Actor): Promise<boolean>;
  /** Whether the actor's idempotency key has a first result for the action. Rejects with `KeyReusedError`. */
  wasDone(action: string, by: Actor): Promise<boolean>;
  /** Newest first. */
  listAudit(max: number): Promise<AuditRow[]>;
  touchKeys(lastUsed: ReadonlyMap<string, number>): Promise<void>;

  /** Credits free to spend at the time, the present period's included. */
  balance(accountId: string, at: number): Promise<Balance>;
  /**
   * Check and charge, all or nothing for each request. Answers stand in the order of the requests, once all of them are
   * durable. How many calls share a transaction is the ledger's own policy. Rejects with `LedgerUnavailableError` if
   * nothing could be written: nobody is charged.
   */
  charge(requests: readonly ChargeRequest[]): Promise<ChargeResult[]>;
  /** The request for which an account's idempotency key stands at the time. A hint: `charge` decides. */
  findIdempotency(accountId: string, key: string, at: number): Promise<HeldIdempotency | undefined>;
  /**
   * A row of its own, with its reason; the charge stays. Does nothing if a repeated request was
   * answered on it, as long as the key of that request is known (a day). A refund follows its charge in seconds.
   */
  refund(chargeId: ChargeId, reason: string, at: number): Promise<void>;
  usage(accountId: string, from: number, to: number): Promise<UsageRow[]>;
  /**
   * Turns charges made before the time, with their refunds, into sums by day, operation and key; every balance and
   * every usage total stays. The time is at least two days ago; the newest charge always stays a row. Safe to end at
   * any moment and to run while a server runs. Rejects with `RangeError`.
   */
  rollUp(before: number, at: number): Promise<RollUp>;
  /** Everything that moved the balance in `from <= at < to`; `RangeError` where there is no such account. */
  statement(accountId: string, from: number, to: number, at: number): Promise<Statement>;
  /** A secret of this ledger, made with it: what the ETags of priced answers are made with. */
  etagSalt(): Promise<string>;
  /** The latest time the ledger has written; its own clock never stands before it. */
  latestTime(): Promise<number>;
  /** Rejects with `LedgerUnavailableError` if no charge could be written now. */
  probe(): Promise<void>;
  /** Recomputes every balance from grants, charges and refunds. */
  verify(): Promise<LedgerFinding[]>;
}

/** Who acts, and when: a key of the admin API, or `cli`. */
export interface Actor {
  readonly keyId: string;
  /** Name of the person who acted, if a proxy has signed one in. */
  readonly person?: string | undefined;
  readonly at: number;
  /** An act under it is done once in 24 hours; a repetition gets the first result. Throws `KeyReusedError`. */
  readonly once?: Pick<Idempotency, 'key' | 'request'>;
}

export interface AuditRow extends Omit<Actor, 'once' | 'person'> {
  readonly id: number;
  readonly person: string | null;
  readonly action: string;
  readonly target: string;
}

export interface NewAccount {
  readonly name: string;
  readonly monthlyCredits: number;
  readonly requestsPerMinute: number;
  readonly createdAt: number;
}

export type AccountStatus = 'active' | 'suspended' | 'closed';

export interface Account extends NewAccount {
  readonly id: string;
  /** Keys of an account that is not active are refused. */
  readonly status: AccountStatus;
  /** From when on `monthlyCredits` count: a time to come after they were changed. */
  readonly monthlyCreditsSince: number;
}

export interface ListPage {
  readonly limit: number;
  readonly offset: number;
}

export interface AccountPage {
  /** `available` as `balance` has it. */
  readonly accounts: readonly (Account & Pick<Balance, 'available'>)[];
  readonly totalCount: number;
}

export interface GrantPage {
  readonly grants: readonly Grant[];
  readonly totalCount: number;
}

export interface KeyPage {
  readonly keys: readonly KeyRecord[];
  readonly totalCount: number;
}

/** A member that is left out stays. */
export type AccountChange = Partial<Omit<NewAccount, 'createdAt'>>;

export interface NewTakeBack {
  readonly accountId: string;
  readonly grantId: number;
  /** null: all that is left. */
  readonly credits: number | null;
  readonly reason: string;
  readonly at: number;
}

export interface NewGrant {
  readonly accountId: string;
  readonly credits: number;
  readonly reason: string;
  readonly createdAt: number;
  readonly expiresAt: number | null;
}

export interface Grant extends NewGrant {
  readonly id: number;
  readonly kind: 'monthly' | 'extra';
  readonly spent: number;
  readonly takenBack: number;
}

export interface NewKey {
  readonly accountId: string;
  readonly name: string;
  readonly hash: string;
  /** The first 12 characters, to recognise it by. */
  readonly prefix: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: number;
  readonly expiresAt: number | null;
}

export interface KeyRecord extends Omit<NewKey, 'hash'> {
  readonly id: string;
  readonly revokedAt: number | null;
  readonly lastUsedAt: number | null;
}

export interface FoundKey extends KeyRecord {
  readonly account: Account;
  /** By ledger time. */
  readonly expired: boolean;
}

export interface Balance {
  readonly available: number;
  /** When the monthly credits are renewed. */
  readonly resetsAt: number;
  readonly periodStart: number;
}

/** The price of a request, item by item: `entity` 1, then each include token 1; evidence 2; searches of filings, contracts and lobbying 2. */
export interface PriceItem {
  readonly item:
    | 'entity'
    | 'evidence'
    | 'entity_search'
    | 'match'
    | 'identify'
    | 'search_overview'
    | 'filings_search'
    | 'contracts_search'
    | 'lobbying_search'
    | 'changes'
    | 'history'
    | 'export'
    | IncludeToken;
  readonly credits: number;
}

export interface ChargeRequest {
  readonly accountId: string;
  readonly keyId: string;
  readonly requestId: string;
  readonly operation: OperationId;
  readonly credits: number;
  readonly breakdown: readonly PriceItem[];
  readonly at: number;
  /** Under one key each part of a request is charged once in 24 hours. */
  readonly idempotency?: Idempotency;
}

export interface Idempotency {
  /** As the client sent it; one account's own. */
  readonly key: string;
  /** Digest of what was asked. */
  readonly request: string;
  /** The breakdown by place: of a batch one list for each of its items. One list, the breakdown itself, if omitted. */
  readonly parts?: readonly (readonly PriceItem[])[];
}

export interface HeldIdempotency {
  readonly request: string;
  /** Credits that were paid under the key; null: the whole request. */
  readonly paid: number | null;
}

/**
 * Names a charge: made by the ledger, opaque to everybody else. A safe integer or a string, not counted from 1 and not
 * without gaps.
 */
export type ChargeId = number | string;

export type ChargeResult =
  /**
   * `replayed`: answered before, under the same idempotency key; only `credits` were taken, for what was not paid for
   * before.
   */
  | {
      readonly charged: true;
      /** null: no credits were due. */
      readonly chargeId: ChargeId | null;
      readonly remaining: number;
      readonly replayed?: { readonly credits: number };
    }
  /** `keyReused`: the idempotency key stands for another request. */
  | {
      readonly charged: false;
      readonly available: number;
      readonly resetsAt: number;
      readonly keyReused?: true;
    };

export interface UsageRow {
  /** UTC calendar date. */
  readonly day: string;
  readonly operation: OperationId;
  readonly keyId: string;
  readonly requests: number;
  readonly credits: number;
  readonly refunded: number;
}

export interface RollUp {
  /** How many charges became sums. */
  readonly charges: number;
  /** How many rows of sums were written. */
  readonly sums: number;
}

export interface LedgerFinding {
  readonly accountId: string;
  readonly what: string;
}
