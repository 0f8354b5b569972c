import type { Filed } from './filings.js';
import type { InventedFiler } from './sec.js';

/** The SEC keeps the newest thousand in a filer's document and older ones in continuations. */
const RECENT = 1_000;
const CONTINUED = 10_000;

/** A filer's document and its continuations. Filings come newest first. */
export function* submissionFiles(
  filer: InventedFiler,
  filings: readonly Filed[],
): Generator<{ name: string; text: string }> {
  const padded = `CIK${String(filer.cik).padStart(10, '0')}`;
  const files: { name: string; filingCount: number }[] = [];
  for (let start = RECENT; start < filings.length; start += CONTINUED) {
    const older = filings.slice(start, start + CONTINUED);
    const number = String(files.length + 1).padStart(3, '0');
    const name = `${padded}-submissions-${number}.json`;
    files.push({ name, filingCount: older.length });
    yield { name, text: JSON.stringify(arraysOf(older)) };
  }
  const recent = arraysOf(filings.slice(0, RECENT));
  yield { name: `${padded}.json`, text: JSON.stringify({ ...about(filer), filings: { recent, files } }) };
}

function about({ cik, name, address }: InventedFiler) {
  const isCompany = address !== null;
  return {
    cik: String(cik).padStart(10, '0'),
    entityType: isCompany ? 'operating' : 'other',
    sic: isCompany ? String(1_000 + (cik % 400) * 20) : '',
    name,
    tickers: isCompany && cik % 100 === 0 ? [`T${cik.toString(36).toUpperCase()}`] : [],
    exchanges: [],
    ein: '000000000',
    stateOfIncorporation: isCompany ? 'DE' : '',
    addresses: {
      mailing: {},
      business: { city: address?.slice(0, -3) ?? null, stateOrCountry: address?.slice(-2) ?? null },
    },
    formerNames: [],
  };
}

function arraysOf(filings: readonly Filed[]) {
  const column = <T>(value: (filing: Filed) => T) => filings.map(value);
  return {
    accessionNumber: column((filing) => filing.accession),
    filingDate: column((filing) => filing.filed),
    reportDate: column((filing) => (filing.form === '4' ? filing.filed : '')),
    form: column((filing) => filing.form),
    items: column((filing) => (filing.form === '8-K' ? '2.02,9.01' : '')),
    primaryDocument: column(() => 'doc.htm'),
    primaryDocDescription: column((filing) => `FORM ${filing.form}`),
  };
}
