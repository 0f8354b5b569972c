import { businessLocation } from './filer-display.js';
import type { Filer, FilingRow } from './sec.js';

/** Fields of a filing in responses, in addition to its accession number, filer and form. */
export function filingFields({ filed, period, name, description, items }: Omit<FilingRow, 'accession'>) {
  return { fileDate: filed, periodEnding: period, filerName: name, description, items };
}

/** Fields of a filer in responses. Its EIN and its entity type are not among them. */
export function filerFields(filer: Filer) {
  return {
    name: filer.name,
    formerNames: filer.formerNames,
    tickers: filer.tickers,
    sicCode: filer.sic,
    businessLocation: businessLocation(filer),
    businessState: filer.place,
    incorporationState: filer.incorporationState,
  };
}
