import { afterAll, beforeAll, expect, test } from 'vitest';
import { startOn, startService, type TestService } from '../support/service.js';

const AGENT = { name: 'ANA AGENT', address: '9 ELM RD, DENVER, CO 80202' };
const STREET = '12 INVENTED WAY, DENVER, CO 80202';
let service: TestService;
beforeAll(async () => {
  const firm = (key: string, more: object) => ({ key, name: `FIRM ${key} LLC`, ...more });
  service = await startService({
    entities: {
      us_co_business_entities: [
        ...Array.from({ length: 16 }, (_, at) => firm(`1${at}`, { principalAddress: STREET })),
        ...Array.from({ length: 14 }, (_, at) => firm(`2${at}`, { registeredAgent: AGENT })),
        firm('3', { principalAddress: STREET, registeredAgent: AGENT }),
        firm('4', { principalAddress: STREET, registeredAgent: AGENT }),
        firm('5', { officers: [{ name: 'JENNIFER LIDEL', title: null }] }),
        firm('6', { officers: [{ name: 'JENNIFER LIDEL', title: null }] }),
        firm('7', { registeredAgent: { name: 'JENNIFER LIDEL', address: null } }),
        { key: '8', name: 'SISTERS', otherNames: [{ name: 'SISTERS OF HILO', kind: 'assumed' }] },
        { key: '9', name: 'SISTERS', otherNames: [{ name: 'SISTERS OF KONA', kind: 'assumed' }] },
      ],
    },
    datasets: {},
  });
});
afterAll(() => service.close());

const page = async (path: string) => {
  const answer = await fetch(service.url + path);
  return { status: answer.status, html: await answer.text() };
};

test('a name that no company has is shown as the people who have it, with the counts of all kinds', async () => {
  const { html } = await page('/search?q=jennifer+lidel');
  const kinds = between(html, 'aria-label="Kinds of results"', '</nav>');
  expect(kinds.replace(/<[^>]*>/g, '|').match(/[A-Z]\w+: [^|]+/g)).toEqual([
    ...['Companies: 0', 'People: 3', 'Agents: 1', 'Filings: not loaded', 'Contracts: not loaded'],
    'Lobbying: not loaded',
  ]);
  expect(kinds).toContain('href="/search?q=jennifer+lidel&amp;in=agent"');
  expect(html.match(/<h2>JENNIFER LIDEL<\/h2>/g)).toHaveLength(3);
  expect(html).toContain('Officer of <a href="/entity/CO%3A5">FIRM 5 LLC</a>');
  expect(html).toContain('Registered agent of <a href="/entity/CO%3A7">FIRM 7 LLC</a>');
  expect(html).toContain('may be two people');
});

test('a text that nobody has is still nothing, and a narrowed search is not widened', async () => {
  expect((await page('/search?q=nobody+at+all')).html).toContain('No company of the name');
  const { html } = await page('/search?q=jennifer+lidel&state=CO');
  expect(html).toContain('No company of the name');
});

test('a number that nobody has is named, and is no officer', async () => {
  const { html } = await page('/search?q=98-7654321');
  expect(html).toContain('<h1>No record has the EIN 98-7654321</h1>');
  expect(html).toContain('<a href="/sec?q=98-7654321">The EIN 98-7654321 in SEC filings</a>');
  expect(html).not.toContain('“98-7654321” as an officer');
});

test('an accession number leads to the filing', async () => {
  const answer = await fetch(`${service.url}/search?q=0000320193-24-000123`, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/sec/0000320193-24-000123']);
});

test('other names tell records of one name apart', async () => {
  const { html } = await page('/search?q=sisters');
  expect(html).toContain('SISTERS OF HILO');
  expect(html).toContain('SISTERS OF KONA');
});

test('filters alone list the records, on pages of a chosen size', async () => {
  const { html } = await page('/search?state=CO');
  expect(html).toContain('<h1>37 records</h1>');
  expect(html.match(/<a href="\/entity\//g)).toHaveLength(25);
  const { html: whole } = await page('/search?state=CO&limit=50');
  expect(whole.match(/<a href="\/entity\//g)).toHaveLength(37);
  expect((await page('/search?formed_after=2020-01-01')).html).toContain('No record passes the filters');
});

test('a person or an agent on a record leads to all records that name them', async () => {
  const [officer, agent] = [await page('/entity/CO:5'), await page('/entity/CO:7')];
  for (const { html } of [officer, agent])
    expect(html).toContain('<a href="/search?q=JENNIFER+LIDEL&amp;in=person">JENNIFER LIDEL</a>');
});

test('a ZIP code and a city with its state lead to the records there', async () => {
  for (const q of ['80202', 'Denver%2C+CO']) {
    expect((await page(`/search?q=${q}&in=address`)).html, q).toContain('<h1>18 records at ');
  }
});

test('a text is counted only by choice if searches are charged', async () => {
  const metered = await startOn(service.folder, { web: { access: 'key', localOnly: false, contact: null } });
  try {
    const key = await metered.newKey({ scopes: ['read'], credits: 50 });
    const signedIn = await fetch(`${metered.url}/sign-in`, {
      ...{ method: 'POST', redirect: 'manual', body: new URLSearchParams({ key }) },
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    const cookie = signedIn.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
    const get = async (path: string) => {
      const answer = await fetch(metered.url + path, { headers: { cookie } });
      return await answer.text();
    };
    const html = await get('/search?q=jennifer+lidel');
    expect(html).toContain('Count all kinds (1 credit)');
    expect(html).not.toContain('People: 3');
    expect(await get('/search?q=jennifer+lidel&kinds=')).toContain('People: 3');
  } finally {
    await metered.app.close();
  }
});

test('the picture of relations has totals on every page', async () => {
  for (const offset of ['', '?offset=25']) {
    const { html } = await page(`/entity/CO:3/relations${offset}`);
    expect(html).toContain('Same agent: 14');
    expect(html).toContain('Same address: 16');
    expect(html).toContain('Same agent and address: 1');
  }
});

test('a page behind the last result counts nothing', async () => {
  const { html } = await page('/search?q=firm&offset=9999');
  expect(html).toContain('No further results');
  expect(html).not.toMatch(/10,000 to/);
});

function between(text: string, start: string, end: string): string {
  const from = text.indexOf(start);
  return text.slice(from, text.indexOf(end, from));
}
