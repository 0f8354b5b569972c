import { LedgerOwner } from '../../serving/ledger-owner.js';
import type { ServingOptions, ServingStore } from '../../store.js';
import { openWindows } from '../cluster/windows.js';
import type { PostgresOptions } from '../connection/address.js';
import { Primary } from '../connection/connect.js';
import { Pool } from '../connection/pool.js';
import { openPostgresState } from '../state/state.js';
import { HealthCells } from './health-cells.js';

/** Number of connections for rate limits and invalid keys. */
const COUNTING = 2;
/** Longer than the time for outstanding refunds at shutdown. */
const STOP_WITHIN_MS = 15_000;

/**
 * Opens the ledger in a thread of its own, which batches the charges of all threads, and the state in the calling thread, whose
 * calls do not block. Rejects with `SchemaMismatchError` or `LedgerUnavailableError`, leaving nothing open.
 */
export async function openServingExact(
  postgres: PostgresOptions,
  { onNewLedger: onNewThread, onProblem }: ServingOptions,
): Promise<Omit<ServingStore, 'readSlowly' | 'leaveData'>> {
  const cells = HealthCells.bytes();
  const owner = await LedgerOwner.open({
    thread: {
      module: 'store/postgres/serving/ledger-thread.js',
      data: { postgres, cells },
      sendsAll: true,
      stopWithinMs: STOP_WITHIN_MS,
    },
    onNewThread,
    onLoss: (why) => onProblem(`The ledger thread ended and is being restarted: ${why}`),
  });
  try {
    const state = await openPostgresState({ postgres, schema: 'current' });
    const counts = new Pool(new Primary(postgres), { max: COUNTING });
    return {
      ledger: owner.ledger,
      state,
      windows: openWindows(counts, postgres.node),
      connect: () => owner.connect(),
      sendsAll: true,
      health: new HealthCells(cells),
      close: async () => {
        await owner.close();
        await state.close();
        await counts.close();
      },
    };
  } catch (error) {
    await owner.close();
    throw error;
  }
}
