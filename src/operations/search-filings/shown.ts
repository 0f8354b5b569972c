import { eightKItems } from '../../domain/sec/eight-k-items.js';
import { canonicalForm } from '../../domain/sec/forms.js';
import type { Filer, FilingRow } from '../../domain/sec/sec.js';
import type { FilingSearchRequest } from './request.js';

/** The facts that decide which filer of a filing is shown. */
interface ShownFor extends Pick<FilingSearchRequest, 'cik' | 'sic' | 'state' | 'forms'> {
  readonly tierOfFiler: (cik: number) => number | undefined;
}

export type FilingRows = readonly [FilingRow, ...FilingRow[]];

/** The row and fields that are shown of a filing that has several rows. */
export interface ShownFiling {
  readonly row: FilingRow;
  readonly form: string;
  readonly period: string | null;
  readonly description: string | null;
  /** Items of an 8-K, `d.dd`. */
  readonly items: readonly string[];
}

/**
 * The filer matched by `cik`, else the best `q` match, else the `sic` match, else the `state` match; ties and none: the filer with a ticker,
 * then with a SIC, then the lowest CIK.
 */
export function shownOf(
  rows: FilingRows,
  filers: ReadonlyMap<number, Filer>,
  shownFor: ShownFor,
): ShownFiling {
  const [only] = rows;
  if (rows.length === 1) {
    return {
      row: only,
      form: only.form,
      period: only.period,
      description: only.description,
      items: eightKItems(only.form, only.items),
    };
  }
  const row = rows.reduce((best, one) => (compareFilers(one, best, filers, shownFor) < 0 ? one : best));
  const form = matchedForm(rows, row, shownFor.forms);
  return {
    row,
    form,
    period: firstHeld(row, rows, 'period'),
    description: firstHeld(row, rows, 'description'),
    items: eightKItems(form, firstHeld(row, rows, 'items')),
  };
}

/** One after the other: the tier of a filer is a search of its names, and the first that differs decides. */
const ORDER: readonly ((cik: number, filer: Filer | undefined, shownFor: ShownFor) => number)[] = [
  (cik, _filer, shownFor) => (cik === shownFor.cik ? 0 : 1),
  (cik, _filer, shownFor) => shownFor.tierOfFiler(cik) ?? Number.MAX_SAFE_INTEGER,
  (_cik, filer, shownFor) => (shownFor.sic !== null && filer?.sic === shownFor.sic ? 0 : 1),
  (_cik, filer, shownFor) => (shownFor.state !== null && filer?.place === shownFor.state ? 0 : 1),
  (_cik, filer) => (filer && filer.tickers.length > 0 ? 0 : 1),
  (_cik, filer) => (filer && filer.sic !== null ? 0 : 1),
  (cik) => cik,
];

function compareFilers(
  a: FilingRow,
  b: FilingRow,
  filers: ReadonlyMap<number, Filer>,
  shownFor: ShownFor,
): number {
  if (a.cik === b.cik) return 0;
  const [left, right] = [filers.get(a.cik), filers.get(b.cik)];
  for (const rank of ORDER) {
    const difference = rank(a.cik, left, shownFor) - rank(b.cik, right, shownFor);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** A filing with two forms matches either; shown is the matched one, the shown filer's own where it has it. */
function matchedForm(rows: FilingRows, shown: FilingRow, shownFor: ReadonlySet<string>): string {
  if (shownFor.size === 0) return shown.form;
  const matches = rows.filter((row) => shownFor.has(canonicalForm(row.form)));
  return (matches.find((row) => row.cik === shown.cik) ?? matches[0] ?? shown).form;
}

function firstHeld(
  shown: FilingRow,
  rows: FilingRows,
  field: 'period' | 'description' | 'items',
): string | null {
  return shown[field] ?? rows.find((row) => row[field] !== null)?.[field] ?? null;
}
