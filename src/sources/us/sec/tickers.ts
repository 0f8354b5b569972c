import type { FilerFact } from '../../../domain/sec/sec.js';
import { standingAt } from '../../../domain/sec/standing.js';
import { defineSecSource, type Warn } from '../../declare/index.js';
import { SEC, SEC_HOST } from './agency.js';
import { cikOf, isObject, listOf, textOf } from './values.js';

export const usSecTickers = defineSecSource({
  id: 'us_sec_tickers',
  title: 'SEC company tickers',
  agency: SEC,
  licence: 'public domain',
  every: 'day',
  fetch: { kind: 'urls', urls: ['https://www.sec.gov/files/company_tickers.json'], ...SEC_HOST },
  layout: 'verified',
  coverage: 'Tickers of today. The SEC does not warrant that the list is complete; funds are left out.',
  delivery: 'snapshot',
  expect: { min: 5_000 },
  input: { kind: 'documents', facts: tickerFacts },
});

/** One fact for each filer, of either file: company_tickers.json or company_tickers_exchange.json. */
function* tickerFacts(_name: string, document: unknown, warn: Warn): Iterable<FilerFact> {
  const filers = new Map<number, { name: string | undefined; tickers: Set<string>; standing: number }>();
  for (const [at, row] of rowsOf(document).entries()) {
    const cik = cikOf(row.cik);
    const ticker = textOf(row.ticker);
    if (cik === undefined || ticker === undefined) {
      warn('bad_ticker', 'A row without a CIK or without a ticker was passed over.');
      continue;
    }
    const filer = filers.get(cik) ?? {
      ...{ name: textOf(row.name), tickers: new Set<string>() },
      standing: standingAt(at + 1),
    };
    filer.tickers.add(ticker);
    filers.set(cik, filer);
  }
  for (const [cik, { name, tickers, standing }] of filers) {
    yield { kind: 'filer', cik, name, tickers: [...tickers], standing };
  }
}

interface TickerRow {
  readonly cik: unknown;
  readonly ticker: unknown;
  readonly name: unknown;
}

function rowsOf(document: unknown): readonly TickerRow[] {
  if (!isObject(document)) throw notTickers();
  if (Array.isArray(document.fields)) return exchangeRows(document.fields, document.data);
  return Object.values(document).map((row) => {
    if (!isObject(row) || !('cik_str' in row)) throw notTickers();
    return { cik: row.cik_str, ticker: row.ticker, name: row.title };
  });
}

function exchangeRows(fields: readonly unknown[], data: unknown): readonly TickerRow[] {
  const [cik, ticker, title] = ['cik', 'ticker', 'name'].map((field) => fields.indexOf(field));
  if (cik === undefined || ticker === undefined || title === undefined) throw notTickers();
  if (cik < 0 || ticker < 0 || title < 0) throw notTickers();
  return listOf(data).map((row) => {
    const values = listOf(row);
    return { cik: values[cik], ticker: values[ticker], name: values[title] };
  });
}

function notTickers(): Error {
  return new Error('This is neither company_tickers.json nor company_tickers_exchange.json.');
}
