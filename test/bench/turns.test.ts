import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SERVING_FLAGS } from '../../bench/measuring/child.js';
import { parseTicks } from '../../bench/measuring/stolen.js';
import { inTurns, loadFigure } from '../../bench/measuring/turns.js';

const load = (perSecond: number, p99Ms = 1) => ({ perSecond, p99Ms });
const turn = (it: ReturnType<typeof load>, raw: ReturnType<typeof load>, stolen = 0) => ({
  loads: { it, raw },
  stolen,
});
const undisturbed = async <T>(work: () => Promise<T>) => ({ done: await work(), stolen: 0 });

test('the turn with the median ratio counts, with the bare server of that turn', () => {
  const figure = loadFigure({ part: 'lookup', name: 'it' }, 'it', [
    turn(load(50, 5), load(100, 2)),
    turn(load(3, 9), load(10, 4)),
    turn(load(20, 7), load(50, 3)),
  ]);
  expect(figure).toMatchObject({ value: 20, reference: { value: 50, name: 'raw node:http (p99 3 ms)' } });
  expect(figure.note).toBe('p99 7 ms, in 3 turns 0.30 to 0.50 of raw');
});

test('a figure of disturbed turns says so', () => {
  const { note } = loadFigure({ part: 'lookup', name: 'it' }, 'it', [turn(load(1), load(2), 0.07)]);
  expect(note).toBe('p99 1 ms, in 1 turns 0.50 to 0.50 of raw, the host gave up to 7 % to others');
});

test('what is compared is measured turn by turn', async () => {
  const request: string[] = [];
  const measure = (name: string) => async () => load(request.push(name));
  const turns = await inTurns({ a: measure('a'), b: measure('b') }, undisturbed);
  expect(turns).toHaveLength(11);
  expect(request).toEqual(turns.flatMap(() => ['a', 'b']));
  for (const { loads } of turns) expect(loads.b.perSecond - loads.a.perSecond).toBe(1);
});

test('a turn in which the host gave the processors to others is measured again', async () => {
  let count = 0;
  const watch = async <T>(work: () => Promise<T>) => ({ done: await work(), stolen: count % 2 ? 0.1 : 0 });
  const turns = await inTurns({ it: async () => load(++count) }, watch);
  expect(count).toBe(22);
  expect(turns.map(({ loads }) => loads.it.perSecond)).toEqual([2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22]);
});

test('on a host that gives them to others all the time the least disturbed turns are kept', async () => {
  let count = 0;
  const watch = async <T>(work: () => Promise<T>) => ({ done: await work(), stolen: 1 - count / 100 });
  const turns = await inTurns({ it: async () => load(++count) }, watch);
  expect(turns.map(({ loads }) => loads.it.perSecond)).toEqual([33, 32, 31, 30, 29, 28, 27, 26, 25, 24, 23]);
});

test('what the host gave to others is the eighth of the times, and those of guests are in others already', () => {
  expect(parseTicks('cpu  10 20 30 40 50 0 60 70 5 6\ncpu0 1 2')).toEqual({ stolen: 70, all: 280 });
});

test('the service is measured as `npm start` starts it', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(scripts.start).toBe(`node ${SERVING_FLAGS.join(' ')} bin/dossier.js serve`);
});
