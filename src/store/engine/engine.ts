import { compareStates, type StateTable } from '../ledger-rules/state-rows.js';
import type { Cluster } from '../postgres/cluster/cluster.js';
import type { PostgresOptions } from '../postgres/connection/address.js';
import type { Listener } from '../postgres/connection/pool.js';
import type { PostgresState } from '../postgres/inspect.js';
import type { FileLock } from '../sqlite/file-lock.js';
import type { StoreOptions } from '../sqlite/open.js';
import type { ServedData, ServedOptions } from '../sqlite/serving/served-data.js';
import type { Ledger, ServingOptions, ServingStore, Store } from '../store.js';

export { ledgerClient } from '../serving/ledger-client.js';
/**
 * The store's engine, and the only door to `sqlite/` and `postgres/`. Everything outside the store names folders, files and the
 * interfaces of `store.ts`. The catalog and the links stay files of a data folder; a second engine for accounts, keys
 * and the ledger is chosen here.
 */
export { backUpStore, damageOfCopy, isStoreFile } from '../sqlite/backup.js';
export { lockFile } from '../sqlite/file-lock.js';
export {
  DATA_SCHEMA,
  filesInUse,
  hasOlderFile,
  hasSchemaOfThisVersion,
  holdsAnything,
  inspectStage,
  inspectStoreFiles,
  longLogs,
  missingStoreFiles,
  STORE_FILE_NAMES,
  type StoreFileState,
  storeFilesIn,
} from '../sqlite/inspect/inspect.js';
export { openLiveCache } from '../sqlite/live/live-cache.js';
export { whileLocked } from '../sqlite/while-locked.js';
export type { Cluster, FileLock, PostgresOptions, ServedData };

/** The place of accounts, keys, the ledger and the state: PostgreSQL if it is given, else files of the folder. */
export interface ExactOptions extends Pick<StoreOptions, 'schema' | 'toleratesLinks'> {
  readonly postgres?: PostgresOptions | undefined;
}

/**
 * Opens the store of a data folder for a command. `schema` says if the databases may be made or brought up to date.
 * Rejects with `SchemaMismatchError`.
 */
