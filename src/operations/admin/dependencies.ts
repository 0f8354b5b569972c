import type { FindingItem } from '../../contract/service/operating.js';
import type { Scope } from '../../contract/vocabulary.js';
import type { Actor, Catalog, KeyRecord, Ledger, SourceState } from '../../store/store.js';

export interface AdminDependencies {
  readonly ledger: Ledger;
  /** The catalog that is served now. */
  readonly catalog: () => Pick<Catalog, 'runs' | 'content'>;
  /** Makes a key and shows it once. */
  readonly issueKey: (
    of: { accountId: string; name: string; scopes: readonly Scope[]; expiresAt: number | null; now: number },
    by: Actor,
    /** The source of its random bytes; the system if omitted. */
    random?: (size: number) => Uint8Array,
  ) => Promise<IssuedKey>;
  /** Creates a key that replaces another, which expires after `overlapMs`; `undefined` if there is no such valid key. */
  readonly rotateKey: (
    of: { id: string; overlapMs: number; now: number },
    by: Actor,
    random?: (size: number) => Uint8Array,
  ) => Promise<IssuedKey | undefined>;
  readonly index: {
    readonly current: () => IndexBuild | undefined;
    /** `undefined` if there is no previous build. */
    readonly rollBack: () => Promise<IndexBuild | undefined>;
  };
  readonly operating: Operating & {
    /** The sources that can be fetched, the longest overdue first; `dueAt` in milliseconds since 1970. */
    readonly fetchable: (states: readonly SourceState[]) => readonly FetchableSource[];
  };
}

interface IssuedKey {
  readonly key: string;
  readonly record: KeyRecord;
}

/** Commands that run in separate processes, one desk for all threads of the service. */
export interface Operating {
  /** Loads that this service started: the running ones, and the last ended one of each source. */
  loads(): Promise<readonly StartedLoad[]>;
  /** A sentence if it was refused, else null. */
  startLoad(sourceId: string): Promise<string | null>;
  /** Resolves when the process is gone; another one then clears up after it, or finishes what had begun to be written. */
  stopLoad(sourceId: string): Promise<void>;
  /** As `dossier doctor` reports it. */
  findings(): Promise<readonly FindingItem[]>;
}

export interface StartedLoad {
  readonly sourceId: string;
  readonly startedAt: number;
  readonly endedAt: number | null;
  /** One sentence, if it failed. */
  readonly failure: string | null;
}

export interface FetchableSource {
  readonly sourceId: string;
  readonly title: string;
  readonly dueAt: number;
}

export interface IndexBuild {
  readonly builtAt: number;
  readonly contentVersion: number;
  readonly previous?: Omit<IndexBuild, 'previous'>;
}
