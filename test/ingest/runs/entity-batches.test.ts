import { expect, test } from 'vitest';
import { EntityBatches, type EntityInput } from '../../../src/ingest/map/entity-batches.js';
import type { RowGroup } from '../../../src/ingest/read/groups/row-group.js';
import { READ_LIMITS, type ReadContext } from '../../../src/ingest/read/support/context.js';
import { WarningTally } from '../../../src/ingest/report/warnings.js';
import { register } from '../map/invented-sources.js';

/** What is heard while `readGroups` reads, and how often of warnings. */
async function hear(read: (context: ReadContext, heard: Heard) => Generator<readonly RowGroup[]>) {
  const heard: Heard = { bytes: 0, rows: 0, warned: 0, warnings: new WarningTally() };
  const add: WarningTally['add'] = (...warning) => {
    heard.warned += 1;
    heard.warnings.add(...warning);
  };
  const context: ReadContext = {
    spillFolder: '',
    limits: READ_LIMITS,
    onBytes: (bytes) => {
      heard.bytes += bytes;
    },
    onRows: (rows) => {
      heard.rows += rows;
    },
    warn: (code, detail) => add(code, detail),
  };
  const readGroups: EntityInput['readGroups'] = async function* (_source, _paths, noting) {
    yield* read(noting, heard);
    return undefined;
  };
  const batches = new EntityBatches({ source: register(), paths: [], readGroups });
  for await (const _rows of batches.rows(context, { add }));
  return heard;
}

interface Heard {
  bytes: number;
  rows: number;
  warned: number;
  readonly warnings: WarningTally;
}

test('what is read before the first record is told at once, for grouped rows are all read by then', async () => {
  const reported: unknown[] = [];
  await hear(function* (context, heard) {
    for (let chunk = 0; chunk < 3; chunk += 1) {
      context.onBytes(1_000);
      context.onRows(10);
      context.warn('blank_key', 'main');
      reported.push([heard.bytes, heard.rows, heard.warnings.total]);
    }
    yield [];
  });
  expect(reported).toEqual([
    [1_000, 10, 1],
    [2_000, 20, 2],
    [3_000, 30, 3],
  ]);
});

test('warnings that are alike wait for their turn as one, and are counted as what they are', async () => {
  const heard = await hear(function* (context) {
    yield [];
    for (let row = 0; row < 100_000; row += 1) context.warn('companion_without_main', `t${row % 2}`);
    yield [];
    context.warn('companion_without_main', 't0');
  });
  expect(heard.warned).toBe(3);
  expect(heard.warnings.list()).toEqual([
    { code: 'companion_without_main', detail: 't0', count: 50_001 },
    { code: 'companion_without_main', detail: 't1', count: 50_000 },
  ]);
});
