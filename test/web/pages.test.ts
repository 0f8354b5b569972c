import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SAMPLE_EXAMPLES } from '../../src/web/pages/home.js';
import { oddFolder } from '../browser/odd-folder.js';
import { startOn, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startOn(await oddFolder());
});
afterAll(() => service.close());

const look = async (path: string, on = service) => {
  const answer = await fetch(on.url + path, { redirect: 'manual' });
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
};
/** Text without markup, blanks collapsed. */
const plain = (text: string) =>
  text
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&quot;', '"')
    .replace(/\s+/g, ' ');

describe('search', () => {
  test('counts by facet are those of the API, and lead to that many records', async () => {
    const { text } = await look('/search?q=willow');
    expect(plain(text)).toContain('17 records for “willow”');
    const links = [...text.matchAll(/<a href="([^"]+)"[^>]*>([^<]+)<\/a><span class="quiet">(\d+)<\/span>/g)];
    expect(links.length).toBeGreaterThan(8);
    for (const [, href = '', , count] of links) {
      const { text: narrowed } = await look(href.replaceAll('&amp;', '&'));
      expect(plain(narrowed)).toMatch(new RegExp(`\\b${count} records? for “willow”`));
    }
  });

  test('the parameters of the API are understood, so that a copied address needs only another path', async () => {
    expect(plain((await look('/search?name=willow')).text)).toContain('17 records for “willow”');
    const officer = plain((await look('/search?officer=thornbury')).text);
    expect(officer).toBe(plain((await look('/search?q=thornbury&in=officer')).text));
  });

  test('an id leads straight to its record', async () => {
    for (const id of ['CO:20221555001', 'co:20221555001']) {
      const { status, headers } = await look(`/search?q=${encodeURIComponent(id)}`);
      expect([status, headers.get('location')]).toEqual([303, '/entity/CO%3A20221555001']);
    }
  });

  test('a correction says what was searched, and the other way finds nothing', async () => {
    const { text } = await look('/search?q=harbor+clenaers');
    expect(plain(text)).toContain('No record has “harbor clenaers”. Showing harbor cleaners');
    expect(plain((await look('/search?q=harbor+clenaers&exact=true')).text)).toContain(
      'No company of the name',
    );
  });

  test('none found says what was searched and what is not loaded', async () => {
    const { text } = await look('/search?q=nobody+at+all');
    expect(plain(text)).toContain('No company of the name “nobody at all”');
    expect(plain(text)).toContain('Colorado Secretary of State: Business Entities in Colorado');
    expect(plain(text)).toMatch(/\d+ sources of companies and licences may contain it, but are not loaded/);
  });

  test('pages go on where the one before ended', async () => {
    const first = await look('/search?q=a');
    const names = (text: string) => [...text.matchAll(/<h2><a href="([^"]+)"/g)].map(([, href]) => href);
    const next = /rel="next" href="([^"]+)"/.exec(first.text)?.[1]?.replaceAll('&amp;', '&');
    if (next === undefined) return expect(names(first.text).length).toBeLessThanOrEqual(25);
    const second = await look(next);
    expect(new Set([...names(first.text), ...names(second.text)]).size).toBe(
      names(first.text).length + names(second.text).length,
    );
  });

  test('a bad filter is a page that names the parameter', async () => {
    const { status, text } = await look('/search?q=a&state=XX');
    expect([status, text.includes('<code>state</code>')]).toEqual([400, true]);
  });
});

describe('a record', () => {
  test.each(['/entity/OR:1', '/entity/OR:1/timeline', '/entity/OR:1/relations', '/search?q=img+src'])(
    'a name that is markup is text: %s',
    async (path) => {
      const { status, text } = await look(path);
      expect(status).toBe(200);
      expect(text).not.toMatch(/<img|<b>/);
      expect(text).toContain('&lt;img src=x onerror=alert(1)>');
    },
  );

  test('each fact has a source, and each number leads to one', async () => {
    const { text } = await look('/entity/CO:19941555000');
    const numbers = new Set([...text.matchAll(/href="#source-(\d+)"/g)].map(([, number]) => number));
    expect(numbers.size).toBeGreaterThan(4);
    for (const number of numbers) expect(text).toContain(`id="source-${number}"`);
    const facts = [...text.matchAll(/<dd>(.*?)<\/dd>/g)].map(([, fact = '']) => fact);
    expect(facts.filter((fact) => !fact.includes('class="from"'))).toEqual([]);
  });

  test('everything that is missing says why', async () => {
    const { text } = await look('/entity/NY:5550138');
    const { meta } = await service.get('/api/v1/entity/NY:5550138');
    expect(Object.keys(meta.absent as object).length).toBeGreaterThan(3);
    const reported = plain(text);
    expect(reported).toContain('Formed: not published.');
    expect(reported).toContain('Principal address: left blank by the publisher.');
    expect(reported).toContain('Filings: its source is not loaded.');
    expect(reported).toContain('Liens (UCC): this state or kind of record is not covered.');
  });

  test('a commercial agent is named, and relates nobody', async () => {
    const { text } = await look('/entity/CT:0555049/relations');
    expect(plain(text)).toMatch(/NUTMEG SAMPLE AGENTS LLC, .* is the agent of 22 entities and is ignored/);
  });

  test('a person has no relations, and is linked with nobody', async () => {
    const { text } = await look('/entity/CO:licenses:A.1');
    expect(plain(text)).toContain('This record is of an individual');
    expect(text).not.toContain('/relations');
    expect((await look('/entity/CO:licenses:A.1/relations')).status).toBe(404);
  });

  test('a thin record says what it is, and offers the registers', async () => {
    const { text } = await look('/entity/CO:licenses:A.2');
    expect(plain(text)).toContain('This is a licence.');
    expect(text).toContain('/search?q=ODD+LICENCE+LLC&amp;recordClass=registry_entity');
  });

  test('its JSON is the answer of the API', async () => {
    const json = JSON.parse((await look('/entity/CO:20221555001/json')).text) as { data: unknown };
    const { data } = await service.get('/api/v1/entity/CO:20221555001?include=all&explain=true');
    expect(json.data).toEqual(data);
  });

  test('is small', async () => {
    for (const path of ['/entity/CO:20221555001', '/entity/CO:19941555000']) {
      expect((await look(path)).text.length).toBeLessThan(60_000);
    }
  });

  test('is stale where its source was due long ago', async () => {
    const later = Date.now() + 41 * 86_400_000;
    const then = await startOn(service.folder, { now: () => later });
    expect(plain((await look('/entity/CO:20221555001', then)).text)).toMatch(
      /Last loaded 41 days ago; published daily/,
    );
    await then.app.close();
  });
});

test('every example of the first page leads to its find', async () => {
  expect((await look('/')).text).toContain(SAMPLE_EXAMPLES[0]?.text.slice(0, 30));
  for (const { href } of SAMPLE_EXAMPLES) {
    const { status, text } = await look(href);
    expect([href, status, text.includes('Nothing found')]).toEqual([href, 200, false]);
  }
  expect(plain((await look('/search?q=willow+harbor+cleaners')).text)).toContain('2 records');
});

test('the timeline tells dates of publishers from days on which we saw a change', async () => {
  const { text } = await look('/entity/CO:20221555001/timeline');
  expect(plain(text)).toMatch(/2033 2033-06-05 Liens upcoming: Lien 20232055501 lapses/);
  expect(plain((await look('/entity/CO:20221555001/timeline?kind=contract')).text)).not.toContain(
    'Lien 2023',
  );
});
