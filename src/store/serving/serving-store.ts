import type { MessagePort } from 'node:worker_threads';
import type { DataVersion, SlowReadCall } from '../data/slow-reads.js';
import type { Ledger } from '../state/ledger.js';
import type { State } from '../state/state.js';
import type { Windows } from '../state/windows.js';

/**
 * The part of the store that all threads of a service share: one writer of the ledger, one of the state, one reader of
 * long reads.
 */
export interface ServingStore {
  /** For the thread that opened it. */
  readonly ledger: Ledger;
  /** For the thread that opened it. Rejects with `ReadsBusyError` if a read cannot begin in time. */
  readonly readSlowly: SlowReadCall;
  /** Nobody reads this data any more: its files are closed. */
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
  /** Such batches that still wait for their refund. */
  readonly lostAnswersWaiting: number;
}

export interface ServingOptions {
  /** Whether the folder holds the catalog and the links too: those of a node that follows publications lie elsewhere. */
  readonly ownData?: boolean;
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
