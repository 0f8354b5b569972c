import type { FilingRow } from '../../domain/sec/sec.js';
import type { FilingRows } from './shown.js';

/** The rows of one accession stand together. */
export function byAccession(rows: readonly FilingRow[]): FilingRows[] {
  const filings: [FilingRow, ...FilingRow[]][] = [];
  for (const row of rows) {
    const last = filings.at(-1);
    if (last?.[0].accession === row.accession) last.push(row);
    else filings.push([row]);
  }
  return filings;
}
