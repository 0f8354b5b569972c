import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { Sqlite } from '../file/driver.js';

/** How thoroughly a database is read. `sampled`: in seconds, whatever its size. `whole`: every page, minutes for a large one. */
export type DamageSearch = 'sampled' | 'whole';

/** A smaller file is always read as a whole: that takes a second. */
const SMALL_BYTES = 128 * 2 ** 20;
const SAMPLED_PAGES = 8_192;
const SAMPLED_ROWS = 400;

/**
 * One sentence on the first damage found, as SQLite reports it; null where none was found. A sampled search misses a few
 * damaged pages of a large file. Throws what SQLite throws where the file cannot be read at all.
 */
export function damageOf(database: Sqlite, how: DamageSearch): string | null {
  // Even the count of pages reads the schema, whose pages may be the damaged ones.
  return whenDamaged(() => {
    const pages = pragma(database, 'page_count');
    const pageBytes = pragma(database, 'page_size');
    if (how === 'whole' || pages * pageBytes <= SMALL_BYTES) return quickCheck(database);
    return sampledPages(database.name, pages, pageBytes) ?? sampledRows(database);
  });
}

function pragma(database: Sqlite, name: 'page_count' | 'page_size'): number {
  return database.prepare<[], number>(`PRAGMA ${name}`).pluck().get() ?? 0;
}

function quickCheck(database: Sqlite): string | null {
  const said = database.prepare<[], string>('PRAGMA quick_check(1)').pluck().get() ?? 'unreadable';
  return said === 'ok' ? null : said.replace(/^\*\*\* in database main \*\*\*\n/, '').replaceAll('\n', '; ');
}

/** A page whose first bytes no page of a database has. If a page also stands in the log, the older copy is looked at. */
function sampledPages(path: string, pages: number, pageBytes: number): string | null {
  const file = openSync(path, 'r');
  try {
    const inFile = Math.min(pages, Math.floor(fstatSync(file).size / pageBytes));
    const step = Math.max(1, inFile / SAMPLED_PAGES);
    const page = Buffer.alloc(pageBytes);
    for (let at = Math.random() * step; at < inFile; at += step) {
      const number = Math.floor(at) + 1;
      readSync(file, page, 0, pageBytes, (number - 1) * pageBytes);
      if (number > 1 && !isPage(page, pages)) return `page ${number} is no page of a database`;
    }
    return null;
  } finally {
    closeSync(file);
  }
}

/** A node of a tree, or a page that begins with the number of another one: an overflow or a free page. */
function isPage(page: Buffer, pages: number): boolean {
  return page.readUInt32BE(0) <= pages || isTreePage(page);
}

const [INTERIOR_INDEX, INTERIOR_TABLE, LEAF_INDEX, LEAF_TABLE] = [2, 5, 10, 13];

/** https://www.sqlite.org/fileformat2.html#b_tree_pages: the list of cells ends before the cells begin. */
function isTreePage(page: Buffer): boolean {
  const kind = page[0];
  const head = kind === INTERIOR_INDEX || kind === INTERIOR_TABLE ? 12 : 8;
  if (head === 8 && kind !== LEAF_INDEX && kind !== LEAF_TABLE) return false;
  const cells = page.readUInt16BE(3);
  const contents = page.readUInt16BE(5) || 65_536;
  return head + 2 * cells <= contents && contents <= page.length;
}

/** Rows of each table from all over it, with all their columns. */
function sampledRows(database: Sqlite): string | null {
  const tables = database
    .prepare<[], string>(
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND wr = 0`,
    )
    .pluck()
    .all();
  for (const table of tables) {
    const damage = whenDamaged(() => sampleTable(database, `"${table.replaceAll('"', '""')}"`));
    if (damage !== null) return `table ${table}: ${damage}`;
  }
  return null;
}

function sampleTable(database: Sqlite, table: string): null {
  const [min = 0, max = 0] =
    database
      .prepare<[], [number, number]>(
        `SELECT (SELECT min(rowid) FROM ${table}), (SELECT max(rowid) FROM ${table})`,
      )
      .raw()
      .get() ?? [];
  const row = database.prepare(`SELECT * FROM ${table} WHERE rowid >= ? ORDER BY rowid LIMIT 1`).raw();
  for (let sample = 0; sample < SAMPLED_ROWS; sample++)
    row.get(min + Math.floor(Math.random() * (max - min + 1)));
  return null;
}

/** The findings of the search, or SQLite's words on damage that it met. */
function whenDamaged(search: () => string | null): string | null {
  try {
    return search();
  } catch (error) {
    if (isDamage(error)) return error.message;
    throw error;
  }
}

/** Whether SQLite reports that a file is damaged, or is no database: not that it could not be opened, read or written. */
export function isDamage(error: unknown): error is Error {
  const { code = '' } = error as { readonly code?: unknown };
  return error instanceof Error && /^SQLITE_(CORRUPT|NOTADB)/.test(String(code));
}
