import type { EntityRow } from '../../domain/entity.js';
import type { DatasetRow } from '../../domain/records/dataset.js';

export interface SourceState {
  readonly sourceId: string;
  /** Live records: entities, or rows of an SEC source. */
  readonly records: number;
  /** Live entities by the fields that they lack; empty for other kinds of sources. */
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
  /** The warnings so far, passed before the stage is sealed, so that a run that rolls forward keeps them. */
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
  /** Whether the input was a complete file of its scope. */
  readonly complete: boolean;
  readonly warnings: readonly RunWarning[];
  /** One sentence if the run failed. */
  readonly error: string | null;
}

export interface Run
  extends NewRun,
    Omit<RunProgress, 'warningList'>,
    Omit<RunEnd, 'outcome' | 'finishedAt' | 'warnings'> {
  readonly id: number;
  /** The process that began or took over the run, as text. Whether it is alive: `RunList.isAlive`. */
  readonly owner: string;
  readonly outcome: RunOutcome;
  readonly finishedAt: number | null;
  readonly warningList: readonly RunWarning[];
}

/** The run, and the files among those it read, from which a stored record is. */
export interface RecordOrigin {
  readonly key: string;
  readonly hash: string;
  readonly changedAt: number;
  /** The run that last wrote it; null if unknown. */
  readonly run: number | null;
  /** The places of its files among those of the run; null if the run read one file, or if unknown. */
  readonly files: readonly number[] | null;
  /** The run that no longer found the record; null if it is live. */
  readonly missedBy: number | null;
}

/** A file as a run read it. */
export interface RunFile {
  /** Without its folder. */
  readonly name: string;
  /** As received, compressed or not. */
  readonly bytes: number;
  /** SHA-256 of these bytes; lower-case hexadecimal. */
  readonly sha256: string;
  /** The address from which it was fetched; null if the operator passed the file. */
  readonly url: string | null;
  /** `Last-Modified` of the publisher's server; milliseconds since 1970, null if it sent none. */
  readonly publishedAt: number | null;
  /** When its last byte was received; milliseconds since 1970, null if the operator passed the file. */
  readonly fetchedAt: number | null;
}

/** A run without its list of warnings. */
export type RunSummary = Omit<Run, 'warningList'>;

/**
 * Pass 1 of a run: compares rows with stored records and writes differences to a file of its own. Requests do not see
 * them.
 */
export interface Stage<T> {
  put(batch: readonly T[]): Promise<void>;
  /** Counts of the batches so far. Synchronous. */
  counts(): StageCounts;
  /** The number of live records in the scope that the run did not contain. */
  countMissing(scope: StageScope): Promise<number>;
  /** Makes the stage durable: from now on the run rolls forward. `goneScope` null: nothing is marked gone. */
  seal(goneScope: StageScope | null): Promise<SealedStage>;
  discard(): Promise<void>;
}

export interface StageCounts {
  readonly records: number;
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  /** Rows that repeat a record of the run; the last row is stored. */
  readonly repeated: number;
}

/** The part that a file is complete for: all records of the source, spans of filing dates, or parts of the source. */
export type StageScope = 'source' | FilingSpan | readonly FilingSpan[] | PartScope;

/** Parts of a source (states). */
interface PartScope {
  readonly parts: readonly string[];
}

/** A row whose record is known to be stored with the same content. */
export interface StoredRecord {
  /** The record's number, which never changes. */
  readonly number: number;
}

export type EntityStage = Stage<EntityRow | StoredRecord> & PartedStage;

/** Called with the stored record of each row of a stage, so that the next load can recognize the row. */
export interface StageListener {
  /** The row's record is stored already. Not called for a row that confirms its record for the first time. */
  stored(number: number, row: EntityRow | StoredRecord): void;
  /** The row's record is new: the `step`th new one of the stage. */
  added(step: number, row: EntityRow): void;
  /** The stage is durable. From now on another process may apply its changes; they are not reported. */
  sealed(): void;
  /** All changes are applied; `run` is what `Loads.lastApplied` says from now on. */
  applied(run: string, numbers: AssignedNumbers): void;
  discarded(): void;
}

/** The numbers of records after a stage was applied. */
export interface AssignedNumbers {
  /** The number of a new record is this plus its step. */
  readonly base: number;
  /** Steps that a later row of the same record replaced. */
  readonly dropped: ReadonlySet<number>;
  /** Whether a record that was live before the run still is. */
  readonly stays: (number: number) => boolean;
}

/** A part of a source that a run contains. */
export interface NamedPart {
  readonly part: string;
  /** Records of the part in the run. */
  readonly records: number;
  /** Live records of the part that are not in the run. */
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
