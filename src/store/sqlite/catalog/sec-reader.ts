import type { Filer, FilingRow } from '../../../domain/sec.js';
import type { Sqlite } from '../database.js';

const COLUMNS = 'accession, cik, form, filed, period, name, description, items';
const ROWS_PER_PAGE = 5_000;

export class SecReader {
  readonly #filings;
  readonly #filer;
  readonly #filingPage;
  readonly #filerPage;

  constructor(database: Sqlite) {
    this.#filings = database.prepare<[string], FilingRow>(
      `SELECT ${COLUMNS} FROM filing_rows WHERE accession = ? AND gone_since IS NULL ORDER BY cik, form`,
    );
    this.#filer = database.prepare<[number], string>('SELECT filer FROM filers WHERE cik = ?').pluck();
    this.#filingPage = database.prepare<[string, number, string, number], FilingRow>(
      `SELECT ${COLUMNS} FROM filing_rows
       WHERE (accession, cik, form) > (?, ?, ?) AND gone_since IS NULL ORDER BY accession, cik, form LIMIT ?`,
    );
    this.#filerPage = database.prepare<[number, number], { cik: number; filer: string }>(
      'SELECT cik, filer FROM filers WHERE cik > ? ORDER BY cik LIMIT ?',
    );
  }

  getFilings(accessions: readonly string[]): FilingRow[] {
    return accessions.flatMap((accession) => this.#filings.all(accession));
  }

  getFilers(ciks: readonly number[]): Filer[] {
    return ciks.flatMap((cik) => {
      const filer = this.#filer.get(cik);
      return filer === undefined ? [] : [JSON.parse(filer) as Filer];
    });
  }

  /** In pages, so that a long scan holds no read lock that would keep the log from being written back. */
  async *scanFilings(): AsyncGenerator<readonly FilingRow[]> {
    let last: FilingRow | undefined;
    for (;;) {
      const page = this.#filingPage.all(
        last?.accession ?? '',
        last?.cik ?? 0,
        last?.form ?? '',
        ROWS_PER_PAGE,
      );
      last = page.at(-1);
      if (last === undefined) return;
      yield page;
    }
  }

  async *scanFilers(): AsyncGenerator<readonly Filer[]> {
    let last = -1;
    for (;;) {
      const page = this.#filerPage.all(last, ROWS_PER_PAGE);
      if (page.length === 0) return;
      yield page.map(({ filer }) => JSON.parse(filer) as Filer);
      last = page.at(-1)?.cik ?? last;
    }
  }
}
