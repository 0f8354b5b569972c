import { expect, test } from 'vitest';
import { inTurns, loadFigure } from '../../bench/turns.js';

const load = (perSecond: number, p99Ms = 1) => ({ perSecond, p99Ms });

test('the turn with the median ratio counts, with the bare server of that turn', () => {
  const raw = [load(100, 2), load(10, 4), load(50, 3)];
  const figure = loadFigure({ part: 'lookup', name: 'it' }, [load(50, 5), load(3, 9), load(20, 7)], raw);
  expect(figure).toMatchObject({ value: 20, reference: { value: 50, name: 'raw node:http (p99 3 ms)' } });
  expect(figure.note).toBe('p99 7 ms, in 3 turns 0.30 to 0.50 of raw');
});

test('what is compared is measured turn by turn', async () => {
  const asked: string[] = [];
  const measure = (name: string) => async () => {
    asked.push(name);
    return load(asked.length);
  };
  const { a, b } = await inTurns({ a: measure('a'), b: measure('b') });
  expect(asked).toEqual(a.flatMap(() => ['a', 'b']));
  expect(b.map(({ perSecond }, turn) => perSecond - (a[turn]?.perSecond ?? 0))).toEqual(a.map(() => 1));
});
