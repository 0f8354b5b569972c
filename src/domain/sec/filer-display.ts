import type { Filer } from './sec.js';

/** `TESLA MOTORS INC  (TSLA)  (CIK 0001318605)`: two blanks between parts, tickers by length, then alphabet. */
export function filerDisplay(name: string, tickers: readonly string[], cik: number): string {
  const sorted = [...tickers].sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  const parts = [name, ...(sorted.length > 0 ? [`(${sorted.join(', ')})`] : []), `(CIK ${paddedCik(cik)})`];
  return parts.join('  ');
}

export function paddedCik(cik: number): string {
  return String(cik).padStart(10, '0');
}

/** `Palo Alto, CA`; EDGAR's full-text search sets cities this way (`D/FW AIRPORT` becomes `D/fw Airport`). */
export function businessLocation(filer: Pick<Filer, 'city' | 'place'>): string | null {
  if (filer.city === null) return null;
  const city = filer.city
    .split(' ')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
    .join(' ');
  return filer.place === null ? city : `${city}, ${filer.place}`;
}

/** The index page of the filing in the filer's own folder; the accession's prefix would give 404s. */
export function filingUrl(cik: number, accession: string): string {
  return `https://www.sec.gov/Archives/edgar/data/${cik}/${accession.replaceAll('-', '')}/${accession}-index.htm`;
}