export async function openStore(
  folder: string,
  { postgres, schema, toleratesLinks = false }: ExactOptions,
): Promise<Store> {
  // Loaded when it is called: a thread that only waits for a lock needs none of it.
  const engine = await import('../sqlite/open.js');
  const store = await engine.openStore(folder, { schema, toleratesLinks });
  if (!postgres) return store;
  try {
    const { ledger, state, close } = await openExact(postgres, schema);
    return { ...store, ledger, state, close: () => close().finally(store.close) };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/**
 * Opens the ledger and the state of a node's folder, and over them the catalog and the links of a published version, which
 * are only read. Rejects with `SchemaMismatchError`.
 */
export async function openReplicaStore(
  folder: string,
  data: string,
  options: Pick<StoreOptions, 'schema'>,
): Promise<Store> {
  const engine = await import('../sqlite/open.js');
  return await engine.openStoreOver(folder, data, options);
}

/** Does the work while nobody writes the catalog or the links of a folder, and their logs are empty; see there. */
export async function whileUnwritten<Value>(folder: string, work: () => Promise<Value>): Promise<Value> {
  const engine = await import('../sqlite/while-unwritten.js');
  return await engine.whileUnwritten(folder, work);
}

/** Opens the ledger and the state alone. Rejects with `SchemaMismatchError`. */
export async function openLedgerAndState(
  folder: string,
  { postgres, schema }: ExactOptions,
): Promise<Pick<Store, 'ledger' | 'state' | 'close'>> {
  if (postgres) return await openExact(postgres, schema);
  const engine = await import('../sqlite/open.js');
  return await engine.openLedgerAndState(folder, { schema });
}

/** Opens the ledger and the state in PostgreSQL, which needs no folder. Rejects with `SchemaMismatchError`. */
export async function openExact(
  postgres: PostgresOptions,
  schema: StoreOptions['schema'],
): Promise<Pick<Store, 'ledger' | 'state' | 'close'>> {
  const engine = await import('../postgres/exact.js');
  return await engine.openExact(postgres, schema);
}

/**
 * Opens the catalog and the links of a data folder for one of the threads that serve it. Other processes write them.
 * Rejects with `SchemaMismatchError`.
 */
export async function openServedData(folder: string, options: ServedOptions): Promise<ServedData> {
  const engine = await import('../sqlite/serving/served-data.js');
  return engine.openServedData(folder, options);
}

/**
 * Opens what the threads of one service share of a data folder's store. Rejects with `SchemaMismatchError`; nothing
 * stays open then.
 */
export async function openServingStore(
  folder: string,
  { postgres, ...options }: ServingOptions & Pick<ExactOptions, 'postgres'>,
): Promise<ServingStore> {
  const engine = await import('../sqlite/serving/serving-store.js');
  if (!postgres) return await engine.openServingStore(folder, options);
  const { openServingExact } = await import('../postgres/serving/serving-exact.js');
  const exact = await openServingExact(postgres, options);
  const reads = engine.openServingReads(folder, options);
  return {
    ...exact,
    readSlowly: async (from, name, values) =>
      name === 'usage'
        ? await exact.ledger.usage(...(values as Parameters<Ledger['usage']>))
        : await reads.readSlowly(from, name, values),
    leaveData: reads.leaveData,
    close: () => reads.close().finally(exact.close),
  };
}

/**
 * Opens what the machines of a cluster agree about in PostgreSQL: leases, publications and nodes. Rejects with
 * `PostgresAwayError` or `SchemaMismatchError`.
 */
export async function openCluster<Manifest extends { readonly version: number }>(
  options: PostgresOptions,
  settings: { readonly schema: 'current' | 'create' | 'migrate'; readonly listener?: Listener },
): Promise<Cluster<Manifest>> {
  const engine = await import('../postgres/cluster/cluster.js');
  return await engine.openCluster<Manifest>(options, settings);
}

/**
 * Copies the whole ledger of a data folder to PostgreSQL with its watches, exports and lists, or back. The other is empty; this one
 * is not opened any more. Rejects with `LedgerNotEmptyError` or `StateDiffersError`, and as `compare` does. Returns how many rows of each table of
 * the state were copied and compared.
 */
export async function copyLedger(
  folder: string,
  postgres: PostgresOptions,
  to: 'sqlite' | 'postgres',
  compare: (from: Ledger, copy: Ledger) => Promise<void>,
): Promise<Readonly<Record<StateTable, number>>> {
  const sqlite = await import('../sqlite/ledger/rows.js');
  const { readSqliteState, writeSqliteState } = await import('../sqlite/state/rows.js');
  const other = await import('../postgres/ledger/rows.js');
  const { ledgerPath, statePath } = await import('../sqlite/open.js');
  const [path, states] = [ledgerPath(folder), statePath(folder)];
  if (to === 'postgres')
    await readSqliteState(states, (state) =>
      sqlite.readSqliteLedger(path, (rows) => other.writePostgresLedger(postgres, { ...rows, state })),
    );
  else
    await other.readPostgresLedger(postgres, (rows) =>
      writeSqliteState(states, rows.state, () => sqlite.writeSqliteLedger(path, rows)),
    );
  const { openLedger } = await import('../sqlite/ledger/ledger.js');
  const { openPostgresLedger } = await import('../postgres/ledger/ledger.js');
  const inFolder = openLedger({ path, schema: 'current' });
  // By the caller's time: both are asked for one moment.
  const elsewhere = await openPostgresLedger({ postgres, schema: 'current', clock: 'caller' });
  try {
    if (to === 'postgres') await compare(inFolder, elsewhere);
    else await compare(elsewhere, inFolder);
  } finally {
    await inFolder.close();
    await elsewhere.close();
  }
  const counts = await readSqliteState(states, (state) =>
    other.readPostgresLedger(postgres, (rows) => compareStates(state, rows.state)),
  );
  if (to === 'postgres') await sqlite.markSqliteMoved(path);
  else await other.markPostgresMoved(postgres);
  return counts;
}

/** How the primary of PostgreSQL does. Rejects with `PostgresAwayError`. */
export async function inspectPostgres(postgres: PostgresOptions): Promise<PostgresState> {
  const engine = await import('../postgres/inspect.js');
  return await engine.inspectPostgres(postgres);
}
