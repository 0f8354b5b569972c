import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath, MODES } from './browser.js';
import { type OpenPages, openPages } from './open-pages.js';

const path = chromiumPath();

let pages: OpenPages;
beforeAll(async () => {
  if (path !== undefined) pages = await openPages(path);
});
afterAll(() => pages?.close());

test.runIf(path === undefined)('a Chromium is here', (context) => {
  const reported =
    'NOT RUN: there is no Chromium on this machine, so no page was looked at. Install chromium.';
  if (process.env.CI) throw new Error(reported);
  process.stderr.write(`${reported}\n`);
  context.skip(reported);
});

describe.runIf(path !== undefined)('pages in Chromium', () => {
  test('a page prints light and whole, without its navigation', async () => {
    const context = await pages.browser.newContext({ ...MODES.dark });
    const page = await context.newPage();
    await page.goto(`${pages.service.url}/entity/CO:20221555001`, { waitUntil: 'networkidle' });
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const reported = await page.evaluate(`({
      ground: getComputedStyle(document.body).backgroundColor,
      text: getComputedStyle(document.body).color,
      hidden: ['.top', '.contents', '.actions', '.bottom form'].filter((one) => getComputedStyle(document.querySelector(one)).display !== 'none'),
      head: getComputedStyle(document.querySelector('thead')).display,
    })`);
    expect(reported).toEqual({
      ground: 'rgb(255, 255, 255)',
      text: 'rgb(28, 33, 40)',
      hidden: [],
      head: 'table-header-group',
    });
    expect((await page.pdf()).length).toBeGreaterThan(10_000);
    await context.close();
  });

  test('the search field: `/` leads there, suggestions by keys, Escape closes', async () => {
    const context = await pages.browser.newContext(MODES.light);
    const page = await context.newPage();
    await page.goto(pages.service.url);
    await page.keyboard.press('/');
    const field = page.getByRole('combobox');
    expect(await page.evaluate('document.activeElement.id')).toBe(await field.getAttribute('id'));
    // In one piece: between letters that come slowly there are suggestions for the first ones.
    await page.keyboard.insertText('willow');
    const option = page.getByRole('option').first();
    await option.waitFor();
    expect(await page.getByRole('option').count()).toBe(8);
    expect(await field.getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('ArrowDown');
    expect(await option.getAttribute('aria-selected')).toBe('true');
    expect(await field.getAttribute('aria-activedescendant')).toBe(await option.getAttribute('id'));
    await page.keyboard.press('Escape');
    expect([await option.isVisible(), await field.inputValue()]).toEqual([false, 'willow']);
    await page.keyboard.press('ArrowDown');
    await option.waitFor();
    expect(await field.getAttribute('aria-activedescendant')).toBeNull();
    await page.keyboard.press('ArrowUp');
    expect(await page.getByRole('option').last().getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Home');
    expect(await field.getAttribute('aria-activedescendant')).toBeNull();
    expect(await page.evaluate('document.activeElement.selectionStart')).toBe(0);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/search?q=willow');
    await page.getByRole('combobox').fill('lantern cob');
    await option.waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/entity/**');
    expect(await page.locator('h1').textContent()).toMatch(/^LANTERN COBALT/i);
    await context.close();
  });

  test('a list is matched and its result kept at an address, without script', async () => {
    const context = await pages.browser.newContext(MODES['no script']);
    const page = await context.newPage();
    await page.goto(`${pages.service.url}/match`);
    await page.getByLabel('The list').fill('name,state\nWillow Harbor Cleaners LLC,CO\nTwin Lantern Books,');
    await page.getByRole('button', { name: 'Continue' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: '2 rows' }).waitFor();
    await page.getByLabel('Use of name').selectOption('name');
    await page.getByRole('button', { name: 'Match', exact: true }).press('Enter');
    await page.getByRole('heading', { level: 1, name: '1 found' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: '1 found' }).waitFor();
    const [kept] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download as CSV' }).click(),
    ]);
    expect(kept.suggestedFilename()).toBe('Pasted-list.csv');
    expect(readFileSync(await kept.path(), 'utf8')).toContain('found,CO:20221555001');
    await context.close();
  });

  test('candidates are chosen with single keys, and the list is kept for the account', async () => {
    const context = await pages.browser.newContext();
    await pages.visitAs(context, true);
    const page = await context.newPage();
    await page.goto(`${pages.service.url}/match`);
    await page.getByLabel('The list').fill('name,city,zip\nWillow Harbor Cleaners LLC,Boulder,80301\n');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Match', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: '0 found' }).waitFor();
    const [first, none] = [
      page.getByRole('radio').first(),
      page.getByRole('radio', { name: 'None of these' }),
    ];
    await page.keyboard.press('1');
    expect(await none.isChecked()).toBe(true);
    await page.keyboard.press('j');
    await page.keyboard.press('1');
    expect(await first.isChecked()).toBe(true);
    await page.keyboard.press('n');
    expect(await none.isChecked()).toBe(true);
    await page.keyboard.press('9');
    expect(await none.isChecked()).toBe(true);
    await page.keyboard.press('1');
    await page.getByRole('button', { name: 'Save my choices' }).click();
    await page.getByRole('heading', { level: 1, name: '1 chosen' }).waitFor();
    await page.getByRole('link', { name: 'Your lists' }).click();
    await page.getByRole('link', { name: 'Pasted list' }).first().waitFor();
    await context.close();
  });

  test('a key is made and revoked with the keyboard alone, without script', async () => {
    const context = await pages.browser.newContext(MODES['no script']);
    await pages.visitAs(context, true);
    const page = await context.newPage();
    await page.goto(`${pages.service.url}/keys`);
    await page.getByLabel('Name').fill('by keyboard');
    await page.getByRole('button', { name: 'Create the key' }).press('Enter');
    expect(await page.locator('pre').innerText()).toMatch(/^dsr_/);
    await page.getByRole('link', { name: 'All keys' }).press('Enter');
    await page.getByRole('link', { name: 'Revoke by keyboard' }).press('Enter');
    await page.getByRole('button', { name: 'Revoke the key' }).press('Enter');
    await page.getByRole('row', { name: /by keyboard.*revoked/ }).waitFor();
    await context.close();
  });

  test('the colours that a reader chooses stay, without script', async () => {
    const context = await pages.browser.newContext(MODES['no script']);
    const page = await context.newPage();
    await page.goto(`${pages.service.url}/search?q=willow`);
    await page.getByRole('button', { name: 'dark' }).click();
    expect(page.url()).toBe(`${pages.service.url}/search?q=willow`);
    for (const path of ['/', '/docs']) {
      await page.goto(pages.service.url + path);
      expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    }
    await context.close();
  });

  test('a reader signs in and out with the keyboard alone, without script', async () => {
    const context = await pages.browser.newContext(MODES['no script']);
    const page = await context.newPage();
    await page.goto(pages.service.url);
    await page.getByRole('link', { name: 'Sign in' }).press('Enter');
    await page.getByLabel('API key').fill(pages.service.key);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${pages.service.url}/`);
    await page.getByRole('button', { name: 'Sign out' }).press('Enter');
    await page.getByRole('link', { name: 'Sign in' }).waitFor();
    expect(await context.cookies()).toEqual([]);
    await context.close();
  });

  test('without script, by keys alone: from a misspelt name to the record, who shares its agent, and back', async () => {
    const context = await pages.browser.newContext(MODES['no script']);
    const page = await context.newPage();
    await page.goto(pages.service.url);
    for (let at = 0; at < 20; at++) {
      await page.keyboard.press('Tab');
      if ((await page.evaluate('document.activeElement.type')) === 'search') break;
    }
    await page.keyboard.type('harbor clenaers');
    await page.keyboard.press('Enter');
    await page.getByText('Showing').waitFor();
    await page.getByRole('link', { name: 'Willow Harbor Cleaners, LLC' }).press('Enter');
    expect(await page.title()).toBe('Willow Harbor Cleaners, LLC, Colorado – Dossier');
    await page.getByRole('link', { name: 'Relations', exact: true }).press('Enter');
    expect(await page.locator('tbody tr').count()).toBe(13);
    await page.getByRole('table').getByRole('link', { name: 'Summit Cedar Consulting, LLC' }).press('Enter');
    expect(await page.locator('h1').textContent()).toContain('Summit Cedar Consulting, LLC');
    await context.close();
  });

  test('without script, by keys alone: the licence of a source, from a fact of a record', async () => {
    const context = await pages.browser.newContext(MODES['no script']);
    const page = await context.newPage();
    await page.goto(`${pages.service.url}/entity/CO:20221555001`);
    await page.getByRole('link', { name: 'Source 1' }).first().press('Enter');
    expect(page.url()).toMatch(/#source-1$/);
    expect(await page.locator(':target').textContent()).toContain('Terms: public domain');
    await context.close();
  });

  test('the first tab leads past the header, and the tab order meets no picture', async () => {
    const context = await pages.browser.newContext(MODES['no script']);
    const page = await context.newPage();
    await page.goto(`${pages.service.url}/entity/CO:20221555001/relations`);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    const matches: string[] = [];
    for (let at = 0; at < 6; at++) {
      await page.keyboard.press('Tab');
      matches.push(String(await page.evaluate('document.activeElement.closest("svg") ? "picture" : "page"')));
    }
    expect(new Set(matches)).toEqual(new Set(['page']));
    await context.close();
  });
});
