import type { RankedFiling } from '../../../../domain/sec/sec-precedence.js';
import type { Sqlite } from '../../file/driver.js';

/** A filing row with the sources that claim it. */
export interface StoredFiling {
  readonly row: RankedFiling;
  readonly number: number;
  readonly claims: number;
  readonly gone: boolean;
}

export type FilingKey = readonly [accession: string, cik: number, form: string];

type FilingTuple = [
  number: number,
  filed: string,
  period: string | null,
  name: string | null,
  description: string | null,
  items: string | null,
  ranks: number,
  claims: number,
  goneSince: number | null,
];

/** Reads one filing row by its key. */
export class FilingRows {
  readonly isEmpty: boolean;
  readonly #read;

  constructor(database: Sqlite) {
    this.#read = database
      .prepare<[string, number, string], FilingTuple>(
        `SELECT number, filed, period, name, description, items, ranks, claims, gone_since FROM filing_rows
         WHERE accession = ? AND cik = ? AND form = ?`,
      )
      .raw();
    this.isEmpty = database.prepare('SELECT 1 FROM filing_rows LIMIT 1').get() === undefined;
  }

  find(accession: string, cik: number, form: string): StoredFiling | undefined {
    const found = this.#read.get(accession, cik, form);
    if (!found) return undefined;
    const [number, filed, period, name, description, items, ranks, claims, goneSince] = found;
    const row = { accession, cik, form, filed, period, name, description, items, ranks };
    return { row, number, claims, gone: goneSince !== null };
  }
}

export function isSameFiling(a: RankedFiling, b: RankedFiling): boolean {
  return (
    a.ranks === b.ranks &&
    a.filed === b.filed &&
    a.name === b.name &&
    a.period === b.period &&
    a.description === b.description &&
    a.items === b.items
  );
}
