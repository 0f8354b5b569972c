import type { MessagePort } from 'node:worker_threads';
import type { LivePortals } from '../../domain/live.js';
import type { SharedState } from '../../gateway/shared-state.js';
import type { IndexManifest } from '../../indexing/files/files.js';
import type { Operating } from '../../operations/admin/dependencies.js';
import type { ThreadProtocol } from '../../platform/threads/service-thread.js';
import { type SlowReadCall, STORE_ERRORS, type StateCall } from '../../store/store.js';
import type { Served } from '../data/switched-data.js';
import type { ThreadSettings } from './service-settings.js';

/** The main thread's work for workers: all that must be one for the whole service is there. */
export interface MainApi extends SharedState, LivePortals, Operating {
  /** The text of `/metrics`, of all threads. */
  exposition(): Promise<string>;
  /** The data and the index to serve now. */
  served(): Promise<Served>;
  rollBackIndex(): Promise<IndexManifest | undefined>;
  callState: StateCall;
  readSlowly: SlowReadCall;
}

/** A worker's work for the main thread. */
export interface WorkerApi {
  /** Resolves when what it served before is closed. */
  use(served: Served): Promise<void>;
  /** Another thread keeps the ledger now: a line to it. */
  useLedger(line: MessagePort): Promise<void>;
  /** The JSON of prom-client's registry. */
  metrics(): Promise<readonly object[]>;
  /** Drains the worker's server; its thread ends after it. */
  close(): Promise<void>;
}

/** The `workerData` of one worker. */
export interface WorkerData extends ThreadSettings {
  /** From 2 on: the main thread is the first worker. */
  readonly number: number;
  /** Number of the main thread's listening socket in the table of open files. */
  readonly socket: number;
  readonly ledger: MessagePort;
}

export const HTTP_THREAD: ThreadProtocol<WorkerApi, MainApi> = {
  name: 'http',
  module: 'serving/threads/http.js',
  api: { use: true, useLedger: true, metrics: true, close: true },
  host: {
    rateWindow: true,
    fillWindow: true,
    countBadKey: true,
    countVisit: true,
    enter: true,
    leave: true,
    lookup: true,
    search: true,
    exposition: true,
    served: true,
    rollBackIndex: true,
    callState: true,
    readSlowly: true,
    loads: true,
    startLoad: true,
    stopLoad: true,
    findings: true,
  },
  errors: STORE_ERRORS,
};
