import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath, MODES } from './browser.js';
import { type OpenPages, openPages } from './open-pages.js';
import { LOOKED } from './pages.js';

const path = chromiumPath();

let pages: OpenPages;
beforeAll(async () => {
  if (path !== undefined) pages = await openPages(path);
});
afterAll(() => pages?.close());

describe.runIf(path !== undefined)('the structure of every page', () => {
  test('with the spacing of text that a reader sets nothing is cut off, on a phone neither', async () => {
    const context = await pages.browser.newContext({ ...MODES.narrow, bypassCSP: true });
    const page = await context.newPage();
    const reported: string[] = [];
    for (const { path, isSignedIn } of LOOKED) {
      pages.nextMinute();
      await pages.visitAs(context, isSignedIn);
      await page.goto(pages.service.url + path, { waitUntil: 'load' });
      await page.addStyleTag({
        content:
          '* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important; } p { margin-bottom: 2em !important; }',
      });
      const cut = (await page.evaluate(`[
        ...(document.documentElement.scrollWidth > innerWidth ? ['the page is ' + document.documentElement.scrollWidth + ' px wide'] : []),
        ...[...document.querySelectorAll('main *, header *, footer *')].filter((one) =>
          !one.closest('.unseen, .stacks thead, svg, select, input') && ['hidden', 'clip'].includes(getComputedStyle(one).overflowX) && one.scrollWidth > one.clientWidth + 1)
          .map((one) => one.outerHTML.slice(0, 90)),
      ]`)) as string[];
      reported.push(...cut.map((one) => `${path}: ${one}`));
    }
    await context.close();
    expect(reported).toEqual([]);
  });

  test('each page has one main heading, no step left out, ids once, and a label for each field', async () => {
    const context = await pages.browser.newContext(MODES['no script']);
    const page = await context.newPage();
    const reported: string[] = [];
    for (const { path, isSignedIn } of LOOKED) {
      pages.nextMinute();
      await pages.visitAs(context, isSignedIn);
      await page.goto(pages.service.url + path);
      const faults = (await page.evaluate(`(() => {
        const faults = [];
        const levels = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].map((head) => Number(head.tagName[1]));
        if (levels.filter((level) => level === 1).length !== 1 || levels[0] !== 1) faults.push('headings ' + levels);
        levels.forEach((level, at) => { if (level > (levels[at - 1] ?? 0) + 1) faults.push('a step is left out: ' + levels.slice(0, at + 1)); });
        if (document.querySelectorAll('main').length !== 1) faults.push('main');
        const ids = [...document.querySelectorAll('[id]')].map((one) => one.id);
        faults.push(...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => 'id twice: ' + id));
        for (const field of document.querySelectorAll('input:not([type=hidden], [hidden]), select, textarea'))
          if (field.labels.length === 0 && !field.getAttribute('aria-label')) faults.push('no label: ' + field.outerHTML);
        for (const table of document.querySelectorAll('table'))
          if (!table.caption || [...table.querySelectorAll('th')].some((head) => !head.scope)) faults.push('table: ' + table.outerHTML.slice(0, 90));
        for (const part of document.querySelectorAll('[aria-labelledby], [aria-describedby]'))
          for (const name of ['aria-labelledby', 'aria-describedby'])
            for (const id of (part.getAttribute(name) ?? '').split(' ').filter(Boolean)) if (!document.getElementById(id)) faults.push('no #' + id);
        return faults;
      })()`)) as string[];
      reported.push(...faults.map((fault) => `${path}: ${fault}`));
    }
    await context.close();
    expect(reported).toEqual([]);
  });
});
