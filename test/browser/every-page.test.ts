import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath, MODES, type Mode, watch } from './browser.js';
import { type OpenPages, openPages } from './open-pages.js';
import { LOOKED, type Looked, ONE_OF_EACH_KIND } from './pages.js';

const path = chromiumPath();
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const CONTRAST = 'color-contrast';

/** Returns what is wrong with the page that is open. */
type Check = (page: Page) => Promise<readonly string[]>;

/**
 * What is checked in each mode, on all pages or on one of each kind. Rules about contrast take most of the time: they depend on
 * the colours, the others on the width.
 */
const CHECKS: Readonly<
  Record<Mode, { readonly pages: readonly Looked[]; readonly checks: readonly Check[] }>
> = {
  light: { pages: LOOKED, checks: [axe({ runOnly: TAGS })] },
  dark: { pages: LOOKED, checks: [axe({ runOnly: { type: 'rule', values: [CONTRAST] } })] },
  narrow: { pages: LOOKED, checks: [onEachKind(axe({ runOnly: TAGS, without: CONTRAST })), cutOff] },
  'no script': {
    pages: LOOKED,
    checks: [structure, brokenLinks],
  },
  phone: { pages: ONE_OF_EACH_KIND, checks: [axe({ runOnly: TAGS, without: CONTRAST })] },
  'zoomed to 200 %': { pages: ONE_OF_EACH_KIND, checks: [axe({ runOnly: TAGS, without: CONTRAST })] },
  'forced colours': {
    pages: ONE_OF_EACH_KIND,
    checks: [axe({ runOnly: { type: 'rule', values: [CONTRAST] } })],
  },
};

let pages: OpenPages;
beforeAll(async () => {
  if (path !== undefined) pages = await openPages(path);
});
afterAll(() => pages?.close());

describe.runIf(path !== undefined)('every page', () => {
  test.each(Object.keys(MODES) as Mode[])(
    '%s: no fault, no foreign request, no wider than the window, nothing that the checks find',
    async (mode) => {
      const context = await pages.browser.newContext(MODES[mode]);
      expect(await faultsOf(context, CHECKS[mode].pages, CHECKS[mode].checks)).toEqual([]);
      if (mode === 'no script') expect(answers.size).toBeGreaterThan(40);
    },
  );

  // Axe is a script itself, so it cannot run where scripts are off.
  test('axe finds nothing in a page whose own script did not load', async () => {
    const context = await pages.browser.newContext(MODES.light);
    await context.route('**/assets/*.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: '' }),
    );
    const check = axe({ runOnly: TAGS, without: CONTRAST });
    expect(await faultsOf(context, ONE_OF_EACH_KIND, [check])).toEqual([]);
  });
});

/** Visits the pages one after the other, and closes the context. */
async function faultsOf(context: BrowserContext, visited: readonly Looked[], checks: readonly Check[]) {
  const page = await context.newPage();
  const { faults } = watch(page, pages.service.url);
  const reported: string[] = [];
  for (const { path, status = 200, isSignedIn } of visited) {
    pages.nextMinute();
    await pages.visitAs(context, isSignedIn);
    const answer = await page.goto(pages.service.url + path, { waitUntil: 'load' });
    const found = answer?.status() === status ? [] : [`its status is ${answer?.status()}`];
    const wide = Number(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth'));
    if (wide > 0) found.push(`it is ${wide} px too wide`);
    for (const check of checks) found.push(...(await check(page)));
    reported.push(...[...found, ...faults.splice(0)].map((fault) => `${path}: ${fault}`));
  }
  await context.close();
  return reported;
}

/** The violations that axe finds; `without` leaves a rule out. */
function axe({ without, ...options }: { readonly runOnly: object; readonly without?: string }): Check {
  const rules = without === undefined ? {} : { [without]: { enabled: false } };
  const all = JSON.stringify({ ...options, rules, resultTypes: ['violations'] });
  return async (page) => {
    await page.evaluate(AXE);
    return await page.evaluate<string[]>(
      `axe.run(document, ${all}).then(({ violations }) => violations.map(
        ({ id, nodes }) => id + ': ' + nodes.map(({ html, failureSummary }) => html + ' ' + failureSummary).join(' | ')))`,
    );
  };
}

/** A check that is made on one page of each kind. */
function onEachKind(check: Check): Check {
  const paths = new Set(ONE_OF_EACH_KIND.map(({ path }) => path));
  return async (page) => {
    const { pathname, search } = new URL(page.url());
    return paths.has(pathname + search) ? await check(page) : [];
  };
}

/** What is cut off with the spacing of text that a reader sets (WCAG 1.4.12). */
async function cutOff(page: Page): Promise<readonly string[]> {
  return await page.evaluate<string[]>(`(() => {
    const spacing = new CSSStyleSheet();
    spacing.replaceSync('* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important; } p { margin-bottom: 2em !important; }');
    document.adoptedStyleSheets.push(spacing);
    const { scrollWidth } = document.documentElement;
    return [
      ...(scrollWidth > innerWidth ? ['with wide spacing it is ' + scrollWidth + ' px wide'] : []),
      ...[...document.querySelectorAll('main *, header *, footer *')].filter((one) =>
        !one.closest('.unseen, .stacks thead, svg, select, input') && ['hidden', 'clip'].includes(getComputedStyle(one).overflowX) && one.scrollWidth > one.clientWidth + 1)
        .map((one) => 'cut off: ' + one.outerHTML.slice(0, 90)),
    ];
  })()`);
}

/** Headings that are not one and then in steps, ids that are there twice, fields without a label, tables without heads. */
async function structure(page: Page): Promise<readonly string[]> {
  return await page.evaluate<string[]>(`(() => {
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
  })()`);
}

/** Status and text of each address that a page links to. */
const answers = new Map<string, string>();

/** Links and `[n]` that lead nowhere. The links of the documentation have a test of their own. */
async function brokenLinks(page: Page): Promise<readonly string[]> {
  const { pathname } = new URL(page.url());
  if (pathname.startsWith('/docs')) return [];
  const links = await page.evaluate<string[]>(
    `[...document.querySelectorAll('a[href]')].map((link) => new URL(link.getAttribute('href'), location.href).href)`,
  );
  const broken: string[] = [];
  for (const link of new Set(links.filter((one) => one.startsWith(pages.service.url)))) {
    const [url = '', anchor] = link.split('#', 2);
    const text = answers.get(url) ?? (await answerOf(url));
    answers.set(url, text);
    // An error page may link to a part of itself.
    if (!text.startsWith('200') && url === page.url()) continue;
    if (!text.startsWith('200')) broken.push(`${link} is ${text.slice(0, 3)}`);
    else if (anchor && !text.includes(`id="${anchor}"`)) broken.push(`${link}: there is no #${anchor}`);
  }
  return broken;
}

async function answerOf(url: string): Promise<string> {
  const response = await fetch(url, { headers: { accept: 'text/html, application/json' } });
  return `${response.status}\n${await response.text()}`;
}
