import { afterAll, beforeAll, expect, test } from 'vitest';
import { newSampleFolder } from '../support/sample.js';
import { startOn, type TestService } from '../support/service.js';

let service: TestService;
let cookie: string;
beforeAll(async () => {
  const web = { access: 'key', localOnly: false, contact: null } as const;
  service = await startOn(await newSampleFolder('dossier-lists-'), { web });
  const key = await service.newKey({ scopes: ['read', 'admin'] });
  const answer = await send('/sign-in', { key, to: '/' });
  cookie = answer.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  const { ledger } = service.app.store;
  const createdAt = Date.UTC(2020, 0, 1);
  for (let n = 0; n < 205; n += 1) {
    const name = `paged ${String(n).padStart(3, '0')}`;
    await ledger.createAccount({ name, monthlyCredits: 1, requestsPerMinute: 60, createdAt: createdAt + n });
  }
  const of = (await ledger.listKeys(null)).find(({ prefix }) => key.startsWith(prefix));
  for (let n = 0; n < 120; n += 1) {
    await ledger.createKey({
      ...{ accountId: of?.accountId ?? '', name: `key ${n}`, prefix: 'dsr_test_pag', scopes: ['read'] },
      ...{ hash: n.toString(16).padStart(64, '0'), createdAt: createdAt + n, expiresAt: null },
    });
  }
});
afterAll(() => service.close());

const send = (path: string, form: Record<string, string>) =>
  fetch(`${service.url}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin', ...(cookie && { cookie }) },
    body: new URLSearchParams(form),
  });
const open = async (path: string) =>
  await (await fetch(`${service.url}${path}`, { redirect: 'manual', headers: { cookie } })).text();
const names = (html: string, name: RegExp) => [...html.matchAll(name)].length;

test('the accounts are shown a hundred at a time, and their changes lead back to the same page', async () => {
  const first = await open('/operate/accounts');
  expect(names(first, /<th scope="row">paged \d+<\/th>/g)).toBe(100);
  expect(first).toContain('<a rel="next" href="/operate/accounts?offset=100">');
  expect(first).not.toContain('rel="prev"');
  const second = await open('/operate/accounts?offset=100');
  expect(second).toContain('<a rel="prev" href="/operate/accounts">');
  expect(second).toContain('paged 150');
  const row = /<tr><th scope="row">paged 150<\/th>.*?<\/tr>/.exec(second)?.[0] ?? '';
  const [id = ''] = /acc_[0-9a-f]+/.exec(row) ?? [];
  expect(row).toContain(`do=close&amp;id=${id}&amp;offset=100`);
  const question = await open(`/operate/accounts?do=close&id=${id}&offset=100`);
  expect(question).toContain('Close the account paged 150?');
  expect(question).toContain('<a href="/operate/accounts?offset=100">');
  const answer = await send('/operate/accounts', { do: 'suspend', id, offset: '100' });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/operate/accounts?offset=100']);
  const elsewhere = await send('/operate/accounts', { do: 'resume', id, offset: '//evil.example' });
  expect([elsewhere.status, elsewhere.headers.get('location')]).toEqual([303, '/operate/accounts']);
});

test('the keys of an account are shown a hundred at a time, and one of the second page is chosen there', async () => {
  const first = await open('/keys');
  expect(names(first, /<th scope="row">key \d+<\/th>/g)).toBe(100);
  expect(first).toContain('121 keys');
  const second = await open('/keys?offset=100');
  expect(second).toContain('<a rel="prev" href="/keys">');
  const row = /<tr><th scope="row">key 110<\/th>.*?<\/tr>/.exec(second)?.[0] ?? '';
  const [id = ''] = /key_[0-9a-f]+/.exec(row) ?? [];
  expect(row).toContain(`do=revoke&amp;id=${id}&amp;offset=100`);
  expect(await open(`/keys?do=revoke&id=${id}&offset=100`)).toContain('Revoke key 110?');
});
