import type { Filer } from './sec.js';

/** `TESLA MOTORS INC (TSLA) (CIK 0001318605)`: two spaces between parts, tickers by length, then alphabetically. */
export function filerDisplay(name: string, tickers: readonly string[], cik: number): string {
  const sorted = [...tickers].sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  const parts = [name, ...(sorted.length > 0 ? [`(${sorted.join(', ')})`] : []), `(CIK ${paddedCik(cik)})`];
  return parts.join('  ');
}

export function paddedCik(cik: number): string {
  return String(cik).padStart(10, '0');
}

/** `Palo Alto, CA`, in the case of EDGAR's full-text search (`D/FW AIRPORT` becomes `D/fw Airport`). */
export function businessLocation(filer: Pick<Filer, 'city' | 'place'>): string | null {
  if (filer.city === null) return null;
  const city = filer.city
    .split(' ')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
    .join(' ');
  return filer.place === null ? city : `${city}, ${filer.place}`;
}

/** URL of the filing's index page in the filer's folder; a URL from the accession's prefix would return 404. */
export function filingUrl(cik: number, accession: string): string {
  return `https://www.sec.gov/Archives/edgar/data/${cik}/${accession.replaceAll('-', '')}/${accession}-index.htm`;
}
