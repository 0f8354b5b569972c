import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest';
import { guidePage } from '../../../src/web/docs/guides/guide-page.js';
import { readLibrary } from '../../../src/web/docs/guides/library.js';
import { docsOf } from '../../../src/web/index.js';
import { startService, type TestService } from '../../support/service.js';

let service: TestService;
const pages = new Map<string, string>();
beforeAll(async () => {
  service = await startService({});
  for (const { path } of readLibrary()) pages.set(path, await textOf(path));
  for (const path of ['/docs', '/docs/api', '/docs/errors']) pages.set(path, await textOf(path));
  for (const [, path = ''] of (pages.get('/docs/api') ?? '').matchAll(/href="(\/docs\/api\/\w+)"/g))
    if (!pages.has(path)) pages.set(path, await textOf(path));
});
afterAll(() => service.close());

async function textOf(path: string): Promise<string> {
  const response = await fetch(service.url + path);
  expect([path, response.status]).toEqual([path, 200]);
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  return response.text();
}

const idsIn = (html: string) => new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));

describe('the docs', () => {
  it('hold the guides that users need, each from the first page', () => {
    const home = pages.get('/docs') ?? '';
    const needed =
      'start load-your-state match-a-list openrefine follow-changes webhooks agents mirror-a-state evidence how-matching-decides';
    for (const name of needed.split(' ')) expect(home).toContain(`href="/docs/guides/${name}"`);
    for (const path of ['/docs/operating', '/docs/sources', '/docs/settings', '/docs/cli', '/docs/api']) {
      expect(home).toContain(`href="${path}"`);
    }
  });

  it('have one title each, and links that lead to a page and a place there', () => {
    const wrong: string[] = [];
    for (const [path, html] of pages) {
      if ((html.match(/<h1/g) ?? []).length !== 1) wrong.push(`${path}: h1`);
      for (const [, href = ''] of html.matchAll(/<a [^>]*?href="([^"]+)"/g)) {
        if (!/^(?:#|\/docs)/.test(href)) continue;
        const [target, anchor] = href.split('#');
        if (/^\/docs\/(?:errors\/|search)/.test(target ?? '')) continue;
        const shown = target === '' ? html : pages.get(target ?? '');
        if (shown === undefined) wrong.push(`${path}: ${href} is no page`);
        else if (anchor && !idsIn(shown).has(anchor)) wrong.push(`${path}: ${href} is no place`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('name each table differently on one page', () => {
    for (const [path, html] of pages) {
      const names = [...html.matchAll(/role="region" aria-label="([^"]*)"/g)].map(([, name]) => name);
      expect([path, new Set(names).size]).toEqual([path, names.length]);
    }
  });

  it('are one text for language models, the examples addressed to this server', async () => {
    const [short, full] = await Promise.all(['/llms.txt', '/llms-full.txt'].map(textOf));
    expect(short).toContain('(/docs/guides/openrefine)');
    expect(full).toContain('# Match a list in OpenRefine');
    expect(full).toContain(short?.slice(0, 200));
    expect(full).not.toContain('# 30. Reconciliation');
  });
});

describe('their search', () => {
  const search = (query: string) => textOf(`/docs/search?q=${encodeURIComponent(query)}`);

  it('finds sections, operations and errors by the beginnings of words', async () => {
    expect(await search('openref token')).toContain('href="/docs/guides/openrefine#1-create-a-token"');
    expect(await search('insufficient_credits')).toContain('href="/docs/errors/insufficient_credits"');
    expect(await search('Get an entity')).toContain('href="/docs/api/getEntity"');
    expect(await search('DOSSIER_WEB')).toContain('href="/docs/operating#pages"');
  });

  it('shows the first of many places, without the marks of code', async () => {
    const found = await search('credit');
    expect(found.match(/<li><a href="[^"]+">[^<]+<\/a><p>/g)).toHaveLength(20);
    expect(found).toContain('The first 20 are shown.');
    expect(found).not.toContain('`');
  });

  it('finds what is promised of an operation that has to go', async () => {
    expect(await search('deprecation sunset')).toContain('href="/docs/differences#deprecation"');
    expect(await textOf('/docs/api')).toContain('RFC 9745');
  });

  it('says if there is nothing, and what to type', async () => {
    expect(await search('zzyzx')).toContain('No section contains this word.');
    expect(await search('')).toContain('Enter a word');
    expect(await search('***')).toContain('contains no letter or digit');
  });

  it('shows what was typed as text', async () => {
    const html = await search('"><script>alert(1)</script> credits');
    expect(html).not.toContain('<script>alert');
    expect(html).not.toContain('"><script');
  });

  it('is limited by address', async () => {
    const statuses = new Set<number>();
    // More than the limits of two minutes, in case a minute ends meanwhile.
    for (let times = 0; times < 245 && !statuses.has(429); times++) {
      const response = await fetch(`${service.url}/docs/search?q=${times}`);
      await response.text();
      statuses.add(response.status);
    }
    expect([...statuses].sort()).toEqual([200, 429]);
  });
});

test('markup in a document is shown as text, and addresses that are none are no links', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-docs-'));
  mkdirSync(join(folder, 'guides'));
  const text =
    '# A <b>bold</b> title\n\n<script>alert(1)</script>\n\n[one](javascript:alert(1)) [two](data:text/html,x) ' +
    '[three](../operating.md) [four](https://example.org/?a=b&c="d")\n\n| a | |\n|---|---|\n| `<i>` | x |\n\n' +
    '```sh\necho "<u>"\n```\n';
  writeFileSync(join(folder, 'guides', 'odd.md'), text);
  const library = readLibrary(folder);
  const [guide] = library;
  if (!guide) throw new Error('There is no guide.');
  const { body } = guidePage(guide, library, { nav: [], hasPages: false });
  rmSync(folder, { recursive: true });
  expect([guide.path, guide.summary.title]).toEqual(['/docs/guides/odd', 'A <b>bold</b> title']);
  expect(body).not.toMatch(/<script>|<b>|<i>|<u>|javascript:|data:text/);
  expect(body).toContain('&lt;script>alert(1)&lt;/script>');
  expect(body).toContain('href="https://example.org/?a=b&amp;c=');
  expect(body).not.toContain('href="/docs/operating"');
});

test('all pages of the reference are made from one reading of the OpenAPI document', () => {
  const openApi = JSON.parse(readFileSync('openapi.json', 'utf8')) as object;
  const { documents } = docsOf(() => openApi, ['getEntity', 'searchEntities', 'searchFilings'], true);
  const parse = vi.spyOn(JSON, 'parse');
  const reference = documents.filter(({ path }) => path.startsWith('/docs/api'));
  for (const { body } of reference) expect(body).toContain('<h1>');
  expect(reference).toHaveLength(4);
  expect(parse).toHaveBeenCalledTimes(1);
  parse.mockRestore();
});
