import { VersionedCache } from '../../../../collections/versioned-cache.js';
import type { Filer, FilingRow } from '../../../../domain/sec/sec.js';
import type { Sqlite } from '../../file/driver.js';
import type { SharedReadTransactions } from '../../file/shared-read-transactions.js';

const COLUMNS = 'accession, cik, form, filed, period, name, description, items';

/** Read as a list, not an object: a quarter off the time of a page of filings. */
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
/** Memory for filings, and for filers. */
export const HOT_KIB = 32 * 1024;
/** About. */
const CHARACTERS_OF_ROW = 150;

export class SecReader {
  readonly #turns: SharedReadTransactions | undefined;
  readonly #filings;
  readonly #filer;
  readonly #hotFilings: VersionedCache<string, StoredFiling>;
  readonly #hotFilers: VersionedCache<number, Filer>;

  /** With turns, what is asked for again and again is kept. */
  constructor(database: Sqlite, turns?: SharedReadTransactions, hotKiB = HOT_KIB) {
    const sizeOfFiling = ({ rows }: StoredFiling) => rows.length * CHARACTERS_OF_ROW;
    this.#hotFilings = new VersionedCache({ size: sizeOfFiling, mark: ({ number }) => number }, hotKiB);
    const sizeOfFiler = ({ name, formerNames }: Filer) =>
      name.length + formerNames.length * CHARACTERS_OF_ROW;
    this.#hotFilers = new VersionedCache({ size: sizeOfFiler, mark: ({ cik }) => cik }, hotKiB);
    this.#turns = turns;
    this.#filings = database
      .prepare<[string], FilingTuple>(
        `SELECT ${COLUMNS}, number FROM filing_rows WHERE accession = ? AND gone_since IS NULL ORDER BY cik, form`,
      )
      .raw();
    this.#filer = database.prepare<[number], string>('SELECT filer FROM filers WHERE cik = ?').pluck();
  }

  async getFilings(accessions: readonly string[]): Promise<FilingRow[]> {
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
