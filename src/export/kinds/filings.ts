import { accessionOf } from '../../domain/sec/accession-key.js';
import type { Filer, FilingRow } from '../../domain/sec/sec.js';
import { byAccession } from '../../operations/search-filings/index.js';
import { itemText } from '../../operations/search-filings/item-text.js';
import { toIndexQuery } from '../../operations/search-filings/query.js';
import {
  FilingFilterQuery,
  type FilingSearchRequest,
  parseFilingFilter,
} from '../../operations/search-filings/request.js';
import { shownOf } from '../../operations/search-filings/shown.js';
import { defineKind } from './kind.js';

/**
 * One row per filing (accession number). A filing with several filers is shown with the one that `cik` or
 * `sic` selects, or else the first with a ticker, a SIC code, the lowest CIK, whatever `q` matches.
 */
export const filings = defineKind<FilingSearchRequest>({
  by: 'index',
  filters: FilingFilterQuery.schema.properties,
  readFilter: parseFilingFilter,
  index: 'filings',
  query: (filter) => toIndexQuery(filter),
  read: async (keys, filter, { catalog }) => {
    const rows = await catalog.filings.get(Array.from(keys, accessionOf));
    const filers = await catalog.filings.getFilers([...new Set(rows.map(({ cik }) => cik))]);
    const filerOf = new Map<number, Filer>(filers.map((filer) => [filer.cik, filer]));
    const shownFor = { ...filter, tierOfFiler: () => undefined };
    const texts = byAccession(rows).map((own: readonly [FilingRow, ...FilingRow[]]) => {
      const shown = shownOf(own, filerOf, shownFor);
      return itemText(shown, filerOf.get(shown.row.cik));
    });
    return { texts, sources: NONE };
  },
});

/** Several sources claim one filing: the manifest names all that are loaded. */
const NONE: ReadonlySet<string> = new Set();
