import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Database } from '../../src/store/sqlite/file/driver.js';

const MAX_ROWS = 1_000_000;
const ROWS_A_TRANSACTION = 10_000;

/** Rows a second of reading a file's lines and inserting them as they are into a table without an index. */
export async function bareLoad(path: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-bench-bare-'));
  const database = new Database(join(folder, 'bare.db'));
  try {
    database.exec(
      'PRAGMA journal_mode = WAL; CREATE TABLE lines (number INTEGER PRIMARY KEY, line TEXT) STRICT',
    );
    const insert = database.prepare('INSERT INTO lines (line) VALUES (?)');
    const insertAll = database.transaction((lines: readonly string[]) => {
      for (const line of lines) insert.run(line);
    });
    const started = performance.now();
    let rows = 0;
    let lines: string[] = [];
    for await (const line of createInterface({ input: createReadStream(path) })) {
      lines.push(line);
      if (lines.length < ROWS_A_TRANSACTION) continue;
      insertAll(lines);
      rows += lines.length;
      lines = [];
      if (rows >= MAX_ROWS) break;
    }
    insertAll(lines);
    return (rows + lines.length) / ((performance.now() - started) / 1_000);
  } finally {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
