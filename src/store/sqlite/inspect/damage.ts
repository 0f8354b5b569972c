import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { Sqlite } from '../file/driver.js';

/**
 * How much of a database is checked. `sampled`: in seconds, whatever its size. `whole`: every page, minutes for a large one.
 */
export type DamageSearch = 'sampled' | 'whole';

/** Smaller files are always checked as a whole, which takes a second. */
const SMALL_BYTES = 128 * 2 ** 20;
const SAMPLED_PAGES = 8_192;
const SAMPLED_ROWS = 400;

/**
 * One sentence on the first damage found, as reported by SQLite; null if none was found. A sampled check misses a few damaged
 * pages of a large file. Throws SQLite's error if the file cannot be read at all.
 */
export function damageOf(database: Sqlite, how: DamageSearch): string | null {
  // Even counting the pages reads the schema, which may be damaged.
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

/** Finds a page whose first bytes are invalid. If the log has a newer copy of a page, the older one is checked. */
function sampledPages(path: string, pages: number, pageBytes: number): string | null {
  const file = openSync(path, 'r');
  try {
    const inFile = Math.min(pages, Math.floor(fstatSync(file).size / pageBytes));
    const step = Math.max(1, inFile / SAMPLED_PAGES);
    const page = Buffer.alloc(pageBytes);
    for (let at = Math.random() * step; at < inFile; at += step) {
      const number = Math.floor(at) + 1;
      readSync(file, page, 0, pageBytes, (number - 1) * pageBytes);
      if (number > 1 && !isPage(page, pages)) return `page ${number} is not a database page`;
    }
    return null;
  } finally {
    closeSync(file);
  }
}

/** A tree node, or a page that begins with the number of another one: an overflow or a free page. */
function isPage(page: Buffer, pages: number): boolean {
  return page.readUInt32BE(0) <= pages || isTreePage(page);
}

const [INTERIOR_INDEX, INTERIOR_TABLE, LEAF_INDEX, LEAF_TABLE] = [2, 5, 10, 13];

/** https://www.sqlite.org/fileformat2.html#b_tree_pages: the cell pointer array ends before the cell content. */
function isTreePage(page: Buffer): boolean {
  const kind = page[0];
  const head = kind === INTERIOR_INDEX || kind === INTERIOR_TABLE ? 12 : 8;
  if (head === 8 && kind !== LEAF_INDEX && kind !== LEAF_TABLE) return false;
  const cells = page.readUInt16BE(3);
  const contents = page.readUInt16BE(5) || 65_536;
  return head + 2 * cells <= contents && contents <= page.length;
}

/** Rows spread over each table, with all their columns. */
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

/** Returns the findings of the search, or SQLite's message on damage. */
function whenDamaged(search: () => string | null): string | null {
  try {
    return search();
  } catch (error) {
    if (isDamage(error)) return error.message;
    throw error;
  }
}

/**
 * Returns whether SQLite reports that a file is damaged or not a database, not that it could not be opened, read or written.
 */
export function isDamage(error: unknown): error is Error {
  const { code = '' } = error as { readonly code?: unknown };
  return error instanceof Error && /^SQLITE_(CORRUPT|NOTADB)/.test(String(code));
}
