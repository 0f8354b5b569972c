import type { Filer, FilingRow } from '../../../../domain/sec/sec.js';
import type { Sqlite } from '../../file/driver.js';
import { asLists, type Lists, parsed } from '../staging/listed-columns.js';

const COLUMNS = ['accession', 'cik', 'form', 'filed', 'period', 'name', 'description', 'items'];

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

/** Scans all filings and filers, in pages: a long scan in one holds a read lock that keeps the log from being written back. */
export class SecScans {
  readonly #filings;
  readonly #filers;
  readonly #listedFilers;

  constructor(database: Sqlite) {
    const filings = `FROM filing_rows WHERE (accession, cik, form) > (?, ?, ?) AND gone_since IS NULL
      ORDER BY accession, cik, form LIMIT ?`;
    this.#filings = database
      .prepare<[string, number, string, number], Lists>(asLists(COLUMNS, filings))
      .raw();
    this.#filers = database.prepare<[number, number], FilerRow>(
      'SELECT cik, filer FROM filers WHERE cik > ? ORDER BY cik LIMIT ?',
    );
    this.#listedFilers = database.prepare<[number, number], FilerRow>(
      `SELECT cik, filer FROM filers WHERE cik > ? AND json_array_length(filer, '$.tickers') > 0 ORDER BY cik LIMIT ?`,
    );
  }

  async *scanFilings(): AsyncGenerator<readonly FilingRow[]> {
    let last: Pick<FilingRow, 'accession' | 'cik' | 'form'> | undefined = { accession: '', cik: 0, form: '' };
    while (last !== undefined) {
      const { accession, cik, form }: typeof last = last;
      const page = toRows(parsed(this.#filings.get(accession, cik, form, ROWS_PER_PAGE)));
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
