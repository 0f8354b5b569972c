import type { MessagePort } from 'node:worker_threads';
import type { Catalog } from './data/catalog.js';
import type { Links } from './data/links.js';
import type { DataVersion, SlowReadCall } from './slow-reads.js';
import type { Ledger } from './state/ledger.js';
import type { State } from './state/state.js';
import type { Windows } from './state/windows.js';

export * from './data/candidates.js';
export * from './data/catalog.js';
export * from './data/changes.js';
export * from './data/datasets.js';
export * from './data/links.js';
export * from './data/live-cache.js';
export * from './data/runs.js';
export * from './errors.js';
export * from './slow-reads.js';
export * from './state/exports.js';
export * from './state/lease-holder.js';
export * from './state/ledger.js';
export * from './state/match-lists.js';
export * from './state/sessions.js';
export * from './state/state.js';
export * from './state/watches.js';
export * from './state/windows.js';

/**
 * The store: public data in `catalog` and `links`, money and keys in `ledger`, other exact state in `state`; `engine.ts`
 * opens it. The ledger and the state are asynchronous without exception, so that they can live in a database server. The catalog and the links are files: some
 * of their members answer at once, and those say so.
 */
export interface Store {
  readonly catalog: Catalog;
  readonly links: Links;
  readonly ledger: Ledger;
  readonly state: State;
  close(): Promise<void>;
}

/**
 * The part of the store that all threads of a service share: one writer of the ledger, one of the state, one reader of
 * long reads.
 */
export interface ServingStore {
  /** For the thread that opened it. */
  readonly ledger: Ledger;
  /** For the thread that opened it. Rejects with `ReadsBusyError` if a read cannot begin in time. */
  readonly readSlowly: SlowReadCall;
  /** Closes the files. No reader may use this data any longer. */
  leaveData(from: DataVersion): Promise<void>;
  /** For the thread that opened it, which answers for the others: the state is asked seldom. */
  readonly state: State;
  /** A line to the ledger for one other thread, which gives it to `ledgerClient`. It is moved there. */
  connect(): MessagePort;
  /** For `ledgerClient`: whether the ledger gathers batches itself. */
  readonly sendsAll: boolean;
  /** How the ledger does, where it is reached over a network. */
  readonly health?: LedgerHealth;
  /** Counts over all nodes, where there may be several. For the thread that opened it. */
  readonly windows?: Windows;
  close(): Promise<void>;
}

/** A ledger that is reached over a network. */
export interface LedgerHealth {
  /** Since when it is away, in milliseconds since 1970; null: it answers. */
  awaySince(): number | null;
  /** Counted since it was opened. */
  counts(): LedgerCounts;
}

export interface LedgerCounts {
  /** Batches that were sent again. */
  readonly resends: number;
  /** Connections that were opened after one was lost. */
  readonly reconnections: number;
  /** Batches whose callers got the error that the result is unknown. */
  readonly lostAnswers: number;
  /** Charges of such batches that were refunded. */
  readonly lostAnswersRefunded: number;
  /** Such batches whose refund is still pending. */
  readonly lostAnswersWaiting: number;
}

export interface ServingOptions {
  /** The ledger is open, for the first time or again: lines to it are dead, and each thread needs a new one. */
  readonly onNewLedger: () => void;
  /** One sentence for the log. */
  readonly onProblem: (problem: string) => void;
}

/** The ledger for a thread that did not open it. */
export interface LedgerClient {
  readonly ledger: Ledger;
  /** Takes a new line in place of the one before. */
  connect(line: MessagePort): void;
  close(): void;
}
