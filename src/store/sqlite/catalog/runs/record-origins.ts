import type { RecordOrigin } from '../../../store.js';
import type { Sqlite } from '../../file/driver.js';

interface OriginRow {
  readonly key: string;
  readonly hash: string;
  readonly changedAt: number;
  readonly run: number;
  readonly files: string | null;
  readonly gone: 0 | 1;
  /** Null of a live record, and of one that was gone before it was kept. */
  readonly writtenRun: number | null;
}

/** Tells which run wrote a stored record, and from which of its files. */
export class RecordOrigins {
  readonly #database: Sqlite;
  #prepared: ReturnType<typeof statements> | undefined;

  constructor(database: Sqlite) {
    this.#database = database;
  }

  async recordOrigins(dataset: string | null, keys: readonly string[]): Promise<RecordOrigin[]> {
    this.#prepared ??= statements(this.#database);
    const { ofDataset, ofEntity } = this.#prepared;
    const rows =
      dataset === null
        ? keys.flatMap((key) => ofEntity.get(key) ?? [])
        : ofDataset.all(dataset, JSON.stringify(keys));
    return rows.map(originOf);
  }
}

function statements(database: Sqlite) {
  const columns = 'hash, changed_at AS changedAt, run, files';
  return {
    ofEntity: database.prepare<[string], OriginRow>(
      `SELECT id AS key, ${columns}, gone_since IS NOT NULL AS gone, written_run AS writtenRun FROM entities WHERE id = ?`,
    ),
    ofDataset: database.prepare<[string, string], OriginRow>(
      `SELECT key, ${columns}, 0 AS gone, NULL AS writtenRun FROM dataset_records
       WHERE source = (SELECT number FROM sources WHERE id = ?) AND key IN (SELECT value FROM json_each(?))
         AND gone_since IS NULL`,
    ),
  };
}

function originOf({ key, hash, changedAt, run, files, gone, writtenRun }: OriginRow): RecordOrigin {
  return {
    ...{ key, hash, changedAt },
    run: gone ? writtenRun : run,
    files: files === null ? null : files.split(',').map(Number),
    missedBy: gone ? run : null,
  };
}
