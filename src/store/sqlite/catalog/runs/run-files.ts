import type { RunFile } from '../../../store.js';
import type { Sqlite } from '../../file/driver.js';

/** The files that runs read, in the order in which they did. */
export class RunFiles {
  readonly #database: Sqlite;
  #prepared: ReturnType<typeof statements> | undefined;

  constructor(database: Sqlite) {
    this.#database = database;
  }

  async recordRunFiles(run: number, files: readonly RunFile[]): Promise<void> {
    const { drop, put } = this.#statements;
    this.#database
      .transaction(() => {
        drop.run(run);
        for (const [nth, file] of files.entries()) put.run({ run, nth, ...file });
      })
      .immediate();
  }

  async runFiles(
    run: number,
    max: number,
    only: readonly number[] | null = null,
  ): Promise<{ readonly files: readonly RunFile[]; readonly total: number }> {
    const { list, count } = this.#statements;
    const wanted = only && JSON.stringify(only);
    return { files: list.all({ run, max, wanted }), total: count.get(run) ?? 0 };
  }

  /** The schema may be made after this object. */
  get #statements() {
    this.#prepared ??= statements(this.#database);
    return this.#prepared;
  }
}

function statements(database: Sqlite) {
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
  };
}
