import type { IncludeToken } from '../../contract/records/enrichment.js';
import type { OperationId, Scope } from '../../contract/vocabulary.js';
import type { Statement } from '../../domain/accounts/statement.js';

export interface Ledger {
  /**
   * With `by`, writes an audit row in the same transaction. Rejects with `ConflictError` if an account already has the name, or
   * has it as its id.
   */
  createAccount(account: NewAccount, by?: Actor): Promise<Account>;
  listAccounts(): Promise<Account[]>;
  /** In the order of `listAccounts`, each with its balance at the time; one statement reads all balances of a page. */
  pageAccounts(page: ListPage, at: number): Promise<AccountPage>;
  getAccount(id: string): Promise<Account | undefined>;
  /**
   * New monthly credits apply from the next period; the current one is unchanged. Rejects with `ConflictError` if the account
   * is closed or the name is taken, `RangeError` if there is no such account.
   */
  changeAccount(id: string, change: AccountChange, at: number, by?: Actor): Promise<Account>;
  /**
   * Suspends, resumes or closes. Closing is final: monthly credits end with the current period, and every row remains. Rejects
   * with `ConflictError` if the account is in that state already or is closed, `RangeError` if there is no such account.
   */
  setAccountStatus(id: string, status: AccountStatus, at: number, by?: Actor): Promise<Account>;
  /**
   * A grant is immutable. Credits are a positive integer; `expiresAt` null: never. Rejects with `ConflictError` if the account
   * is closed.
   */
  grant(grant: NewGrant, by?: Actor): Promise<Grant>;
  /** Oldest first. */
  listGrants(accountId: string): Promise<Grant[]>;
  /** In the order of `listGrants`. */
  pageGrants(accountId: string, page: ListPage): Promise<GrantPage>;
  getGrant(accountId: string, id: number): Promise<Grant | undefined>;
  /**
   * Writes a separate row; the grant does not change. Rejects with `ConflictError` if less than that is unspent or the grant
   * has ended, `RangeError` if there is no such grant.
   */
  takeBack(taken: NewTakeBack, by?: Actor): Promise<Grant>;

  /** Rejects with `ConflictError` if the account is closed. */
  createKey(key: NewKey, by?: Actor): Promise<KeyRecord>;
  listKeys(accountId: string | null): Promise<KeyRecord[]>;
  /** In the order of `listKeys`. */
  pageKeys(accountId: string | null, page: ListPage): Promise<KeyPage>;
  getKey(id: string): Promise<KeyRecord | undefined>;
  /**
   * By the SHA-256 of the whole key, in hexadecimal. An expired key remains expired if the machine's clock steps back: the
   * ledger stores the time.
   */
  findKey(hash: string, at: number): Promise<FoundKey | undefined>;
  revokeKey(id: string, at: number, by?: Actor): Promise<boolean>;
  /** Sets the expiry of the old key; used by rotation. */
  expireKey(id: string, at: number, by?: Actor): Promise<boolean>;
  /**
   * Writes an audit row for an action outside the ledger. Returns false if one was written under the actor's idempotency key.
   */
  audit(action: string, target: string, by: Actor): Promise<boolean>;
  /** Returns whether the action was done under the actor's idempotency key. Rejects with `KeyReusedError`. */
  wasDone(action: string, by: Actor): Promise<boolean>;
  /** Newest first. */
  listAudit(max: number): Promise<AuditRow[]>;
  touchKeys(lastUsed: ReadonlyMap<string, number>): Promise<void>;

  /** Available credits at the time, including those of the current period. */
  balance(accountId: string, at: number): Promise<Balance>;
  /**
   * Checks the balance and charges, all or nothing for each request. Results are in the order of the requests, and durable. The
   * ledger decides how many calls share a transaction. Rejects with `LedgerUnavailableError` if nothing could be written; then
   * nobody is charged.
   */
  charge(requests: readonly ChargeRequest[]): Promise<ChargeResult[]>;
  /** Returns the request made under the account's idempotency key, if any. A hint: `charge` decides. */
  findIdempotency(accountId: string, key: string, at: number): Promise<StoredIdempotency | undefined>;
  /**
   * Writes a row of its own, with its reason; the charge remains. Does nothing if a repeated request was served by the charge,
   * as long as the key of that request is known (a day). A refund follows its charge within seconds.
   */
  refund(chargeId: ChargeId, reason: string, at: number): Promise<void>;
  usage(accountId: string, from: number, to: number): Promise<UsageRow[]>;
  /**
   * Replaces charges made before the time, and their refunds, by sums per day, operation and key; balances and usage totals are
   * unchanged. The time must be at least two days ago; the newest charge always remains a row. Safe to interrupt, and to run
   * while a server runs. Rejects with `RangeError`.
   */
  rollUp(before: number, at: number): Promise<RollUp>;
  /** All changes of the balance in `from <= at < to`. Rejects with `RangeError` if there is no such account. */
  statement(accountId: string, from: number, to: number, at: number): Promise<Statement>;
  /** A secret created with the ledger; salts the ETags of priced responses. */
  etagSalt(): Promise<string>;
  /** The latest time that the ledger has written; its clock never runs behind it. */
  latestTime(): Promise<number>;
  /** Rejects with `LedgerUnavailableError` if no charge could be written now. */
  probe(): Promise<void>;
  /** Recomputes every balance from grants, charges and refunds. */
  verify(): Promise<LedgerFinding[]>;
}

/** Author and time of an action: a key of the admin API, or `cli`. */
export interface Actor {
  readonly keyId: string;
  /** Name of the user, if a proxy has signed one in. */
  readonly person?: string | undefined;
  readonly at: number;
  /**
   * Idempotency key: the action is done once in 24 hours, and a repetition returns the first result. Throws `KeyReusedError`.
   */
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
  /** Time from which `monthlyCredits` apply; in the future after a change. */
  readonly monthlyCreditsSince: number;
}

export interface ListPage {
  readonly limit: number;
  readonly offset: number;
}

export interface AccountPage {
  /** `available` as in `balance`. */
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

/** Omitted members are unchanged. */
export type AccountChange = Partial<Omit<NewAccount, 'createdAt'>>;

export interface NewTakeBack {
  readonly accountId: string;
  readonly grantId: number;
  /** null: all that is unspent. */
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
  /** The first 12 characters, for display. */
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
  /** By the time of the ledger. */
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
  /** Under one key, each part of a request is charged once in 24 hours. */
  readonly idempotency?: Idempotency;
}

export interface Idempotency {
  /** As the client sent it; scoped to one account. */
  readonly key: string;
  /** Digest of the request. */
  readonly request: string;
  /** The items of each part of a request: for a batch, one list an item. Default: one list, the whole breakdown. */
  readonly parts?: readonly (readonly PriceItem[])[];
}

export interface StoredIdempotency {
  readonly request: string;
  /** Credits paid under the key; null: for the whole request. */
  readonly paid: number | null;
}

/** Id of a charge, opaque outside the ledger: a safe integer or a string. Does not start at 1 and has gaps. */
export type ChargeId = number | string;

export type ChargeResult =
  /** `replayed`: a response was sent before under the same idempotency key; `credits` covers only what was not yet paid. */
  | {
      readonly charged: true;
      /** null: no credits were due. */
      readonly chargeId: ChargeId | null;
      readonly remaining: number;
      readonly replayed?: { readonly credits: number };
    }
  /** `keyReused`: the idempotency key was used for another request. */
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
  /** Number of charges that were summed. */
  readonly charges: number;
  /** Number of sums written. */
  readonly sums: number;
}

export interface LedgerFinding {
  readonly accountId: string;
  readonly what: string;
}
