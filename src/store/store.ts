import type { IncludeToken, OperationId, Scope } from '../contract/vocabulary.js';
import type { DatasetRow } from '../domain/dataset.js';
import type { EntityRow } from '../domain/entity.js';
import type { LiveRecord } from '../domain/live.js';
import type { Filer, FilingRow, SecFact, SecSourceId } from '../domain/sec.js';
import type { Statement } from '../domain/statement.js';
import type {
  ContractQuery,
  DatasetState,
  LobbyingQuery,
  PartyRecords,
  RecordPage,
  StoredParty,
} from './datasets.js';
import type { Links } from './links.js';

export type {
  ContractQuery,
  DatasetRecord,
  DatasetState,
  LobbyingQuery,
  PartyRecords,
  RecordPage,
  StoredParty,
} from './datasets.js';
export type {
  Correction,
  EntityLink,
  Judgement,
  LinkState,
  Links,
  SharedKey,
} from './links.js';

/**
 * The store: public data in `catalog`, money and keys in `ledger`. Everything is a named async function over
 * domain types, so that a second engine is a second folder beside `sqlite/`. `test/store` runs over any engine.
 */
export interface Store {
  readonly catalog: Catalog;
  readonly links: Links;
  readonly ledger: Ledger;
  close(): Promise<void>;
}

// ---- catalog -------------------------------------------------------------------------------------------------

export interface Catalog {
  /** One read. `undefined` where no source ever held the id. */
  getEntity(id: string): Promise<StoredEntity | undefined>;
  /** In the order asked for; an unknown number is left out. */
  getEntitiesByNumber(numbers: readonly number[]): Promise<FoundEntity[]>;
  /** Every (accession, filer, form) row of the accessions, gone rows left out. */
  getFilings(accessions: readonly string[]): Promise<FilingRow[]>;
  getFilers(ciks: readonly number[]): Promise<Filer[]>;

  /** Live (not gone) entities in number order, for building an index. */
  scanEntities(): AsyncIterable<readonly { number: number; facets: string }[]>;
  /** Live entities in number order with all that links are made from. */
  scanLinkEntities(): AsyncIterable<readonly LinkEntity[]>;
  /** Live filings ordered by accession, cik, form. */
  scanFilings(): AsyncIterable<readonly FilingRow[]>;
  /** All filers by CIK. */
  scanFilers(): AsyncIterable<readonly Filer[]>;

  /** Live records that name any of the parties, each once, newest first, at most `most`, and how many there are. */
  getPartyRecords(sourceId: string, parties: readonly string[], most: number): Promise<PartyRecords>;
  /** Live awards that fulfil all that is asked; equals are in order of their key. */
  searchContracts(query: ContractQuery): Promise<RecordPage>;
  /** Live reports and registrations that fulfil all that is asked, newest first, of one day in order of filing id. */
  searchLobbying(query: LobbyingQuery): Promise<RecordPage>;
  /** All parties of a data set's live records in order of key, each once, as the matcher takes them. */
  scanParties(sourceId: string): AsyncIterable<readonly StoredParty[]>;
  /** `undefined` where no run of it has ended well. */
  datasetState(sourceId: string): Promise<DatasetState | undefined>;

  /** Grows with every applied run; an index names the version it was built from. */
  contentVersion(): Promise<number>;

  listSourceStates(): Promise<SourceState[]>;
  listRuns(sourceId: string, most: number): Promise<Run[]>;

  /** Fails with `RunInProgressError` where a live run of the source exists; takes over one whose process is dead. */
  startRun(run: NewRun): Promise<number>;
  recordProgress(runId: number, progress: RunProgress): Promise<void>;
  finishRun(runId: number, end: RunEnd): Promise<void>;
  /** Runs that were killed after their stage was sealed: they roll forward. Abandons the dead unsealed ones. */
  interruptedRuns(): Promise<Run[]>;

  openEntityStage(runId: number, sourceId: string): Promise<Stage<EntityRow>>;
  openSecStage(runId: number, sourceId: SecSourceId): Promise<Stage<SecFact>>;
  openDatasetStage(runId: number, sourceId: string): Promise<DatasetStage>;
  /** The sealed stage of an interrupted run, to be applied. */
  resumeStage(runId: number): Promise<SealedStage>;
}

export interface LinkEntity extends Pick<FoundEntity, 'id' | 'sourceId' | 'hash' | 'document' | 'facets'> {
  /** `Identifier[]` as JSON text. */
  readonly linkKeys: string;
}

export interface StoredEntity {
  readonly number: number;
  readonly id: string;
  readonly sourceId: string;
  /** `EntityData` as JSON text. */
  readonly document: string;
  /** `meta.absent` as JSON text. */
  readonly absent: string;
  /** When this record's content last changed here; milliseconds since 1970. */
  readonly changedAt: number;
  readonly goneSince: number | null;
  readonly hash: string;
}

