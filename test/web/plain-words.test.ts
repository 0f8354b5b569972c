import { afterAll, beforeAll, expect, test } from 'vitest';
import { newSampleFolder } from '../support/sample.js';
import { startOn, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startOn(await newSampleFolder('dossier-plain-words-'));
});
afterAll(() => service.close());

async function open(path: string) {
  const answer = await fetch(service.url + path, { headers: { accept: 'text/html' } });
  const html = (await answer.text()).replace(/<head>.*<\/head>/s, '');
  const main = /<main.*<\/main>/s.exec(html)?.[0] ?? '';
  const text = main
    .replace(/<[^>]+>/g, ' ')
    .replace(/&quot;/g, '"')
    .replace(/\s+/g, ' ');
  return { status: answer.status, html: main, text };
}

test('an unknown page says what to do in the words of a page', async () => {
  const { status, text } = await open('/nope');
  expect(status).toBe(404);
  expect(text).toContain('Page not found');
  expect(text).toContain('search for the company by name or number');
  expect(text).not.toMatch(/GET \/api|Try again|Get ids/);
});

test('a page with a wrong filter names it once', async () => {
  const { status, text } = await open('/changes?since=26.11.2026');
  expect(status).toBe(400);
  expect(text.match(/must be a day/g)).toHaveLength(1);
  expect(text).not.toMatch(/See errors|Try again/);
});

test('a printed record names its id, its address and the time', async () => {
  const { html, text } = await open('/entity/CO:20221555001');
  const host = new URL(service.url).host;
  expect(html).toMatch(/<p class="printed">/);
  expect(text).toMatch(
    new RegExp(
      `Record CO:20221555001\\. ${host}/entity/CO:20221555001\\. Looked up \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC\\.`,
    ),
  );
});

test('what is missing comes after what is there', async () => {
  const { html } = await open('/entity/CO:20221555001');
  expect(html.indexOf('<section id="facts"')).toBeGreaterThan(0);
  expect(html.indexOf('<section id="absent"')).toBeGreaterThan(html.indexOf('<section id="people"'));
});

test('the home page counts records apart from rows that add facts to them', async () => {
  const { data } = (await (await fetch(`${service.url}/api/v1/sources`)).json()) as {
    data: { recordClass: string | null; records: number }[];
  };
  const sum = (rows: typeof data) => rows.reduce((all, { records }) => all + records, 0);
  const records = sum(data.filter(({ recordClass }) => recordClass !== null));
  expect((await open('/')).text).toContain(
    `${records} records of companies and other organizations, and ${sum(data) - records} rows of filings`,
  );
});

test('changes show titles of sources and offer them as a menu', async () => {
  const { html, text } = await open('/changes');
  expect(html).toContain('<option value="us_co_business_entities">');
  expect(text).not.toMatch(/us_[a-z_]+/);
});
