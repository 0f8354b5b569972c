import type { Worker } from 'node:worker_threads';
import { LedgerOwner } from '../../serving/ledger-owner.js';
import type { ServingOptions, ServingStore } from '../../store.js';
import { ledgerPath, statePath } from '../open.js';
import { ReadsOwner } from './reads-owner.js';
import { StateLine } from './state-line.js';

const STOP_WITHIN_MS = 5_000;

/**
 * SQLite blocks the thread that calls it, so the ledger and the state share one thread and long reads have another. Rejects
 * with `SchemaMismatchError`, leaving no thread behind.
 */
export async function openServingStore(folder: string, options: ServingOptions): Promise<ServingStore> {
  const { onNewLedger: onNewThread, onProblem } = options;
  const lossOf = (which: string) => (why: string) =>
    onProblem(`The thread of ${which} ended and is being restarted: ${why}`);
  const state = new StateLine();
  const thread = {
    module: 'store/sqlite/serving/exact-thread.js',
    data: { ledger: ledgerPath(folder), state: statePath(folder) },
    onStart: (worker: Worker) => state.connect(worker),
    sendsAll: false,
    stopWithinMs: STOP_WITHIN_MS,
  };
  const slow = new ReadsOwner({ folder, onLoss: lossOf('long reads') });
  const opening = LedgerOwner.open({ thread, onNewThread, onLoss: lossOf('the ledger and the state') });
  const owner = await opening.catch(async (error: unknown) => {
    await slow.close();
    throw error;
  });
  return {
    ledger: owner.ledger,
    state: state.state,
    readSlowly: (from, name, values) => slow.read(from, name, values),
    leaveData: (from) => slow.leave(from),
    connect: () => owner.connect(),
    sendsAll: false,
    close: async () => {
      await owner.close();
      state.close();
      await slow.close();
    },
  };
}

/** Opens long reads only, for a ledger and state stored elsewhere. */
export function openServingReads(
  folder: string,
  { onProblem }: Pick<ServingOptions, 'onProblem'>,
): Pick<ServingStore, 'readSlowly' | 'leaveData' | 'close'> {
  const onLoss = (why: string) => onProblem(`The thread for long reads ended and is being restarted: ${why}`);
  const slow = new ReadsOwner({ folder, hasLedger: false, onLoss });
  return {
    readSlowly: (from, name, values) => slow.read(from, name, values),
    leaveData: (from) => slow.leave(from),
    close: () => slow.close(),
  };
}
