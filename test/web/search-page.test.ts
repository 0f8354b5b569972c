import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../support/service.js';

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

test('a name that no company has is shown as the officer or agent that has the most records, with the counts', async () => {
  const { html } = await page('/search?q=jennifer+lidel');
  expect(html).toContain('As name or number: 0');
  expect(html).toContain('As registered agent: 1');
  expect(html).toContain('As officer: 2');
  expect(html).toMatch(/FIRM 5 LLC[\s\S]*FIRM 6 LLC/);
  expect(html).not.toContain('FIRM 7 LLC');
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
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/sec?q=0000320193-24-000123']);
});

test('other names tell records of one name apart', async () => {
  const { html } = await page('/search?q=sisters');
  expect(html).toContain('SISTERS OF HILO');
  expect(html).toContain('SISTERS OF KONA');
});

test('filters alone say that they start no search', async () => {
  expect((await page('/search?state=CO')).html).toContain('Filters alone are not a search.');
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
