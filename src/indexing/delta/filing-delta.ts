import { accessionKey } from '../../domain/sec/accession-key.js';
import type { DeltaInput, IndexInput, MainIndex } from '../../search/index.js';
import type { Catalog } from '../../store/store.js';
import { FilerCollector } from '../filings/filer-collector.js';
import { FilingCollector } from '../filings/filing-collector.js';
import { pagesOf } from './pages.js';

/**
 * Returns the filings that changed since an index was built. A filer that the index contains keeps its indexed names and
 * tickers, so that all its filings match the same queries; new ones are indexed by the next build.
 */
export async function filingDelta(
  catalog: Catalog,
  accessions: readonly string[],
  main: MainIndex,
): Promise<DeltaInput> {
  const filings = new FilingCollector(await filersOf(accessions, catalog, main));
  for (const page of pagesOf(accessions)) {
    for (const row of await catalog.filings.get(page)) filings.add(row);
  }
  const index = filings.input();
  return { index, touched: new Set(accessions.map(accessionKey)), isBefore: orderOf(main, index) };
}

async function filersOf(
  accessions: readonly string[],
  catalog: Catalog,
  main: MainIndex,
): Promise<FilerCollector> {
  const filers = new FilerCollector();
  // Filings are read here and once more by the caller: keeping all rows would take too much memory.
  const named = new Set<number>();
  for (const page of pagesOf(accessions)) {
    for (const { cik } of await catalog.filings.get(page)) named.add(cik);
  }
  for (const page of pagesOf([...named].sort((a, b) => a - b))) {
    const held = new Map((await catalog.filings.getFilers(page)).map((filer) => [filer.cik, filer]));
    for (const cik of page) {
      const filer = held.get(cik);
      if (main.hasGroup(cik)) {
        filers.addNamed(cik, filer, (lexicon) => main.namesOfGroup(lexicon, cik));
      } else if (filer) filers.add(filer, { areAll: false });
    }
  }
  return filers;
}

/** Newest first; filings of one day by descending accession number, as `FilingCollector` ranks them. */
function orderOf(main: MainIndex, index: IndexInput): DeltaInput['isBefore'] {
  const filed = index.columns.find(({ name }) => name === 'filed')?.values ?? new Int32Array(0);
  return (one, other) => {
    const difference = (main.valueOf('filed', one) ?? 0) - (filed[other] ?? 0);
    return difference === 0 ? main.keyOf(one) > (index.documentKeys[other] ?? 0n) : difference > 0;
  };
}
