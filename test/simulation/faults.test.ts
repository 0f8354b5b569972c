import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Fault {
  readonly name: string;
  readonly file: string;
  readonly from: string;
}

test('each fault that `npm run test:faults` plants has its place in the compiled program', async () => {
  const path = './faults.mjs';
  const { FAULTS } = (await import(path)) as { FAULTS: readonly Fault[] };
  expect(FAULTS.length).toBeGreaterThan(20);
  const lost = FAULTS.filter(
    ({ file, from }) => readFileSync(`dist/src/${file}`, 'utf8').split(from).length !== 2,
  );
  expect(lost.map(({ name }) => name)).toEqual([]);
});
