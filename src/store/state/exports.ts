import type { ExportPart, ExportState } from '../../contract/export.js';
import type { ChargeId } from './ledger.js';

/** Exports that accounts asked for: what, and where each stands. Their files lie elsewhere. */
export interface Exports {
  /**
   * Stores an export, to be written. Returns the one that is stored under the same idempotency key, if there is one, and
   * marks it as repeated until it is complete.
   * Throws `KeyReusedError` if the key stands for another request, `ConflictError` if the account has so many that wait,
   * are written or are not paid for.
   */
  create(job: NewExportJob, max: number): Promise<ExportJob>;
  /** `undefined` also if it is another account's. */
  find(accountId: string, id: string): Promise<ExportJob | undefined>;
  /** Newest first. */
  list(accountId: string): Promise<readonly ExportJob[]>;
  /** Removes an export whose order was not charged, unless the order was repeated: the repetition may have been charged. */
  withdraw(accountId: string, id: string): Promise<boolean>;
  /** False: there is none. */
  remove(accountId: string, id: string): Promise<boolean>;

  /**
   * The export to write next: one that is being written, or the oldest of the account whose turn it is. Accounts take turns
   * in the order of their ids, after `account`. An export whose order is not paid for yet is skipped if it was created after
   * `unpaidBefore`, in milliseconds since 1970.
   */
  next(account: string, unpaidBefore: number): Promise<ExportJob | undefined>;
  /** Its order is paid for; null: by a charge whose id is not known. */
  noteOrder(id: string, chargeId: ChargeId | null): Promise<void>;
  /** How far it is, by the owner of this token. False: it was removed, or a later owner works on it. */
  noteRows(id: string, token: number, rowsDone: number): Promise<boolean>;
  /** It is complete and not paid for yet, or failed. False: as above. */
  finish(id: string, token: number, end: ExportEnd): Promise<boolean>;
  /** A charge is tried at this time; null: it was refused. */
  noteChargeAt(id: string, at: number | null): Promise<void>;
  /** It is paid for. */
  setDone(id: string): Promise<void>;
  /** Those that ended before this time. */
  endedBefore(at: number): Promise<readonly ExportJob[]>;
  /** Ids of all. */
  ids(): Promise<readonly string[]>;
}

export interface NewExportJob {
  readonly id: string;
  readonly accountId: string;
  readonly keyId: string;
  /** JSON text: what is exported. */
  readonly order: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** The client's idempotency key and the digest of its request. */
  readonly once: { readonly key: string; readonly request: string } | null;
}

export interface ExportJob extends Omit<NewExportJob, 'once'> {
  readonly state: ExportState;
  readonly isOrderPaid: boolean;
  /** The charge of its order, if it is known. */
  readonly orderCharge: ChargeId | null;
  /** 0 until it is complete. */
  readonly rows: number;
  /** Its price, that of its order included; 1 until it is complete. */
  readonly credits: number;
  readonly rowsDone: number;
  readonly finishedAt: number | null;
  /** A charge was tried then, and nobody knows how that ended. Until it is complete: its order was repeated. */
  readonly chargeAt: number | null;
  /** For the client. */
  readonly error: string | null;
  /** None until it is complete. */
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