/** A record that a search found, with what it was found by. */
export interface FoundEntity extends StoredEntity {
  /** `EntityFacets` as JSON text. */
  readonly facets: string;
}

export interface SourceState {
  readonly sourceId: string;
  /** Live records (entities; for SEC sources the rows they vouch for). */
  readonly records: number;
  readonly lastRun: Run | null;
  readonly lastGoodRun: Run | null;
}

export const RUN_OUTCOMES = ['running', 'applying', 'done', 'failed', 'abandoned'] as const;
export type RunOutcome = (typeof RUN_OUTCOMES)[number];

export interface NewRun {
  readonly sourceId: string;
  readonly startedAt: number;
  /** File names (no paths) or URLs. */
  readonly inputs: readonly string[];
  /** The publisher's date of the data, where known; `YYYY-MM-DD`. */
  readonly publishedAt: string | null;
  readonly pid: number;
}

export interface RunProgress {
  readonly rows: number;
  readonly bytes: number;
  readonly totalBytes: number | null;
  readonly warnings: number;
  /** The warnings so far; given before the stage is sealed, so that a run that rolls forward keeps them. */
  readonly warningList?: readonly RunWarning[];
}

export interface RunWarning {
  readonly code: string;
  readonly detail: string;
  readonly count: number;
}

export interface RunEnd {
  readonly outcome: 'done' | 'failed';
  readonly finishedAt: number;
  readonly rows: number;
  readonly bytes: number;
  readonly records: number;
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly gone: number;
  /** Whether the input was taken as the complete file of its scope. */
  readonly complete: boolean;
  readonly warnings: readonly RunWarning[];
  /** One sentence, where failed. */
  readonly error: string | null;
}

export interface Run
  extends NewRun,
    Omit<RunProgress, 'warningList'>,
    Omit<RunEnd, 'outcome' | 'finishedAt' | 'warnings'> {
  readonly id: number;
  readonly outcome: RunOutcome;
  readonly finishedAt: number | null;
  readonly warningList: readonly RunWarning[];
}

/**
 * Pass 1 of a run: compares with what is stored and keeps only what differs, in a file of its own.
 * Users see nothing of it.
 */
export interface Stage<T> {
  put(batch: readonly T[]): Promise<void>;
  counts(): StageCounts;
  /** How many live records the run did not name, inside the scope. */
  countMissing(scope: StageScope): Promise<number>;
  /** Makes the stage durable and the run roll forward from here on. `goneScope` null marks nothing gone. */
  seal(goneScope: StageScope | null): Promise<SealedStage>;
  discard(): Promise<void>;
}

export interface StageCounts {
  readonly records: number;
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  /** The same record more than once in one run; the last wins. */
  readonly repeated: number;
}

/** What complete files vouch for: all records of the source, or spans of filing dates. */
export type StageScope = 'source' | FilingSpan | readonly FilingSpan[] | PartScope;

/** Parts of a data set (states). */
export interface PartScope {
  readonly parts: readonly string[];
}

export interface DatasetStage extends Stage<DatasetRow> {
  /** The parts that the run names, with its records in each. */
  parts(): Promise<readonly { readonly part: string; readonly records: number }[]>;
}

/** Both ends included; `YYYY-MM-DD`. */
export interface FilingSpan {
  readonly from: string;
  readonly to: string;
}

/** Pass 2: bounded, idempotent transactions; safe to call again after a kill. */
export interface SealedStage {
  readonly total: number;
  apply(onProgress: (applied: number) => void): Promise<{ gone: number }>;
}

// ---- ledger --------------------------------------------------------------------------------------------------

export interface Ledger {
  /** What is done `by` a key of the admin API leaves an audit row, in the transaction that does it. */
  createAccount(account: NewAccount, by?: Actor): Promise<Account>;
  listAccounts(): Promise<Account[]>;
  getAccount(id: string): Promise<Account | undefined>;
  /** Immutable. Credits are a positive integer; `expiresAt` null never expires. */
  grant(grant: NewGrant, by?: Actor): Promise<Grant>;
  listGrants(accountId: string): Promise<Grant[]>;

  createKey(key: NewKey, by?: Actor): Promise<KeyRecord>;
  listKeys(accountId: string | null): Promise<KeyRecord[]>;
  /** By SHA-256 of the whole key, hexadecimal. */
  findKey(hash: string): Promise<(KeyRecord & { readonly account: Account }) | undefined>;
  revokeKey(id: string, at: number, by?: Actor): Promise<boolean>;
  /** Sets the end of the old key's life; used by rotation. */
  expireKey(id: string, at: number, by?: Actor): Promise<boolean>;
  /** A row for what is done outside the ledger. */
  audit(action: string, target: string, by: Actor): Promise<void>;
  /** Newest first. */
  listAudit(most: number): Promise<AuditRow[]>;
  touchKeys(lastUsed: ReadonlyMap<string, number>): Promise<void>;

