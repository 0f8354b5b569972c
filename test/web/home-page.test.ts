import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService(
    {
      entities: {
        us_co_business_entities: [
          { key: '20001', name: 'ACORN LANTERN WORKS LLC', status: 'Exists' },
          { key: '20002', name: 'ACORN LANTERN WORKS LLC', status: 'Exists' },
        ],
        us_ct_business_registry: [{ key: '7', name: 'BIRCH ROPES LLC' }],
      },
    },
    { web: { access: 'open', localOnly: true, contact: 'https://corrections.example/ask?of=records' } },
  );
});
afterAll(() => service.close());

const open = async (path: string, headers: Record<string, string> = {}) =>
  await (await fetch(service.url + path, { headers })).text();

test('the examples are of the data that is loaded: three finds, an ambiguity, an absence, and all lead somewhere', async () => {
  const html = await open('/');
  const cards = /<ul class="cards">(.*?)<\/ul>/s.exec(html)?.[1] ?? '';
  const links = [...cards.matchAll(/<h3><a href="([^"]+)">([^<]+)</g)].map(([, href = '', title]) => ({
    href: href.replaceAll('&amp;', '&'),
    title,
  }));
  expect(links.map(({ title }) => title)).toEqual([
    'A company, whole',
    'Find a misspelt name',
    'A number',
    'Several records with one name',
    'See why a field is empty',
  ]);
  for (const { href } of links) {
    const page = (await open(href.split('#')[0] ?? '')).replaceAll(/<\/?mark>/g, '');
    expect(page).not.toContain('Nothing found');
    expect(page).toContain('ACORN LANTERN WORKS LLC');
  }
  const absent = await open(links.at(-1)?.href.split('#')[0] ?? '');
  expect(absent).toContain('id="absent"');
});

test('a contact that is an address is a link to it', async () => {
  expect(await open('/')).toContain(
    '<a href="https://corrections.example/ask?of=records">https://corrections.example/ask?of=records</a>',
  );
});

test('the reference has the chosen colours for every reader, however soon they follow each other', async () => {
  const themes = ['dark', 'light', undefined, 'dark', 'light'];
  const pages = await Promise.all(
    themes.map((theme) => open('/docs', theme === undefined ? {} : { cookie: `theme=${theme}` })),
  );
  const seen = pages.map((page) => /<html[^>]*data-theme="(\w+)"/.exec(page)?.[1]);
  expect(seen).toEqual(themes);
});
