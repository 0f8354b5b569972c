import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { oddFolder } from '../browser/odd-folder.js';
import { startOn, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startOn(await oddFolder());
});
afterAll(() => service.close());

const look = async (path: string) => {
  const answer = await fetch(service.url + path, { redirect: 'manual' });
  return { status: answer.status, text: await answer.text() };
};
const plain = (text: string) =>
  text
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ');
const totalOf = (text: string) =>
  Number(/<h1>([\d,]+) filings? for/.exec(text)?.[1]?.replaceAll(',', '') ?? 0);

describe('the page of SEC filings', () => {
  test('a company without a filing on the topic is named, with a link to its filings', async () => {
    const { text } = await look('/sec?q=tesla+zeppelins');
    expect(plain(text)).toContain('Tesla, Inc. has filings, but none about “zeppelins”.');
    expect(text).not.toContain('Similar names');
    // Beside facets that are missing, the source line would be in the second column.
    expect(text).not.toContain('class="aside"');
    expect(plain(text)).toContain('From SEC EDGAR.');
    expect(totalOf((await look('/sec?cik=0001318605')).text)).toBeGreaterThan(0);
    expect(text).toContain('href="/sec?cik=0001318605"');
  });

  test('counts by facet lead to that many filings', async () => {
    const { text } = await look('/sec?q=tesla');
    expect(totalOf(text)).toBeGreaterThan(2);
    const links = [
      ...text.matchAll(/<a href="(\/sec[^"]+)"[^>]*>([^<]+)<\/a><span class="quiet">(\d+)<\/span>/g),
    ];
    expect(links.length).toBeGreaterThan(3);
    for (const [, href = '', value, count] of links) {
      const narrowed = totalOf((await look(href.replaceAll('&amp;', '&'))).text);
      // A root form finds its amendments, too.
      if (href.includes('form=')) expect(narrowed, value).toBeGreaterThanOrEqual(Number(count));
      else expect(narrowed, value).toBe(Number(count));
    }
  });

  test('the picture of the years has its table, whose sum is the total', async () => {
    const { text } = await look('/sec?q=tesla');
    const table = text.slice(text.indexOf('by year and form'), text.indexOf('</table>'));
    const all = [
      ...table.matchAll(/<th scope="row"[^>]*><a href="[^"]+">(\d{4})<\/a><\/th><td class="number">(\d+)/g),
    ];
    expect(all.reduce((sum, [, , count]) => sum + Number(count), 0)).toBe(totalOf(text));
    expect(text).toContain('role="img"');
    for (const [, year = '', count] of all) {
      expect(totalOf((await look(`/sec?q=tesla&year=${year}`)).text)).toBe(Number(count));
    }
  });

  test('the parameters of the API are understood: forms and days', async () => {
    const all = totalOf((await look('/sec?q=tesla')).text);
    const { text: ofForm } = await look('/sec?q=tesla&forms=10-K');
    expect(totalOf(ofForm)).toBe(totalOf((await look('/sec?q=tesla&form=10-K')).text));
    expect(totalOf(ofForm)).toBeLessThan(all);
    const years = [...(await look('/sec?q=tesla')).text.matchAll(/year=(\d{4})/g)].map(
      ([, year = '']) => year,
    );
    const newest = years.sort().at(-1) ?? '';
    const { text } = await look(`/sec?q=tesla&start_date=${newest}-01-01`);
    expect(totalOf(text)).toBe(totalOf((await look(`/sec?q=tesla&year=${newest}`)).text));
    expect(totalOf(text)).toBeLessThan(all);
    expect(text).toContain(`<a href="/sec?q=tesla">Filed from: ${newest}-01-01 `);
    expect(text).toContain(`<input type="hidden" name="start_date" value="${newest}-01-01"`);
    expect((await look('/sec?q=tesla&end_date=soon')).status).toBe(400);
  });

  test('a filter that holds is a chip that takes it away, unless nothing else is asked for', async () => {
    const { text } = await look('/sec?q=tesla&form=10-K');
    expect(text).toContain('<a href="/sec?q=tesla">Form: 10-K ');
    const filer = /sic=(\d{4})/.exec(text)?.[1] ?? '';
    const alone = await look(`/sec?sic=${filer}`);
    expect(totalOf(alone.text)).toBeGreaterThan(0);
    expect(alone.text).not.toContain('Active filters');
  });

  test('none found, too far and faults say so', async () => {
    expect(plain((await look('/sec?q=nobody+at+all')).text)).toContain('No filing found for “nobody at all”');
    expect(plain((await look('/sec?q=tesla&offset=500')).text)).toContain('No more results.');
    const { status, text } = await look('/sec?q=tesla&year=24');
    expect(status).toBe(400);
    expect(plain(text)).toContain('must be a year from 1900 to 2099');
    expect((await look('/sec')).text).toContain('<h1>SEC filings</h1>');
  });
});
