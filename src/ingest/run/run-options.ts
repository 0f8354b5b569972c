import type { Loadable } from '../../sources/declare/index.js';
import type { Catalog, RunEnd } from '../../store/store.js';
import type { MappingThreads } from '../map/mapping-pool.js';
import type { ReadLimits, readGroups, readSecFacts, totalBytes } from '../read/index.js';
import type { IngestProgress } from './meter.js';

export interface IngestOptions {
  readonly source: Loadable;
  /** Local files, fetched or given by the user. */
  readonly paths: readonly string[];
  readonly catalog: Catalog;
  /** The data folder; rows waiting to be grouped are spilled below it. */
  readonly folder: string;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly limits?: ReadLimits;
  /** Names of the input files in the run, if not their paths: the URLs they were fetched from. */
  readonly inputs?: readonly string[];
  /** The files that were fetched, with their origin. */
  readonly fetched?: readonly FileOrigin[];
  /**
   * The files contain changes since an earlier run, or there are none: nothing is marked as gone, and filled shares are not
   * checked.
   */
  readonly increment?: boolean;
  /** `mappingVersion()`: rows from a run with the same version are not mapped again. If omitted, every row is. */
  readonly mapping?: string;
  /** Map the rows of large entity files; if omitted, this thread does. */
  readonly threads?: MappingThreads | undefined;
  /** Reads, maps and checks everything, but starts no run and writes nothing. */
  readonly dryRun?: boolean;
  /** The publisher's date of the data; `YYYY-MM-DD`. */
  readonly publishedAt?: string | null;
  readonly onProgress?: (progress: IngestProgress) => void;
  readonly readers?: Readers;
}

/** A file's fetch. */
export interface FileOrigin {
  readonly path: string;
  readonly url: string;
  /** When the publisher last changed the file, ms since 1970; null if unknown. */
  readonly lastModified: number | null;
}

export interface Readers {
  readonly readGroups: typeof readGroups;
  readonly readSecFacts: typeof readSecFacts;
  readonly totalBytes: typeof totalBytes;
}

export interface IngestReport extends RunEnd {
  /** null for a dry run. */
  readonly runId: number | null;
  readonly sourceId: string;
  readonly startedAt: number;
  /** Number of repeated records in the input; the last one wins. */
  readonly repeated: number;
  readonly rejected: number;
  /** The error, for the log. */
  readonly cause?: unknown;
}
