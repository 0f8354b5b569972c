import { once } from 'node:events';
import { type IncomingMessage, type RequestOptions, request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newSampleFolder } from '../support/sample.js';
import { startOn, type TestService } from '../support/service.js';

const PROXY = '127.0.0.1';
const STRANGER = '127.0.0.9';
const HEADER = 'remote-user';

let keyed: TestService;
let service: TestService;
let key: string;
beforeAll(async () => {
  keyed = await startOn(await newSampleFolder('dossier-proxy-'));
  key = await keyed.newKey({ scopes: ['read', 'usage', 'admin'] });
  service = await withProxy(key);
});
afterAll(async () => {
  await service.app.close();
  await keyed.close();
});

const withProxy = (key: string) =>
  startOn(keyed.folder, {
    trustProxy: [PROXY],
    web: {
      access: 'key',
      localOnly: false,
      contact: null,
      authProxy: { header: HEADER, key, trusted: [PROXY] },
    },
  });

interface Visit extends RequestOptions {
  readonly from?: string;
  readonly form?: Record<string, string>;
}

async function visit(path: string, { from = PROXY, form, ...options }: Visit, url = service.url) {
  const sent = request(url + path, { localAddress: from, agent: false, ...options });
  if (form) sent.setHeader('content-type', 'application/x-www-form-urlencoded');
  // With text, Node would encode the headers again.
  sent.end(form && Buffer.from(new URLSearchParams(form).toString()));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  let html = '';
  for await (const piece of response) html += String(piece);
  return { status: response.statusCode, to: response.headers.location, html };
}
const as = (name: string | string[], more: Record<string, string> = {}) => ({
  headers: { [HEADER]: name, ...more },
});
/** Headers are bytes to Node. */
const utf8 = (text: string) => Buffer.from(text).toString('latin1');
const NOT_SIGNED_IN = { status: 303, to: '/sign-in?to=%2Fusage' };

describe('a person whom the proxy names', () => {
  test.each(['jane', 'jane@example.com', ' jane ', 'O’Brien, Zoë', 'x'.repeat(200)])(
    '%j uses the pages with the key of the setting',
    async (name) => {
      const { status, html } = await visit('/usage', as(utf8(name)));
      expect(status).toBe(200);
      expect(html).toContain(`<a href="/usage">${name.trim()}</a>`);
      // The proxy signs out, not the service.
      expect(html).not.toContain('Sign out');
    },
  );

  test('is charged the price of the API, once for a page', async () => {
    const credits = async () =>
      Number(
        /<dt>Credits left<\/dt><dd>([\d,]+)/
          .exec((await visit('/usage', as('jane'))).html)?.[1]
          ?.replaceAll(',', ''),
      );
    const before = await credits();
    for (const name of ['jane', 'john']) expect((await visit('/search?q=willow', as(name))).status).toBe(200);
    expect(await credits()).toBe(before - 1);
  });

  test('is escaped on pages', async () => {
    expect((await visit('/usage', as('<b>jane'))).html).toContain('&lt;b>jane');
  });
});

