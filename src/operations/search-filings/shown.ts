import type { FilingItem } from '../../contract/filing.js';
import { businessLocation, filerDisplay, filingUrl, paddedCik } from '../../domain/filer-display.js';
import { canonicalForm, formsMeant } from '../../domain/forms.js';
import type { Filer, FilingRow } from '../../domain/sec.js';
import type { FilingSearchRequest } from './request.js';

/** What decides which filer of a filing is shown. */
export interface Asked extends Pick<FilingSearchRequest, 'cik' | 'sic' | 'forms'> {
  readonly tierOfFiler: (cik: number) => number | undefined;
}

/**
 * One filing as an item. Shown is the filer matched by `cik`, else the best `q` match, else the `sic` match; ties
 * and none: the filer with a ticker, then with a SIC, then the lowest CIK (API.md section 3).
 */
export function toItem(
  rows: readonly [FilingRow, ...FilingRow[]],
  filers: ReadonlyMap<number, Filer>,
  asked: Asked,
): FilingItem {
  const shown = rows.reduce((best, row) => (compareFilers(row, best, filers, asked) < 0 ? row : best));
  const filer = filers.get(shown.cik);
  const form = matchedForm(rows, shown, asked.forms);
  const name = shown.name ?? filer?.name ?? `CIK ${shown.cik}`;
  return {
    accessionNumber: shown.accession,
    formType: form,
    fileDate: shown.filed,
    periodEnding: firstHeld(shown, rows, 'period'),
    filer: filerDisplay(name, filer?.tickers ?? [], shown.cik),
    cik: paddedCik(shown.cik),
    sicCode: filer?.sic ?? null,
    description: firstHeld(shown, rows, 'description'),
    businessLocation: filer ? businessLocation(filer) : null,
    businessState: filer?.place ?? null,
    incorporationState: filer?.incorporationState ?? null,
    filingUrl: filingUrl(shown.cik, shown.accession),
  };
}

function compareFilers(a: FilingRow, b: FilingRow, filers: ReadonlyMap<number, Filer>, asked: Asked): number {
  const keyOf = (row: FilingRow): readonly number[] => {
    const filer = filers.get(row.cik);
    return [
      row.cik === asked.cik ? 0 : 1,
      asked.tierOfFiler(row.cik) ?? Number.MAX_SAFE_INTEGER,
      asked.sic !== null && filer?.sic === asked.sic ? 0 : 1,
      filer && filer.tickers.length > 0 ? 0 : 1,
      filer && filer.sic !== null ? 0 : 1,
      row.cik,
    ];
  };
  const left = keyOf(a);
  const right = keyOf(b);
  const first = left.findIndex((value, index) => value !== right[index]);
  return first < 0 ? 0 : (left[first] ?? 0) - (right[first] ?? 0);
}

/** A filing with two forms matches either; shown is the matched one, the shown filer's own where it has it. */
function matchedForm(rows: readonly FilingRow[], shown: FilingRow, asked: readonly string[]): string {
  if (asked.length === 0) return shown.form;
  const meant = new Set(asked.flatMap(formsMeant));
  const matches = rows.filter((row) => meant.has(canonicalForm(row.form)));
  return (matches.find((row) => row.cik === shown.cik) ?? matches[0] ?? shown).form;
}

function firstHeld(
  shown: FilingRow,
  rows: readonly FilingRow[],
  field: 'period' | 'description',
): string | null {
  return shown[field] ?? rows.find((row) => row[field] !== null)?.[field] ?? null;
}
