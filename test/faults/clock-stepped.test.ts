import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { claimFolder } from '../../src/store/folder/data-folder.js';
import { startOn } from '../support/service.js';
import { booksOf, sampleWith } from './support.js';

const DAY = 86_400_000;

test('a clock that is stepped back and forth under a running service gives no credits twice and loses none', async () => {
  const folder = await sampleWith(5);
  let step = 0;
  const now = () => Date.now() + step;
  const service = await startOn(claimFolder(folder.path, 'sample'), { now });
  const authorization = `Bearer ${folder.key}`;
  const spend = async () => {
    let answers = 0;
    while ((await service.get('/api/v1/search?name=a', { authorization })).status === 200) answers += 1;
    return answers;
  };
  expect(await spend()).toBe(5);
  for (const [days, answers] of [
    [-40, 0],
    [-1, 0],
    [40, 5],
    [0, 0],
    [-400, 0],
    [41, 0],
    [75, 5],
  ] as const) {
    step = days * DAY;
    expect([days, await spend()]).toEqual([days, answers]);
    expect(await service.app.store.ledger.verify()).toEqual([]);
  }
  await service.app.close();
  expect(await booksOf(folder)).toMatchObject({ charges: 15, credits: 15, available: 0 });
  rmSync(folder.path, { recursive: true });
});
