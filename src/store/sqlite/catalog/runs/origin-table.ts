import type { Origins, RecordOrigin, RunFile } from '../../../store.js';
import type { Sqlite } from '../../file/driver.js';
import type { SharedReadTransactions } from '../../file/shared-read-transactions.js';
import { VersionMemo } from '../../file/version-memo.js';

interface OriginRow {
  readonly key: string;
  readonly hash: string;
  readonly changedAt: number;
  readonly run: number;
  readonly files: string | null;
  readonly gone: 0 | 1;
  /** Null for a live record, and for one that was removed before this column existed. */
  readonly writtenRun: number | null;
}

/** The files that runs read, in order, and the run and file that wrote a stored record. */
export class OriginTable implements Origins {
  readonly #database: Sqlite;
  readonly #turns: SharedReadTransactions | undefined;
  /** Run -> its first file. Records of a run with one file are most of all, and every answer of `identify` names files. */
  readonly #firstFiles = new VersionMemo((run: number) => this.#readFiles(run, 1, null));
  #prepared: ReturnType<typeof statements> | undefined;

  constructor(database: Sqlite, turns?: SharedReadTransactions) {
    this.#database = database;
    this.#turns = turns;
  }

  async putFilesOfRun(run: number, files: readonly RunFile[]): Promise<void> {
    const { drop, put } = this.#statements;
    this.#database
      .transaction(() => {
        drop.run(run);
        for (const [nth, file] of files.entries()) put.run({ run, nth, ...file });
      })
      .immediate();
  }

  async filesOfRun(
    run: number,
    max: number,
    only: readonly number[] | null = null,
  ): Promise<{ readonly files: readonly RunFile[]; readonly total: number }> {
    const version = this.#turns?.enter();
    return version !== undefined && max === 1 && only === null
      ? this.#firstFiles.get(run, version)
      : this.#readFiles(run, max, only);
  }

  #readFiles(run: number, max: number, only: readonly number[] | null) {
    const { list, count } = this.#statements;
    const wanted = only && JSON.stringify(only);
    return { files: list.all({ run, max, wanted }), total: count.get(run) ?? 0 };
  }

  async ofRecords(dataset: string | null, keys: readonly string[]): Promise<RecordOrigin[]> {
    const { ofDataset, ofEntity } = this.#statements;
    const rows =
      dataset === null
        ? keys.flatMap((key) => ofEntity.get(key) ?? [])
        : ofDataset.all(dataset, JSON.stringify(keys));
    return rows.map(originOf);
  }

  /** Lazy, because the schema may be created after this object. */
  get #statements() {
    this.#prepared ??= statements(this.#database);
    return this.#prepared;
  }
}

function statements(database: Sqlite) {
  const columns = 'hash, changed_at AS changedAt, run, files';
  return {
    drop: database.prepare('DELETE FROM run_files WHERE run = ?'),
    put: database.prepare(
      'INSERT INTO run_files VALUES (@run, @nth, @name, @bytes, @sha256, @url, @publishedAt, @fetchedAt)',
    ),
    list: database.prepare<[{ run: number; max: number; wanted: string | null }], RunFile>(
      `SELECT name, bytes, sha256, url, published_at AS publishedAt, fetched_at AS fetchedAt FROM run_files
       WHERE run = @run AND (@wanted IS NULL OR nth IN (SELECT value FROM json_each(@wanted))) ORDER BY nth LIMIT @max`,
    ),
    count: database.prepare<[number], number>('SELECT count(*) FROM run_files WHERE run = ?').pluck(),
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