describe('the header does not sign in', () => {
  const cases: readonly [string, Visit][] = [
    ['from an address that is not a trusted proxy', { from: STRANGER, ...as('jane') }],
    [
      'from elsewhere with a forged X-Forwarded-For',
      { from: STRANGER, ...as('jane', { 'x-forwarded-for': PROXY, forwarded: `for=${PROXY}` }) },
    ],
    ['if it is missing', {}],
    ['if it is empty', as('')],
    ['if it is blank', as('  ')],
    ['twice', as(['jane', 'admin'])],
    ['twice with the same name', as(['jane', 'jane'])],
    ['with a tab', as('ja\tne')],
    ['with a C1 control character', as(utf8('ja\u009bne'))],
    ['with an invisible or reversing character', as(utf8('ja\u202ene'))],
    ['with a zero-width character', as(utf8('ja\u200bne'))],
    ['with bytes that are not UTF-8', as('\xff\xfe')],
    ['with 201 characters', as('x'.repeat(201))],
    ['under another name', { headers: { remote_user: 'jane', 'x-remote-user': 'jane' } }],
    [
      'for an image of another site',
      as('jane', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' }),
    ],
    [
      'for a frame of a sibling site',
      as('jane', { 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'iframe' }),
    ],
  ];
  test.each(cases)('%s', async (_, options) => {
    const { status, to } = await visit('/usage', options);
    expect({ status, to }).toEqual(NOT_SIGNED_IN);
  });

  test('with a line break or a null byte: the request is refused', async () => {
    for (const name of ['ja\0ne', 'ja\rne', 'ja\x01ne']) {
      const socket = connect({ port: Number(new URL(service.url).port), host: '127.0.0.1' });
      socket.write(
        `GET /usage HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${HEADER}: ${name}\r\n\r\n`,
      );
      let text = '';
      for await (const piece of socket) text += String(piece);
      expect(text).toMatch(/^HTTP\/1\.1 400 /);
    }
  });

  test('with 20 kB: the request is refused', async () => {
    expect((await visit('/usage', as('x'.repeat(20_000)))).status).toBe(431);
  });

  test('where the setting is not set', async () => {
    const plain = await startOn(keyed.folder, {
      trustProxy: [PROXY],
      web: { access: 'key', localOnly: false, contact: null },
    });
    const { status, to } = await visit('/usage', as('jane'), plain.url);
    expect({ status, to }).toEqual(NOT_SIGNED_IN);
    await plain.app.close();
  });

  test('with a key that is revoked', async () => {
    const { ledger } = keyed.app.store;
    const known = new Set((await ledger.listKeys(null)).map(({ id }) => id));
    const revoked = await keyed.newKey({ scopes: ['read', 'usage'] });
    const id = (await ledger.listKeys(null)).find((one) => !known.has(one.id))?.id ?? '';
    const other = await withProxy(revoked);
    expect((await visit('/usage', as('jane'), other.url)).status).toBe(200);
    await other.app.close();
    await ledger.revokeKey(id, Date.now());
    const again = await withProxy(revoked);
    const { status, to } = await visit('/usage', as('jane'), again.url);
    expect({ status, to }).toEqual(NOT_SIGNED_IN);
    await again.app.close();
  });

  test('to the API', async () => {
    expect((await visit('/api/v1/search?name=willow', as('jane'))).status).toBe(401);
    expect((await visit('/api/v1/admin/audit', as('jane'))).status).toBe(401);
  });
});

test('a link from another site opens a page, and a form of another site is refused', async () => {
  const link = as('jane', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' });
  expect((await visit('/usage', link)).status).toBe(200);
  const form = { do: 'create', name: 'forged', scopes: 'read' };
  for (const headers of [
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' },
    { origin: 'https://evil.example' },
  ]) {
    expect((await visit('/keys', { method: 'POST', form, ...as('jane', headers) })).status).toBe(403);
  }
});

test('the audit log names the person, also beside a session; a new key is shown again on a reload only to the same person', async () => {
  const own = { 'sec-fetch-site': 'same-origin' };
  const form = {
    do: 'create',
    name: 'reports',
    scopes: 'read',
    once: 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6',
  };
  const create = async (name: string, more: Record<string, string> = {}) =>
    /dsr_(?:test|live)_\w+/.exec(
      (await visit('/keys', { method: 'POST', form, ...as(utf8(name), { ...own, ...more }) })).html,
    )?.[0];
  const made = await create('Zoë');
  expect(made).toBeDefined();
  expect(await create('Zoë')).toBe(made);
  expect(await create('mallory')).not.toBe(made);

  const signedIn = await fetch(`${service.url}/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: own,
    body: new URLSearchParams({ key, to: '/' }),
  });
  const cookie = signedIn.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  const rows = async () =>
    (
      await service.get<{ action: string; person: string | null }[]>('/api/v1/admin/audit', {
        authorization: `Bearer ${key}`,
      })
    ).data;
  const session = { ...as('jane', { ...own, cookie }), method: 'POST' };
  await visit('/keys', { ...session, form: { do: 'create', name: 'second', scopes: 'read' } });
  await visit('/keys', {
    method: 'POST',
    headers: { ...own, cookie },
    form: { do: 'create', name: 'third', scopes: 'read' },
  });
  expect((await rows()).slice(0, 3).map(({ person }) => person)).toEqual([null, 'jane', 'Zoë']);
  expect((await visit('/operate', as('jane'))).html).toContain('Zoë');
});
