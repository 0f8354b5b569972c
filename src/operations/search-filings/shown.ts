import { canonicalForm } from '../../domain/sec/forms.js';
import type { Filer, FilingRow } from '../../domain/sec/sec.js';
import type { FilingSearchRequest } from './request.js';

/** The facts that decide which filer of a filing is shown. */
export interface ShownFor extends Pick<FilingSearchRequest, 'cik' | 'sic' | 'state' | 'forms'> {
  readonly tierOfFiler: (cik: number) => number | undefined;
}

export type FilingRows = readonly [FilingRow, ...FilingRow[]];

/** The row and fields that are shown of a filing that has several rows. */
export interface ShownFiling {
  readonly row: FilingRow;
  readonly form: string;
  readonly period: string | null;
  readonly description: string | null;
}

/**
 * The filer matched by `cik`, else the best `q` match, else the `sic` match, else the `state` match; ties and none: the filer with a ticker,
 * then with a SIC, then the lowest CIK.
 */
export function shownOf(
  rows: FilingRows,
  filers: ReadonlyMap<number, Filer>,
  request: ShownFor,
): ShownFiling {
  const [only] = rows;
  if (rows.length === 1) {
    return { row: only, form: only.form, period: only.period, description: only.description };
  }
  const row = rows.reduce((best, one) => (compareFilers(one, best, filers, request) < 0 ? one : best));
  return {
    row,
    form: matchedForm(rows, row, request.forms),
    period: firstHeld(row, rows, 'period'),
    description: firstHeld(row, rows, 'description'),
  };
}

/** One after the other: the tier of a filer is a search of its names, and the first that differs decides. */
const ORDER: readonly ((cik: number, filer: Filer | undefined, request: ShownFor) => number)[] = [
  (cik, _filer, request) => (cik === request.cik ? 0 : 1),
  (cik, _filer, request) => request.tierOfFiler(cik) ?? Number.MAX_SAFE_INTEGER,
  (_cik, filer, request) => (request.sic !== null && filer?.sic === request.sic ? 0 : 1),
  (_cik, filer, request) => (request.state !== null && filer?.place === request.state ? 0 : 1),
  (_cik, filer) => (filer && filer.tickers.length > 0 ? 0 : 1),
  (_cik, filer) => (filer && filer.sic !== null ? 0 : 1),
  (cik) => cik,
];

function compareFilers(
  a: FilingRow,
  b: FilingRow,
  filers: ReadonlyMap<number, Filer>,
  request: ShownFor,
): number {
  if (a.cik === b.cik) return 0;
  const [left, right] = [filers.get(a.cik), filers.get(b.cik)];
  for (const rank of ORDER) {
    const difference = rank(a.cik, left, request) - rank(b.cik, right, request);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** A filing with two forms matches either; shown is the matched one, the shown filer's own where it has it. */
function matchedForm(rows: FilingRows, shown: FilingRow, request: ReadonlySet<string>): string {
  if (request.size === 0) return shown.form;
  const matches = rows.filter((row) => request.has(canonicalForm(row.form)));
  return (matches.find((row) => row.cik === shown.cik) ?? matches[0] ?? shown).form;
}

function firstHeld(shown: FilingRow, rows: FilingRows, field: 'period' | 'description'): string | null {
  return shown[field] ?? rows.find((row) => row[field] !== null)?.[field] ?? null;
}
