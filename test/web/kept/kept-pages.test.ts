import { beforeEach, expect, test } from 'vitest';
import { PageCache } from '../../../src/web/frame/page-cache.js';

let pages: PageCache;
let made: string[];
beforeEach(() => {
  pages = new PageCache(2, 1_000);
  made = [];
});

const textAt = async (name: string, at: number): Promise<string> => {
  const page = await pages.get(name, at, async () => {
    made.push(`${name} ${at}`);
    return { status: 200, html: `${name} of ${at}` };
  });
  return String((await page.html(undefined)).body);
};

test('a page is made once for all who ask within its time, and again after it', async () => {
  const texts = await Promise.all([textAt('home', 5), textAt('home', 5), textAt('home', 1_004)]);
  expect(texts).toEqual(['home of 5', 'home of 5', 'home of 5']);
  expect(await textAt('home', 1_005)).toBe('home of 1005');
  expect(made).toEqual(['home 5', 'home 1005']);
});

test('a clock that steps back keeps no page for longer', async () => {
  await textAt('home', 1_000_000);
  expect(await textAt('home', 5)).toBe('home of 5');
});

test('the newest are kept, and no more than that', async () => {
  for (const name of ['one', 'two', 'three', 'three', 'two', 'one']) await textAt(name, 0);
  expect(made).toEqual(['one 0', 'two 0', 'three 0', 'one 0']);
});

test('a failure is told to those who waited for it, and not kept', async () => {
  const fail = () => pages.get('home', 0, () => Promise.reject(new Error('no data')));
  await expect(Promise.all([fail(), textAt('home', 0)])).rejects.toThrow('no data');
  expect(await textAt('home', 0)).toBe('home of 0');
});

test('a page is compressed once for each coding', async () => {
  const html = 'a row of many\n'.repeat(500);
  const page = await pages.get('home', 0, async () => ({ status: 200, html }));
  const [one, other, plain] = await Promise.all([
    page.html('br'),
    page.html('gzip, br'),
    page.html(undefined),
  ]);
  expect(other).toBe(one);
  expect([one.coding, plain.coding]).toEqual(['br', undefined]);
  expect(one.bytes).toBeLessThan(plain.bytes / 10);
});
