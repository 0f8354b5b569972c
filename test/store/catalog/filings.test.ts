import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FilingFact, SecFact, SecSourceId } from '../../../src/domain/sec/sec.js';
import { CatalogBench } from './bench.js';
import { filing, gather, newRun } from './fixtures.js';

let bench: CatalogBench;
beforeEach(() => {
  bench = new CatalogBench();
});
afterEach(() => bench.close());

describe('filings of the catalog', () => {
  const rows = async () => gather(bench.catalog.filings.scan());
  const tesla = filing({ name: 'TESLA MOTORS INC' });

  test('every filer and form of an accession is a row, and they come by accession', async () => {
    const other = filing({ cik: 7, form: 'SC TO-T/A', name: 'OTHER' });
    await bench.loadSec('us_sec_full_index', [tesla, other, filing({ accession: '0000000001-16-000002' })]);
    const found = await bench.catalog.filings.get([tesla.accession]);
    expect(found.map((row) => [row.cik, row.form])).toEqual([
      [7, 'SC TO-T/A'],
      [tesla.cik, tesla.form],
    ]);
    expect(await rows()).toHaveLength(3);
  });

  test('each field comes from the source the precedence table names, in either order of loading', async () => {
    const submitted = filing({ name: undefined, period: '2016-06-30', description: 'FORM 10-Q' });
    await bench.loadSec('us_sec_full_index', [tesla]);
    await bench.loadSec('us_sec_submissions', [submitted]);
    const one = await rows();
    expect(one).toMatchObject([{ name: 'TESLA MOTORS INC', period: '2016-06-30', description: 'FORM 10-Q' }]);
  });

  test('all rows come by accession, filer and form, over pages, whatever is written in them', async () => {
    const facts = Array.from({ length: 5_001 }, (_, at) =>
      filing({
        accession: `0000000001-16-${String(at % 3_000).padStart(6, '0')}`,
        cik: at < 3_000 ? 9 : 10,
        ...(at % 2 === 0 ? { name: `A "${at}"\n\u0001é'` } : { name: undefined, description: 'FORM, 4]' }),
      }),
    );
    await bench.loadSec('us_sec_submissions', facts);
    const found = await rows();
    expect(found).toHaveLength(5_001);
    expect(found).toEqual(await bench.catalog.filings.get([...new Set(found.map((row) => row.accession))]));
    expect(found.map((row) => row.accession)).toEqual(found.map((row) => row.accession).sort());
  });

  test('the same facts again change nothing, also where a file names one row twice', async () => {
    const facts = [filing({ name: 'SEC STAFF A' }), filing({ name: 'SEC STAFF B' })];
    expect(await bench.loadSec('us_sec_full_index', facts)).toMatchObject({
      records: 1,
      added: 1,
      repeated: 1,
    });
    const before = await rows();
    const version = await bench.catalog.content.version();
    for (const order of [facts, [...facts].reverse()]) {
      expect(await bench.loadSec('us_sec_full_index', order)).toMatchObject({
        changed: 0,
        added: 0,
        unchanged: 1,
      });
    }
    expect(await rows()).toEqual(before);
    expect(before[0]?.name).toBe('SEC STAFF B');
    expect(await bench.catalog.content.version()).toBe(version);
  });

  test('two sources that were staged side by side end in the rows of both', async () => {
    const sources = {
      us_sec_full_index: tesla,
      us_sec_submissions: filing({ name: undefined, period: '2016-06-30' }),
    };
    const other = filing({ accession: '0000000001-16-000002', name: undefined });
    const staged = [];
    for (const [source, fact] of Object.entries(sources) as [SecSourceId, SecFact][]) {
      const runId = await bench.catalog.loads.start(newRun(source, 1_000));
      const stage = await bench.catalog.loads.openSecStage(runId, source);
      await stage.put([fact, other]);
      staged.push(await stage.seal(null));
    }
    for (const sealed of staged) await sealed.apply(() => {});
    expect(await rows()).toMatchObject([
      { name: 'TESLA MOTORS INC', period: '2016-06-30' },
      { accession: other.accession, name: null },
    ]);
  });

  test('a source corrects what it said before', async () => {
    await bench.loadSec('us_sec_submissions', [filing({ description: 'WRONG' })]);
    await bench.loadSec('us_sec_submissions', [filing({ description: undefined })]);
    expect(await rows()).toMatchObject([{ description: null }]);
  });

  test('a quarter that does not name a row takes it from both indexes; submissions keep theirs', async () => {
    const dropped = filing({ accession: '0000000001-16-000009' });
    const kept = filing({ accession: '0000000001-16-000010' });
    const later = filing({ accession: '0000000001-16-000011', filed: '2016-10-01' });
    await bench.loadSec('us_sec_daily_index', [tesla, dropped, kept, later]);
    await bench.loadSec('us_sec_submissions', [kept]);
    const quarter = { from: '2016-07-01', to: '2016-09-30' };
    expect(await bench.loadSec('us_sec_full_index', [tesla], quarter)).toMatchObject({ gone: 1 });
    expect((await rows()).map((row) => row.accession)).toEqual(
      [tesla, kept, later].map((row) => row.accession),
    );
    expect(await bench.catalog.filings.get([dropped.accession])).toEqual([]);
    const records = (await bench.catalog.runs.listSourceStates()).map((state) => [
      state.sourceId,
      state.records,
    ]);
    expect(records).toEqual([
      ['us_sec_daily_index', 2],
      ['us_sec_full_index', 1],
      ['us_sec_submissions', 1],
    ]);
  });

  test('a filing that was taken out comes back when it is named again', async () => {
    const quarter = { from: '2016-07-01', to: '2016-09-30' };
    const both: FilingFact[] = [tesla, filing({ accession: '0000000001-16-000009' })];
    await bench.loadSec('us_sec_full_index', both);
    await bench.loadSec('us_sec_full_index', [tesla], quarter);
    expect(await rows()).toHaveLength(1);
    await bench.loadSec('us_sec_full_index', both, quarter);
    expect(await rows()).toHaveLength(2);
  });
});
