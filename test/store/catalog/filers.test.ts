import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CatalogBench } from './bench.js';
import { filing, gather } from './fixtures.js';

let bench: CatalogBench;
beforeEach(() => {
  bench = new CatalogBench();
});
afterEach(() => bench.close());

describe('filers of the catalog', () => {
  test('a filer that only the indexes name bears the name of its newest filing, whatever came first', async () => {
    const newer = filing({ accession: '0000000001-16-000002', filed: '2016-09-09', name: 'NEW NAME' });
    await bench.loadSec('us_sec_full_index', [newer]);
    await bench.loadSec('us_sec_daily_index', [filing({ name: 'OLD NAME' })]);
    expect(await bench.catalog.filings.getFilers([newer.cik])).toMatchObject([
      { name: 'NEW NAME', sic: null },
    ]);
  });

  test('what one source says replaces only its own part', async () => {
    await bench.loadSec('us_sec_submissions', [
      { kind: 'filer', cik: 5, name: 'Five Inc', sic: '3711', tickers: ['F'] },
    ]);
    await bench.loadSec('us_sec_tickers', [{ kind: 'filer', cik: 5, name: 'Five', tickers: ['FIV', 'F'] }]);
    await bench.loadSec('us_sec_submissions', [{ kind: 'filer', cik: 5, name: 'Five Corp' }]);
    expect(await bench.catalog.filings.getFilers([5, 6])).toEqual([
      expect.objectContaining({ cik: 5, name: 'Five Corp', sic: null, tickers: ['F', 'FIV'] }),
    ]);
  });

  test('a ticker list that no longer names a filer takes its tickers, not the filer', async () => {
    await bench.loadSec('us_sec_submissions', [{ kind: 'filer', cik: 5, name: 'Five Inc' }]);
    await bench.loadSec('us_sec_tickers', [
      { kind: 'filer', cik: 5, tickers: ['F'] },
      { kind: 'filer', cik: 6, name: 'Six', tickers: ['S'] },
    ]);
    await bench.loadSec('us_sec_tickers', [], 'source');
    expect(await gather(bench.catalog.filings.scanFilers())).toMatchObject([{ cik: 5, tickers: [] }]);
  });

  test('the same filers again are unchanged, whatever the order of their lists', async () => {
    await bench.loadSec('us_sec_tickers', [{ kind: 'filer', cik: 5, name: 'Five', tickers: ['A', 'B'] }]);
    expect(
      await bench.loadSec('us_sec_tickers', [{ kind: 'filer', cik: 5, tickers: ['B', 'A'], name: 'Five' }]),
    ).toMatchObject({ records: 1, unchanged: 1, changed: 0 });
  });
});
