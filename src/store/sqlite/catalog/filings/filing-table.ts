import { VersionedCache } from '../../../../collections/versioned-cache.js';
import type { Filer, FilingRow } from '../../../../domain/sec/sec.js';
import type { Filings } from '../../../store.js';
import type { Sqlite } from '../../file/driver.js';
import type { SharedReadTransactions } from '../../file/shared-read-transactions.js';
import { asLists, type Lists, parsed } from '../staging/listed-columns.js';

const COLUMNS = ['accession', 'cik', 'form', 'filed', 'period', 'name', 'description', 'items'];

/** Read as an array, not an object, which takes a quarter off the time of a page of filings. */
type FilingTuple = readonly [
  accession: string,
  cik: number,
  form: string,
  filed: string,
  period: string | null,
  name: string | null,
  description: string | null,
  items: string | null,
  number: number,
];

/** The rows of one accession. */
interface StoredFiling {
  readonly number: number;
  readonly rows: readonly FilingRow[];
}
/** Cache size for filings, and for filers. */
export const HOT_KIB = 32 * 1024;
/** Approximate. */
const CHARACTERS_OF_ROW = 150;

/** The columns of a page. */
type FilingLists = readonly [
  accession: readonly string[],
  cik: readonly number[],
  form: readonly string[],
  filed: readonly string[],
  period: readonly (string | null)[],
  name: readonly (string | null)[],
  description: readonly (string | null)[],
  items: readonly (string | null)[],
];

const ROWS_PER_PAGE = 5_000;

/**
 * Reads filings and filers, and scans them in pages: a scan in one statement would hold a read lock and so block checkpoints.
 */
export class FilingTable implements Filings {
  readonly #turns: SharedReadTransactions | undefined;
  readonly #filings;
  readonly #filer;
  readonly #hotFilings: VersionedCache<string, StoredFiling>;
  readonly #hotFilers: VersionedCache<number, Filer>;
  readonly #page;
  readonly #filers;
  readonly #listedFilers;

  /** With shared read transactions, frequently read rows are cached. */
  constructor(database: Sqlite, turns?: SharedReadTransactions, hotKiB = HOT_KIB) {
    const sizeOfFiling = ({ rows }: StoredFiling) => rows.length * CHARACTERS_OF_ROW;
    this.#hotFilings = new VersionedCache({ size: sizeOfFiling, mark: ({ number }) => number }, hotKiB);
    const sizeOfFiler = ({ name, formerNames }: Filer) =>
      name.length + formerNames.length * CHARACTERS_OF_ROW;
    this.#hotFilers = new VersionedCache({ size: sizeOfFiler, mark: ({ cik }) => cik }, hotKiB);
    this.#turns = turns;
    this.#filings = database
      .prepare<[string], FilingTuple>(
        `SELECT ${COLUMNS.join()}, number FROM filing_rows WHERE accession = ? AND gone_since IS NULL ORDER BY cik, form`,
      )
      .raw();
    this.#filer = database.prepare<[number], string>('SELECT filer FROM filers WHERE cik = ?').pluck();
    const filings = `FROM filing_rows WHERE (accession, cik, form) > (?, ?, ?) AND gone_since IS NULL
      ORDER BY accession, cik, form LIMIT ?`;
    this.#page = database.prepare<[string, number, string, number], Lists>(asLists(COLUMNS, filings)).raw();
    this.#filers = database.prepare<[number, number], FilerRow>(
      'SELECT cik, filer FROM filers WHERE cik > ? ORDER BY cik LIMIT ?',
    );
    this.#listedFilers = database.prepare<[number, number], FilerRow>(
      `SELECT cik, filer FROM filers WHERE cik > ? AND json_array_length(filer, '$.tickers') > 0 ORDER BY cik LIMIT ?`,
    );
  }

  async get(accessions: readonly string[]): Promise<FilingRow[]> {
    const filings = this.#turns
      ? await this.#turns.readEach(accessions, (accession, version) =>
          this.#hotFilings.get(accession, version, this.#readFiling),
        )
      : accessions.map(this.#readFiling);
    const rows: FilingRow[] = [];
    for (const filing of filings) for (const row of filing?.rows ?? []) rows.push(row);
    return rows;
  }

  async getFilers(ciks: readonly number[]): Promise<Filer[]> {
    const filers = this.#turns
      ? await this.#turns.readEach(ciks, (cik, version) => this.#hotFilers.get(cik, version, this.#readFiler))
      : ciks.map(this.#readFiler);
    return filers.filter((filer) => filer !== undefined);
  }

  readonly #readFiling = (accession: string): StoredFiling | undefined => {
    const rows = this.#filings.all(accession);
    const [first] = rows;
    return first && { number: first[8], rows: rows.map(toFilingRow) };
  };

  readonly #readFiler = (cik: number): Filer | undefined => {
    const filer = this.#filer.get(cik);
    return filer === undefined ? undefined : (JSON.parse(filer) as Filer);
  };

  async *scan(): AsyncGenerator<readonly FilingRow[]> {
    let last: Pick<FilingRow, 'accession' | 'cik' | 'form'> | undefined = { accession: '', cik: 0, form: '' };
    while (last !== undefined) {
      const { accession, cik, form }: typeof last = last;
      const page = toRows(parsed(this.#page.get(accession, cik, form, ROWS_PER_PAGE)));
      yield page;
      last = page.at(-1);
    }
  }

  scanFilers(): AsyncGenerator<readonly Filer[]> {
    return pages((last) => this.#filers.all(last, ROWS_PER_PAGE));
  }

  scanListedFilers(): AsyncGenerator<readonly Filer[]> {
    return pages((last) => this.#listedFilers.all(last, ROWS_PER_PAGE));
  }
}

function toFilingRow([
  accession,
  cik,
  form,
  filed,
  period,
  name,
  description,
  items,
]: FilingTuple): FilingRow {
  return { accession, cik, form, filed, period, name, description, items };
}

interface FilerRow {
  readonly cik: number;
  readonly filer: string;
}

async function* pages(pageAfter: (cik: number) => readonly FilerRow[]): AsyncGenerator<readonly Filer[]> {
  let last = -1;
  for (;;) {
    const page = pageAfter(last);
    if (page.length === 0) return;
    yield page.map(({ filer }) => JSON.parse(filer) as Filer);
    last = page.at(-1)?.cik ?? last;
  }
}

function toRows([accessions, ciks, forms, filed, periods, names, descriptions, items]: FilingLists) {
  return accessions.map(
    (accession, at): FilingRow => ({
      accession,
      cik: ciks[at] as number,
      form: forms[at] as string,
      filed: filed[at] as string,
      period: periods[at] as string | null,
      name: names[at] as string | null,
      description: descriptions[at] as string | null,
      items: items[at] as string | null,
    }),
  );
}
