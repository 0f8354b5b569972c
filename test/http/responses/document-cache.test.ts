import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { EXAMPLE_SERVER } from '../../../src/contract/service/document.js';
import { DocumentCache, type Edition } from '../../../src/http/documents.js';

const document = { path: '/docs', type: 'text/plain', body: `ask ${EXAMPLE_SERVER}/a` };
const request = (headers: Record<string, string>) => ({ headers }) as unknown as IncomingMessage;
const textOf = async (edition: Edition) => String((await edition.pack(undefined)).body);

test('examples are addressed to the server that was asked, with its port, behind a proxy too', async () => {
  const cases: [Record<string, string>, string][] = [
    [{ host: '127.0.0.1:9999' }, 'http://127.0.0.1:9999'],
    [{ host: 'dossier.acme.org', 'x-forwarded-proto': 'https' }, 'https://dossier.acme.org'],
    [{ host: 'a:1', 'x-forwarded-host': 'b.org, a', 'x-forwarded-proto': 'https,http' }, 'https://b.org'],
    [{ host: '[::1]:80' }, 'http://[::1]:80'],
  ];
  for (const [headers, server] of cases) {
    const editions = new DocumentCache({ ...document, hasExamples: true });
    expect(await textOf(editions.for(request(headers), 0))).toBe(`ask ${server}/a`);
  }
});

test('what is no host, and a document without examples, is left as it is', async () => {
  const editions = new DocumentCache({ ...document, hasExamples: true });
  for (const host of ['', '"><script>', "a'b", 'a b', 'a/b', 'a:b', `${'a'.repeat(300)}`, '[<>]']) {
    expect(await textOf(editions.for(request({ host }), 0))).toBe(document.body);
  }
  expect(await textOf(new DocumentCache(document).for(request({ host: 'a.org' }), 0))).toBe(document.body);
});

test('one edition a second is made and few are kept, whatever hosts are asked for', async () => {
  const editions = new DocumentCache({ ...document, hasExamples: true });
  const first = editions.for(request({ host: 'first.org' }), 0);
  expect(await textOf(editions.for(request({ host: 'second.org' }), 999))).toBe(document.body);
  expect(editions.for(request({ host: 'first.org' }), 999)).toBe(first);
  expect(await textOf(editions.for(request({ host: 'second.org' }), 1_000))).toBe('ask http://second.org/a');
  for (let n = 2; n < 9; n += 1) editions.for(request({ host: `host${n}.org` }), n * 1_000);
  expect(editions.for(request({ host: 'first.org' }), 9_000)).not.toBe(first);
});
