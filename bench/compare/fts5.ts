import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Database } from '../../src/store/sqlite/file/driver.js';
import type { CompareDocument } from './documents.js';
import type { Asked, Engine } from './engine.js';
import type { Question } from './question.js';

const ROWS_A_TRANSACTION = 20_000;

/**
 * SQLite FTS5, as much to its advantage as it goes: one row for each document, numbered in rank order, so that a
 * page needs no sorting and a range of dates is a range of rows; forms and states are words of it, so that it joins
 * nothing; no positions and no copy of the text are kept; prefixes of two letters have an index.
 */
export class Fts5 implements Engine {
  readonly name = 'SQLite FTS5';
  readonly #path: string;
  readonly #database;
  /** The first row of each day where days descend with the rows; null where they do not. */
  #days: { readonly day: number; readonly first: number }[] | null = [];
  #rows = 0;

  constructor(folder: string) {
    this.#path = join(folder, 'fts5.db');
    this.#database = new Database(this.#path);
    this.#database.pragma('journal_mode = OFF');
    this.#database.pragma('synchronous = OFF');
    this.#database.pragma('cache_size = -1000000');
    this.#database.pragma('mmap_size = 68719476736');
    this.#database.exec(`
      CREATE VIRTUAL TABLE documents USING fts5 (
        tokens, content = '', detail = none, columnsize = 0, prefix = '2 4', tokenize = "ascii tokenchars '/_'"
      );
      CREATE TABLE several (number INTEGER PRIMARY KEY, texts TEXT NOT NULL) STRICT;
    `);
    this.#database.function('one_meets', { deterministic: true }, (texts, text) =>
      Number(oneMeets(String(texts), String(text))),
    );
  }

  async load(documents: Iterable<CompareDocument>, progress: (rows: number) => void): Promise<void> {
    const insert = this.#database.prepare('INSERT INTO documents (rowid, tokens) VALUES (?, ?)');
    const keep = this.#database.prepare('INSERT INTO several VALUES (?, ?)');
    this.#database.exec('BEGIN');
    for (const { number, day, tokens, texts } of documents) {
      insert.run(number, tokens.join(' '));
      if (texts !== null) keep.run(number, texts.join('\n'));
      this.#noteDay(day, number);
      this.#rows = number + 1;
      if (this.#rows % ROWS_A_TRANSACTION !== 0) continue;
      this.#database.exec('COMMIT; BEGIN');
      progress(this.#rows);
      // Lets an interruption in.
      await setImmediate();
    }
    this.#database.exec("INSERT INTO documents (documents) VALUES ('optimize'); COMMIT");
  }

  async bytes(): Promise<number> {
    return statSync(this.#path).size;
  }

  async ask(question: Question): Promise<Asked> {
    const [from, to] = this.#rowsOf(question);
    const several = question.words.length > 1 ? ONLY_ONE_TEXT : '';
    const where = `WHERE documents MATCH ? AND rowid BETWEEN ? AND ? ${several}`;
    const given = [matchOf(question), from, to, ...(several === '' ? [] : [question.text])];
    const count = this.#database.prepare(`SELECT count(*) FROM documents ${where}`).pluck();
    const page = this.#database
      .prepare(`SELECT rowid FROM documents ${where} ORDER BY rowid LIMIT ? OFFSET ?`)
      .pluck();
    const started = performance.now();
    const total = Number(count.get(...given));
    const numbers = page.all(...given, question.limit, question.offset).map(Number);
    return { total, page: numbers, milliseconds: performance.now() - started };
  }

  async close(): Promise<void> {
    this.#database.close();
    rmSync(this.#path, { force: true });
  }

  #noteDay(day: number, row: number): void {
    const last = this.#days?.at(-1)?.day ?? Number.POSITIVE_INFINITY;
    if (day > last) this.#days = null;
    else if (day < last) this.#days?.push({ day, first: row });
  }

  #rowsOf({ days }: Question): readonly [first: number, last: number] {
    if (days === null) return [0, this.#rows];
    if (this.#days === null)
      throw new Error('Only filings, which are in order of days, are asked for a range.');
    const first = this.#days.find(({ day }) => day <= days.to)?.first ?? this.#rows;
    const after = this.#days.find(({ day }) => day < days.from)?.first ?? this.#rows;
    return [first, after - 1];
  }
}

const ONLY_ONE_TEXT =
  'AND NOT EXISTS (SELECT 1 FROM several WHERE number = documents.rowid AND NOT one_meets(texts, ?))';

function matchOf({ words, beginning, whole, described, facets }: Question): string {
  const all = (tokens: readonly string[]) => `(${tokens.map(quoted).join(' AND ')})`;
  const matches = `(${all(words)} OR ${quoted(beginning)} * OR ${quoted(whole)} OR ${all(described)})`;
  const filters = facets.map((tokens) => `(${tokens.map(quoted).join(' OR ')})`);
  return [matches, ...filters].join(' AND ');
}

function quoted(token: string): string {
  return `"${token}"`;
}

function oneMeets(texts: string, text: string): boolean {
  const words = text.split(' ');
  return texts.split('\n').some((one) => {
    if (one.startsWith(text)) return true;
    const borne = one.split(' ');
    return words.every((word) => borne.includes(word));
  });
}
