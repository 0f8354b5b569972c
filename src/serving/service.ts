import type { MessagePort } from 'node:worker_threads';
import type { LivePortals } from '../domain/live.js';
import type { SharedState } from '../gateway/shared-state.js';
import type { IndexManifest } from '../indexing/files/files.js';
import type { LoadedIndex } from '../indexing/files/index-loader.js';
import type { Names } from '../platform/threads/rpc.js';
import { SLOW_READS, type SlowReads } from '../store/store.js';

/** What the main thread does for workers: what must be one for the whole service is there. */
export interface ForWorkers extends SharedState, LivePortals, SlowReads {
  /** What `/metrics` answers, of all threads. */
  exposition(): Promise<string>;
  /** The index to serve now, where one is loaded. */
  loadedIndex(): Promise<LoadedIndex | undefined>;
  rollBackIndex(): Promise<IndexManifest | undefined>;
}

/** What a worker does for the main thread. */
export interface ForMain {
  useIndex(loaded: LoadedIndex): Promise<void>;
  /** Another thread keeps the ledger now: a line to it. */
  useLedger(line: MessagePort): Promise<void>;
  /** What prom-client's registry gives as JSON. */
  metrics(): Promise<readonly object[]>;
  /** Drains the worker's server; its thread ends after it. */
  close(): Promise<void>;
}

export const FOR_WORKERS: Names<ForWorkers> = {
  rateWindow: true,
  countBadKey: true,
  enter: true,
  leave: true,
  lookup: true,
  search: true,
  exposition: true,
  loadedIndex: true,
  rollBackIndex: true,
  ...SLOW_READS,
};

export const FOR_MAIN: Names<ForMain> = { useIndex: true, useLedger: true, metrics: true, close: true };
