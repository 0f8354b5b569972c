import type { MessagePort } from 'node:worker_threads';
import type { LivePortals } from '../../domain/live.js';
import type { SharedState } from '../../gateway/shared-state.js';
import type { IndexManifest } from '../../indexing/files/files.js';
import type { Operating } from '../../operations/admin/dependencies.js';
import type { ThreadProtocol } from '../../platform/threads/service-thread.js';
import { type SlowReadCall, STORE_ERRORS, type StateCall } from '../../store/store.js';
import type { Served } from '../data/switched-data.js';
import type { ThreadSettings } from './service-settings.js';

/** What the main thread does for workers: everything that must be unique in a service. */
export interface MainApi extends SharedState, LivePortals, Operating {
  /** The text of `/metrics`, for all threads. */
  exposition(): Promise<string>;
  /** The data and the index to serve now. */
  served(): Promise<Served>;
  rollBackIndex(): Promise<IndexManifest | undefined>;
  callState: StateCall;
  readSlowly: SlowReadCall;
}

/** What a worker does for the main thread. */
export interface WorkerApi {
  /** Resolves when the previous data is closed. */
  use(served: Served): Promise<void>;
  /** Connects to the thread that owns the ledger now. */
  useLedger(line: MessagePort): Promise<void>;
  /** The JSON of prom-client's registry. */
  metrics(): Promise<readonly object[]>;
  /** Drains the worker's server; its thread then ends. */
  close(): Promise<void>;
}

/** The `workerData` of one worker. */
export interface WorkerData extends ThreadSettings {
  /** From 2: the main thread is the first worker. */
  readonly number: number;
  /** File descriptor of the main thread's listening socket. */
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
