import type { ExportPart, ExportState } from '../../contract/export.js';
import type { ChargeId } from './ledger.js';

/** Export jobs of accounts: their orders and progress. Their files are stored elsewhere. */
export interface Exports {
  /**
   * Stores an export job. Returns the job stored under the same idempotency key, if there is one, and marks it as repeated
   * until it is complete. Throws `KeyReusedError` if the key was used for another request, `ConflictError` if the account has
   * `max` exports that are queued, running or unpaid.
   */
  create(job: NewExportJob, max: number): Promise<ExportJob>;
  /** Returns `undefined` if there is none, or it belongs to another account. */
  find(accountId: string, id: string): Promise<ExportJob | undefined>;
  /** Newest first. */
  list(accountId: string): Promise<readonly ExportJob[]>;
  /** Removes an export whose order was not charged, unless the order was repeated: the repetition may have been charged. */
  withdraw(accountId: string, id: string): Promise<boolean>;
  /** Returns false if there is none. */
  remove(accountId: string, id: string): Promise<boolean>;

  /**
   * Returns the export to write next: a running one, or the oldest of the next account. Accounts take turns in the order of
   * their ids, after `account`. Skips exports with an unpaid order that were created after `unpaidBefore` (milliseconds since
   * 1970).
   */
  next(account: string, unpaidBefore: number): Promise<ExportJob | undefined>;
  /** Marks the order as paid. `null`: the id of the charge is unknown. */
  noteOrder(id: string, chargeId: ChargeId | null): Promise<void>;
  /** Stores the progress. `token`: that of the lease. Returns false if the export was removed or has a later owner. */
  noteRows(id: string, token: number, rowsDone: number): Promise<boolean>;
  /** Stores the end: complete and not yet paid, or failed. Returns false like `noteRows`. */
  finish(id: string, token: number, end: ExportEnd): Promise<boolean>;
  /** Stores the time of an attempted charge; null: the charge was refused. */
  noteChargeAt(id: string, at: number | null): Promise<void>;
  /** Marks the export as paid. */
  setDone(id: string): Promise<void>;
  /** Exports that ended before this time. */
  endedBefore(at: number): Promise<readonly ExportJob[]>;
  ids(): Promise<readonly string[]>;
}

export interface NewExportJob {
  readonly id: string;
  readonly accountId: string;
  readonly keyId: string;
  /** JSON text of the request. */
  readonly order: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** The client's idempotency key and the digest of its request. */
  readonly once: { readonly key: string; readonly request: string } | null;
}

export interface ExportJob extends Omit<NewExportJob, 'once'> {
  readonly state: ExportState;
  readonly isOrderPaid: boolean;
  /** The charge for the order, if known. */
  readonly orderCharge: ChargeId | null;
  /** 0 until it is complete. */
  readonly rows: number;
  /** The price, including that of the order; 1 until it is complete. */
  readonly credits: number;
  readonly rowsDone: number;
  readonly finishedAt: number | null;
  /** Time of an attempted charge with an unknown outcome. Before completion: time at which the order was repeated. */
  readonly chargeAt: number | null;
  /** Message for the client. */
  readonly error: string | null;
  /** Empty until it is complete. */
  readonly parts: readonly ExportPart[];
  readonly manifest: { readonly bytes: number; readonly sha256: string } | null;
}

export type ExportEnd =
  | {
      readonly state: 'unpaid';
      readonly rows: number;
      readonly credits: number;
      readonly parts: readonly ExportPart[];
      readonly manifest: NonNullable<ExportJob['manifest']>;
      readonly at: number;
    }
  /** `refunds`: the charge of the order is refunded. */
  | { readonly state: 'failed'; readonly error: string; readonly refunds?: true; readonly at: number };