  /** Credits free to spend at the time, the present period's included. */
  balance(accountId: string, at: number): Promise<Balance>;
  /**
   * Check and charge, all or nothing for each request, in one transaction for the whole batch. Answers stand in
   * the order of the requests. Throws `LedgerUnavailableError` where nothing could be written: nobody is charged.
   */
  charge(requests: readonly ChargeRequest[]): Promise<ChargeResult[]>;
  /** The request an account's idempotency key stands for at the time. A hint: `charge` decides. */
  findIdempotency(accountId: string, key: string, at: number): Promise<string | undefined>;
  /** A row of its own, with its reason; the charge stays. Does nothing where a repeated request was answered on it. */
  refund(chargeId: number, reason: string, at: number): Promise<void>;
  usage(accountId: string, from: number, to: number): Promise<UsageRow[]>;
  /**
   * Turns charges made before the time, with their refunds, into sums by day, operation and key; every balance and
   * every usage total stays. The time is at least two days ago; the newest charge always stays a row. Safe to end at
   * any moment and to run beside a server. Throws `RangeError`.
   */
  rollUp(before: number, at: number): Promise<RollUp>;
  /** Everything that moved the balance in `from <= at < to`; `RangeError` where there is no such account. */
  statement(accountId: string, from: number, to: number, at: number): Promise<Statement>;
  /** The latest time the ledger has written; its own clock never stands before it. */
  latestTime(): Promise<number>;
  /** Recomputes every balance from grants, charges and refunds. */
  verify(): Promise<LedgerFinding[]>;
}

/** Who acts through the admin API, and when. */
export interface Actor {
  readonly keyId: string;
  readonly at: number;
}

export interface AuditRow extends Actor {
  readonly id: number;
  readonly action: string;
  readonly target: string;
}

export interface NewAccount {
  readonly name: string;
  readonly monthlyCredits: number;
  readonly requestsPerMinute: number;
  readonly createdAt: number;
}

export interface Account extends NewAccount {
  readonly id: string;
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

export interface Balance {
  readonly available: number;
  /** When the monthly credits come anew. */
  readonly resetsAt: number;
  readonly periodStart: number;
}

/** What a request costs, item by item: `entity` 1, then each include token 1; searches of filings, contracts and lobbying 2. */
export interface PriceItem {
  readonly item:
    | 'entity'
    | 'entity_search'
    | 'filings_search'
    | 'contracts_search'
    | 'lobbying_search'
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
  /** A repetition within 24 hours is charged once. */
  readonly idempotency?: Idempotency;
}

export interface Idempotency {
  /** As the client sent it; one account's own. */
  readonly key: string;
  /** Digest of what was asked. */
  readonly request: string;
}

export type ChargeResult =
  /** `replayed`: paid for before, under the same idempotency key; nothing was taken and `chargeId` is 0. */
  | {
      readonly charged: true;
      readonly chargeId: number;
      readonly remaining: number;
      readonly replayed?: true;
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

// ---- live cache ----------------------------------------------------------------------------------------------

/** What portals answered, kept for a while in a place of its own: never indexed, never counted, lost without harm. */
export interface LiveCache {
  getRecord(id: string): Promise<LiveAnswer | undefined>;
  /** In the order asked for; ids that are not kept, or kept as unknown to the portal, are left out. */
  getRecords(ids: readonly string[]): Promise<LiveRecord[]>;
  /** `row` null: the portal has no such record. A record that is as it was keeps the time of its last change. */
  putRecord(id: string, sourceId: string, row: EntityRow | null, readAt: number): Promise<void>;
  getSearch(sourceId: string, text: string): Promise<LiveSearchAnswer | undefined>;
  /** The rows become records of the cache too. */
  putSearch(found: LiveSearchFound): Promise<void>;
  /** Forgets what was read before the time. */
  drop(before: number): Promise<void>;
}

export interface LiveAnswer {
  readonly sourceId: string;
  /** null: the portal has no such record. */
  readonly record: LiveRecord | null;
  readonly readAt: number;
}

export interface LiveSearchAnswer {
  readonly ids: readonly string[];
  readonly more: boolean;
  readonly readAt: number;
}

export interface LiveSearchFound {
  readonly sourceId: string;
  readonly text: string;
  readonly rows: readonly EntityRow[];
  readonly more: boolean;
  readonly readAt: number;
}

// ---- errors --------------------------------------------------------------------------------------------------

export class RunInProgressError extends Error {
  override readonly name = 'RunInProgressError';
}

/** A sealed stage that should be applied is not there any more. */
export class StageMissingError extends Error {
  override readonly name = 'StageMissingError';
}

/** The ledger cannot be written (full disk, read-only file): nothing may be served. */
export class LedgerUnavailableError extends Error {
  override readonly name = 'LedgerUnavailableError';
}

/** The files were made by an older or newer version. */
export class SchemaMismatchError extends Error {
  override readonly name = 'SchemaMismatchError';
}
