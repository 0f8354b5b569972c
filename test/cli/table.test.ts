import { expect, test } from 'vitest';
import { textTable } from '../../src/cli/table.js';

test('a table is as wide as its widest cells, however many rows it has', () => {
  const rows = Array.from({ length: 200_000 }, (_, at) => [`row ${at}`, at, null] as const);
  const lines = textTable(['name', 'number', 'nothing'], rows).split('\n');
  expect(lines.length).toBe(200_001);
  expect([lines[0], lines[1], lines.at(-1)]).toEqual([
    'name         number  nothing',
    'row 0             0  -',
    'row 199999  199,999  -',
  ]);
});
