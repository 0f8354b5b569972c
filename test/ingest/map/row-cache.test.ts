import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { LearntRows } from '../../../src/ingest/row-cache/learnt-rows.js';
import { RowCache } from '../../../src/ingest/row-cache/row-cache.js';
import { learntRowsPath, rowCachePath } from '../../../src/ingest/row-cache/row-cache-file.js';
import { StoredRows } from '../../../src/ingest/row-cache/stored-rows.js';
import { IdSet } from '../../../src/store/sqlite/catalog/entities/id-set.js';
import { entityRow } from '../../store/catalog/fixtures.js';

const BASE = 1_000;
const print = fc.record({ high: fc.integer(), low: fc.integer({ min: -4, max: 4 }), filled: fc.nat(7) });
/** Of a stored record (a number), or of one that the run adds. */
const word = fc.record({ number: fc.option(fc.nat(5)), print: fc.option(print, { nil: undefined }) });

const folder = mkdtempSync(join(tmpdir(), 'learnt-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function stored(...blocks: Int32Array[]): StoredRows {
  return new StoredRows('seed', null, Int32Array.from(blocks.flatMap((block) => [...block])));
}

test('a run remembers the last word on each record, what it did not speak of, and never more than it may hold', () => {
  fc.assert(
    fc.property(
      fc.array(print, { maxLength: 6 }),
      fc.array(word, { maxLength: 12 }),
      fc.nat(12),
      fc.integer({ min: 1, max: 5 }),
      (before, words, max, recordsPerBlock) => {
        const known = stored(
          Int32Array.from(before.flatMap(({ high, low, filled }, at) => [at, high, low, filled])),
        );
        const expected = new Map(before.map((one, number) => [number, { number, ...one }]));
        const learnt = new LearntRows(join(folder, 'learnt'), { max, recordsPerBlock });
        let room = max;
        words.forEach((one, step) => {
          if (one.number === null) {
            learnt.learnNew(step, one.print);
            const number = BASE + step;
            if (one.print && room > 0) expected.set(number, { number, ...one.print });
            if (one.print) room -= 1;
          } else {
            learnt.learn(one.number, one.print);
            if (one.print && room > 0) expected.set(one.number, { number: one.number, ...one.print });
            else expected.delete(one.number);
            room -= 1;
          }
        });
        const after = stored(...learnt.remembered(known.records(), BASE, new Set(), () => true));
        const byNumber = (a: { number: number }, b: { number: number }) => a.number - b.number;
        expect([...after.records()].sort(byNumber)).toEqual([...expected.values()].sort(byNumber));
      },
    ),
  );
});

test('a cache is believed by the next run alone, and by none if a run was not applied to its end', () => {
  const sourceId = 'us_xx_register';
  const open = (lastApplied: string | null, mapping = 'm') =>
    new RowCache({ folder, sourceId, mapping, lastApplied });
  const row = { print: { high: 1, low: 2, filled: 3 } };
  const numbers = { base: BASE, dropped: new Set<number>(), stays: () => true };
  const cachePath = rowCachePath(folder, sourceId);

  const first = open(null);
  first.stored(7, { ...entityRow('1'), ...row });
  first.keep('notes');
  first.sealed();
  first.applied('1', numbers);
  expect(open('1').rows.find(1, 2)).toMatchObject({ number: 7 });
  expect(open('1').rows.notes).toBe('notes');
  expect(open('2').rows.find(1, 2)).toBeUndefined();
  expect(open('1', 'other mapping').rows.find(1, 2)).toBeUndefined();

  const second = open('1');
  for (let step = 1; step <= 70_000; step += 1) second.added(step, { ...entityRow('1'), ...row });
  expect(existsSync(learntRowsPath(folder, sourceId))).toBe(true);
  second.discarded();
  expect(existsSync(learntRowsPath(folder, sourceId))).toBe(false);
  expect(existsSync(cachePath)).toBe(true);
  open('1').sealed();
  expect(existsSync(cachePath)).toBe(false);
});

test('a record is found by its print wherever it stands, and no other is', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(print, { maxLength: 40, selector: ({ high, low }) => `${high} ${low}` }),
      print,
      (prints, other) => {
        const rows = stored(
          Int32Array.from(prints.flatMap(({ high, low, filled }, at) => [at, high, low, filled])),
        );
        for (const at of [...prints.keys(), ...[...prints.keys()].reverse()]) {
          const { high = 0, low = 0 } = prints[at] ?? {};
          expect(rows.find(high, low)).toMatchObject({ number: at, high, low });
        }
        const isKnown = prints.some(({ high, low }) => high === other.high && low === other.low);
        expect(rows.find(other.high, other.low) !== undefined).toBe(isKnown);
      },
    ),
  );
});

test('an id that was added before is noticed, among many too', () => {
  const ids = new IdSet();
  const many = Array.from({ length: 20_000 }, (_, number) => `CO:${number}`);
  expect(many.filter((id) => ids.add(id))).toEqual([]);
  expect(many.every((id) => ids.add(id))).toBe(true);
});

test('ids are noticed in the tables that are full, too, and others are not taken for them', () => {
  const ids = new IdSet();
  for (let number = 0; number < 1_200_000; number += 1) {
    if (ids.add(`OR:${number}`)) throw new Error(`OR:${number} was taken for another.`);
  }
  for (let number = 0; number < 1_200_000; number += 1) {
    if (!ids.add(`OR:${number}`)) throw new Error(`OR:${number} was forgotten.`);
  }
});
