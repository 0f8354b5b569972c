import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Filer } from '../../../src/domain/sec/sec.js';
import { standingAt } from '../../../src/domain/sec/standing.js';
import { realFile } from '../../support/real-data.js';

export type ListedFiler = Pick<
  Filer,
  'cik' | 'name' | 'tickers' | 'formerNames' | 'standing' | 'city' | 'place' | 'sic'
>;

/** Every filer with a ticker, with its address, standing and the names it bore, by CIK: an extract of the publisher's submissions of 2026. */
export function listedFilers(): Map<number, ListedFiler> {
  const filers = new Map<number, ListedFiler>();
  const standings = standingsOf(realFile('sec', 'tickers', 'company_tickers.2025-08.json'));
  for (const row of rowsOf('listed_filer_metadata.csv.gz')) {
    const cik = Number(row.cik);
    const tickers = [...(row.tickers ?? '').matchAll(/'([^']+)'/g)].map(([, ticker = '']) => ticker);
    const standing = standings.get(cik);
    filers.set(cik, {
      ...{ cik, name: row.name ?? '', tickers, formerNames: [] },
      ...{
        city: row.business_city || null,
        place: row.business_stateOrCountry || null,
        sic: row.sic || null,
      },
      ...(standing !== undefined && { standing }),
    });
  }
  for (const { cik, name = '', start_date = '', end_date = '' } of rowsOf('listed_filer_names.csv.gz')) {
    const filer = filers.get(Number(cik));
    if (!filer || end_date === '' || name === filer.name) continue;
    const former = { name, from: start_date, to: end_date };
    filers.set(filer.cik, { ...filer, formerNames: [...filer.formerNames, former] });
  }
  return filers;
}

/** By CIK; the file is in order of market value. */
function standingsOf(path: string): ReadonlyMap<number, number> {
  const rows = Object.values(JSON.parse(textOf(path)) as Record<string, { cik_str: number }>);
  return new Map(rows.map(({ cik_str }, at) => [cik_str, standingAt(at + 1)] as const).reverse());
}

/** The text of a file, unpacked where it is packed. */
export function textOf(path: string): string {
  const bytes = readFileSync(path);
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('latin1');
}

function rowsOf(file: string): Record<string, string>[] {
  const [header = [], ...rows] = textOf(realFile('sec', 'filer-metadata', file))
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map((found) => found[1] ?? found[2] ?? ''),
    );
  return rows.map((values) => Object.fromEntries(header.map((column, at) => [column, values[at] ?? ''])));
}
