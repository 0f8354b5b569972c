import { expect, test } from 'vitest';
import { describeReport } from '../../src/cli/report.js';
import type { IngestReport } from '../../src/ingest/run/run.js';
import { DATASETS } from '../../src/sources/datasets.js';
import { SOURCES } from '../../src/sources/index.js';

const REPORT: IngestReport = {
  ...({
    runId: 1,
    outcome: 'done',
    startedAt: 0,
    finishedAt: 1_000,
    warnings: [],
  } as unknown as IngestReport),
  ...{ rows: 10, records: 2, added: 2, changed: 0, unchanged: 0, gone: 0, repeated: 8, rejected: 0 },
};

function reported(id: string, counts: Partial<IngestReport>): string[] {
  const source = [...SOURCES, ...DATASETS].find((one) => one.id === id);
  if (source === undefined) throw new Error(`${id} is not declared.`);
  return describeReport({ ...REPORT, ...counts }, source)
    .split('\n')
    .slice(1, -1);
}

test('every row without a record of its own is explained', () => {
  expect(reported('us_wa_webs_vendors', {})).toEqual(['8 rows repeat the record of another row.']);
  expect(reported('us_wa_webs_vendors', { repeated: 6, rejected: 1 })).toEqual([
    '6 rows repeat the record of another row.',
    '1 row could not be read as a record.',
    '1 row has no record: the source skips it.',
  ]);
  expect(reported('us_il_chicago_business_licenses', { repeated: 0 })).toEqual([
    '8 rows add to the record of another row, or to none.',
  ]);
  expect(reported('us_sba_ppp', { repeated: 0, records: 9 })).toEqual([
    '1 row has no record: the source skips it.',
  ]);
});

test('nothing is said of documents that make more records than there are documents', () => {
  expect(reported('us_lda_filings', { rows: 1, records: 3, repeated: 0 })).toEqual([]);
});
