import type { EntityRow } from '../../domain/entity.js';
import type { DatasetRow } from '../../domain/records/dataset.js';

export interface SourceState {
  readonly sourceId: string;
  /** Live records (entities; for SEC sources the rows they vouch for). */
  readonly records: number;
  /** Live entities by what they lack; none of other kinds of sources. */
  readonly lacking: readonly Lacking[];
  readonly lastRun: RunSummary | null;
  readonly lastGoodRun: RunSummary | null;
}

/** Entities of a source that lack the same fields for the same reasons. */
export interface Lacking {
  /** `meta.absent` as JSON text, as it was stored. */
  readonly absent: string;
  readonly records: number;
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
  /** Who began or took over the run, for people. A lock shows if the owner lives: see `RunList.isAlive`. */
  readonly owner: string;
  readonly outcome: RunOutcome;
  readonly finishedAt: number | null;
  readonly warningList: readonly RunWarning[];
}

/** From which load, and which of its files, the content of a stored record is. */
export interface RecordOrigin {
  readonly key: string;
  readonly hash: string;
  readonly changedAt: number;
  /** The run that wrote it last; null if that is not known. */
  readonly run: number | null;
  /** The places of the files that held it among those of the run; null if the run read one, or that is not known. */
  readonly files: readonly number[] | null;
  /** The run that no longer found the record; null if it is live. */
  readonly missedBy: number | null;
}

/** A file as a run read it. */
export interface RunFile {
  /** Without its folder. */
  readonly name: string;
  /** On disk, packed as it was. */
  readonly bytes: number;
  /** SHA-256 of these bytes; lower-case hexadecimal. */
  readonly sha256: string;
  /** The address it was fetched from; null if it was handed in. */
  readonly url: string | null;
  /** When the publisher last changed it, as its server said; milliseconds since 1970, null if it did not. */
  readonly publishedAt: number | null;
  /** When its last byte was received; null if it was handed in. */
  readonly fetchedAt: number | null;
}

/** A run without its list of warnings. */
export type RunSummary = Omit<Run, 'warningList'>;

/**
 * Pass 1 of a run: compares with what is stored and keeps only what differs, in a file of its own.
 * Users see nothing of it.
 */
export interface Stage<T> {
  put(batch: readonly T[]): Promise<void>;
  /** Counts of the batches put so far; answers at once. */
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

/** The part that complete files vouch for: all records of the source, or spans of filing dates. */
export type StageScope = 'source' | FilingSpan | readonly FilingSpan[] | PartScope;

/** Parts of a source (states). */
interface PartScope {
  readonly parts: readonly string[];
}

/** A row of which it is known that its record is stored as the row says. */
export interface StoredRecord {
  /** The record's own as long as it is stored. */
  readonly number: number;
}

export type EntityStage = Stage<EntityRow | StoredRecord> & PartedStage;

/** Called with the stored record of each row of a stage, so that a reader can recognize the row. */
export interface StageListener {
  /** The row's record is stored already. It is not called for a row that confirms its record for the first time. */
  stored(number: number, row: EntityRow | StoredRecord): void;
  /** The row's record is new: the `step`th new one of the stage. */
  added(step: number, row: EntityRow): void;
  /** The stage is durable; from here on its changes may be applied by another process too, and are reported to nobody. */
  sealed(): void;
  /** All changes are applied; `run` is what `Loads.lastApplied` says from now on. */
  applied(run: string, numbers: AssignedNumbers): void;
  discarded(): void;
}

/** The numbers of records after a stage was applied. */
export interface AssignedNumbers {
  /** The number of a new record is this plus its step. */
  readonly base: number;
  /** Steps that were taken back: a later row was of the same record. */
  readonly dropped: ReadonlySet<number>;
  /** Whether a stored record that was live before the run still is. */
  readonly stays: (number: number) => boolean;
}

/** A part that a run names. */
export interface NamedPart {
  readonly part: string;
  /** Records that the run names. */
  readonly records: number;
  /** Live records that it does not name. */
  readonly missing: number;
}

export interface PartedStage {
  parts(): Promise<readonly NamedPart[]>;
}

export type DatasetStage = Stage<DatasetRow> & PartedStage;

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
