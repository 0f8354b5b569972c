import { canonicalForm } from './forms.js';
import type { Filer, FilingRow } from './sec.js';

/**
 * All filters of filings except date and filer: index facet -> the column of the filing, or of its filers, and the spelling of
 * its values in the index. A new filter is a line here, and a search parameter for it.
 */
export const FILING_FACETS = {
  form: { column: 'form', spelling: canonicalForm },
} as const satisfies Readonly<Record<string, Facet<FilingRow>>>;

export const FILER_FACETS = {
  sic: { column: 'sic', spelling: (sic: string) => sic },
  state: { column: 'place', spelling: (place: string) => place.toUpperCase() },
} as const satisfies Readonly<Record<string, Facet<Filer>>>;

/** Facets have few values, so each is converted once. */
interface Facet<Row> {
  readonly column: { [Column in keyof Row]: Row[Column] extends string | null ? Column : never }[keyof Row];
  readonly spelling: (value: string) => string;
}

/**
 * Counted facets; those in one list share their value sets. A filing has the values of all its filers: states
 * and industries together would have a hundred thousand sets, too many for the CPU cache.
 */
export const FILING_VALUE_SETS = [
  ['form'],
  ['state'],
  ['sic'],
] as const satisfies readonly (readonly FilingFacet[])[];

export type FilingFacet = keyof typeof FILING_FACETS | keyof typeof FILER_FACETS;
