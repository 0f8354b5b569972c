import { expect, test } from 'vitest';
import { memoizeFor } from '../../src/domain/memoize-for.js';

test('what was made is given to all who ask meanwhile, and made again afterwards', async () => {
  let made = 0;
  const get = memoizeFor(20, async () => {
    made += 1;
    return made;
  });
  expect(await Promise.all([get(), get(), get()])).toEqual([1, 1, 1]);
  expect(await get()).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 40));
  expect(await get()).toBe(2);
});

test('a failure is not kept', async () => {
  let calls = 0;
  const get = memoizeFor(60_000, async () => {
    calls += 1;
    if (calls === 1) throw new Error('no');
    return calls;
  });
  await expect(get()).rejects.toThrow('no');
  expect(await get()).toBe(2);
});
