import { LedgerOwner } from '../../serving/ledger-owner.js';
import type { ServingOptions, ServingStore } from '../../store.js';
import { ledgerPath, statePath } from '../open.js';
import { ReadsOwner } from './reads-owner.js';
import { StateOwner } from './state-owner.js';

const STOP_WITHIN_MS = 5_000;

/**
 * SQLite blocks the thread that calls it, so the ledger, the state and long reads have a thread each. Rejects with
 * `SchemaMismatchError`; no thread is left behind then.
 */
export async function openServingStore(folder: string, options: ServingOptions): Promise<ServingStore> {
  const { onNewLedger: onNewThread, onProblem, ownData = true } = options;
  const lossOf = (which: string) => (why: string) =>
    onProblem(`The thread of ${which} ended and is started anew: ${why}`);
  const thread = {
    module: 'store/sqlite/serving/ledger-thread.js',
    data: { path: ledgerPath(folder) },
    sendsAll: false,
    stopWithinMs: STOP_WITHIN_MS,
  };
  const opening = LedgerOwner.open({ thread, onNewThread, onLoss: lossOf('the ledger') });
  const slow = new ReadsOwner({ folder, ownData, onLoss: lossOf('long reads') });
  const state = new StateOwner({ path: statePath(folder), onLoss: lossOf('the state') });
  let owner: LedgerOwner | undefined;
  const close = async () => {
    await owner?.close();
    await state.close();
    await slow.close();
  };
  try {
    const opened = await opening;
    owner = opened;
    await state.started;
    return {
      ledger: opened.ledger,
      state: state.state,
      readSlowly: (from, name, values) => slow.read(from, name, values),
      leaveData: (from) => slow.leave(from),
      connect: () => opened.connect(),
      sendsAll: false,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Long reads alone, where the ledger and the state are elsewhere. */
export function openServingReads(
  folder: string,
  { onProblem, ownData = true }: Pick<ServingOptions, 'onProblem' | 'ownData'>,
): Pick<ServingStore, 'readSlowly' | 'leaveData' | 'close'> {
  const onLoss = (why: string) => onProblem(`The thread of long reads ended and is started anew: ${why}`);
  const slow = new ReadsOwner({ folder, hasLedger: false, ownData, onLoss });
  return {
    readSlowly: (from, name, values) => slow.read(from, name, values),
    leaveData: (from) => slow.leave(from),
    close: () => slow.close(),
  };
}
