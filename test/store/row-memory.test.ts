import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { IdSet } from '../../src/store/sqlite/catalog/entities/id-set.js';
import { LearntRows } from '../../src/store/sqlite/catalog/row-memory/learnt-rows.js';
import { StoredRows } from '../../src/store/sqlite/catalog/row-memory/stored-rows.js';
import { learntPath, removeStageFile, stagePath } from '../../src/store/sqlite/catalog/stage-file.js';

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
      (before, words, most, recordsPerBlock) => {
        const known = stored(
          Int32Array.from(before.flatMap(({ high, low, filled }, at) => [at, high, low, filled])),
        );
        const expected = new Map(before.map((one, number) => [number, { number, ...one }]));
        const learnt = new LearntRows(join(folder, 'learnt'), { most, recordsPerBlock });
        let room = most;
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

test('what a run learnt lies beside its stage and goes with it', () => {
  const path = learntPath(folder, 1);
  mkdirSync(dirname(path), { recursive: true });
  const learnt = new LearntRows(path, { recordsPerBlock: 1 });
  learnt.learnNew(1, { high: 1, low: 2, filled: 3 });
  expect(existsSync(path)).toBe(true);
  removeStageFile(stagePath(folder, 1));
  expect(existsSync(path)).toBe(false);
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
