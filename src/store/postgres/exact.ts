import type { Store } from '../store.js';
import type { PostgresOptions } from './connection/address.js';
import { openPostgresLedger } from './ledger/ledger.js';
import type { SchemaMode } from './schema/migrate.js';
import { openPostgresState } from './state/state.js';

/** Opens the ledger and the state for a command or a thread. Rejects with `SchemaMismatchError` or `LedgerUnavailableError`. */
export async function openExact(
  postgres: PostgresOptions,
  schema: SchemaMode,
): Promise<Pick<Store, 'ledger' | 'state' | 'close'>> {
  const ledger = await openPostgresLedger({ postgres, schema });
  try {
    const state = await openPostgresState({ postgres, schema: 'current' });
    return { ledger, state, close: () => ledger.close().finally(() => state.close()) };
  } catch (error) {
    await ledger.close();
    throw error;
  }
}
