import { join } from 'node:path';
import type { Catalog } from '../../store.js';
import { type DatabaseOptions, openDatabase } from '../file/database.js';
import { type OnReadFault, SharedReadTransactions } from '../file/shared-read-transactions.js';
import { ContentVersions } from './content-versions.js';
import { DatasetReader } from './datasets/dataset-reader.js';
import { RecordSearchReader } from './datasets/record-search.js';
import { EntityTable } from './entities/entity-table.js';
import { LinkedOfficerTable } from './entities/linked-officers.js';
import { Feed } from './feed/feed.js';
import { FilingTable } from './filings/filing-table.js';
import { NumberReader } from './number-reader.js';
import { RunLoads } from './run-loads.js';
import { OriginTable } from './runs/origin-table.js';
import { RunLocks } from './runs/run-locks.js';
import { Runs } from './runs/runs.js';
import { SourceNumbers } from './runs/source-numbers.js';
import { CATALOG_MIGRATIONS } from './schema.js';

interface CatalogOptions extends Pick<DatabaseOptions, 'schema' | 'cacheKiB' | 'mmapBytes'> {
  /** The data folder with `catalog.db` and `stage/`. */
  readonly folder: string;
  /** Reads on a connection of its own and shares read transactions for a few milliseconds; other connections write. */
  readonly serving?: boolean;
  /** Read-only: no process on this machine writes the folder. Requires `schema: 'current'`. */
  readonly replica?: boolean;
  /** Cache of frequently read records, for serving. */
  readonly hotKiB?: number;
  /** For serving. */
  readonly onReadFault?: OnReadFault;
}

export interface SqliteCatalog extends Catalog {
  close(): void;
}

/** 64 MB. */
const LOG_PAGES = 16_384;

/** Throws `SchemaMismatchError`. */
export function openCatalog(options: CatalogOptions): SqliteCatalog {
  const { folder, serving = false, hotKiB, onReadFault } = options;
  const file = {
    ...options,
    path: join(folder, 'catalog.db'),
    migrations: CATALOG_MIGRATIONS,
    synchronous: 'normal',
    busyTimeoutMs: 30_000,
    logPages: LOG_PAGES,
    readOnly: options.replica ?? false,
  } as const;
  const database = openDatabase(file);
  const reader = serving ? openDatabase({ ...file, readOnly: true }) : database;
  const turns = serving ? new SharedReadTransactions(reader, onReadFault) : undefined;
  const sources = new SourceNumbers(database);
  const locks = new RunLocks(folder);
  const runs = new Runs(database, locks);
  const content = new ContentVersions(database);
  const officers = new LinkedOfficerTable(database, reader);
  return {
    entities: new EntityTable(reader, sources, officers, turns),
    officers,
    filings: new FilingTable(reader, turns, hotKiB),
    datasets: new DatasetReader(reader, turns),
    records: new RecordSearchReader(database),
    numbers: new NumberReader(reader, turns),
    content,
    runs,
    loads: new RunLoads({ database, folder, sources, runs, locks, content }),
    origins: new OriginTable(reader, turns),
    feed: new Feed(database),
    close: () => {
      locks.releaseAll();
      reader.close();
      database.close();
    },
  };
}
