import type { IndexInput } from '../../search/format/types.js';
import type { Catalog } from '../../store/store.js';
import { FilerCollector } from './filer-collector.js';
import { FilingCollector } from './filing-collector.js';

/**
 * Returns SEC filings as documents of the search index: one per accession number, newest first; filings of one day by
 * descending accession number. Filers are the groups. `q` matches their current and former names, the names under which they
 * filed, and their tickers; after those, the form, the description of the main document and the 8-K items.
 */
export async function filingIndexInput(catalog: Catalog): Promise<IndexInput> {
  const filers = new FilerCollector();
  for await (const batch of catalog.filings.scanFilers()) for (const filer of batch) filers.add(filer);
  const filings = new FilingCollector(filers);
  for await (const batch of catalog.filings.scan()) for (const row of batch) filings.add(row);
  return filings.input();
}
