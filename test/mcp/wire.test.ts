import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { newSampleFolder } from '../support/sample.js';
import { startOn, type TestService } from '../support/service.js';
import { modernAgent, oldAgent } from './support/agents.js';

let service: TestService;
beforeAll(async () => {
  service = await startOn(await newSampleFolder('dossier-wire-'));
});
afterAll(() => service.close());

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
const TYPES = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

interface Answer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
}

function post(body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const sent = { ...TYPES, authorization: `Bearer ${service.key}`, ...headers };
  return new Promise((resolve, reject) => {
    const call = request(`${service.url}/mcp`, { method: 'POST', headers: sent }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += String(chunk);
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
    });
    call.on('error', reject).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
}

describe('a key', () => {
  test('is needed for all, and nothing leads to another way in', async () => {
    const answer = await fetch(`${service.url}/mcp`, {
      method: 'POST',
      headers: TYPES,
      body: JSON.stringify(LIST),
    });
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    const bad = await post(LIST, { authorization: 'Bearer dsr_test_wrong' });
    expect([bad.status, bad.headers['www-authenticate']]).toEqual([401, 'Bearer error="invalid_token"']);
  });

  test('that is revoked ends the next call', async () => {
    const key = await service.newKey();
    const agent = await oldAgent(service.url, key);
    await agent.call('list_sources');
    const { ledger } = service.app.store;
    const found = (await ledger.listKeys(null)).filter(({ prefix }) => key.startsWith(prefix));
    for (const { id } of found) await ledger.revokeKey(id, Date.now());
    const outcome = () => agent.call('list_sources').then(() => 'answered', String);
    await expect.poll(outcome).toMatch(/401|Unauthorized/i);
    await agent.close();
  });
});

describe('a message', () => {
  test.each([
    ['a batch', [LIST]],
    ['a batch behind blanks', `${' '.repeat(2_000)}[${JSON.stringify(LIST)}]`],
    ['a batch behind a byte order mark', `\uFEFF[${JSON.stringify(LIST)}]`],
    ['an empty batch', []],
  ])('%s is refused in one error', async (_what, body) => {
    const { status, text } = await post(body, { 'mcp-protocol-version': '2025-03-26' });
    expect([status, JSON.parse(text).error.code, JSON.parse(text).id]).toEqual([400, -32_600, null]);
  });

  test('that lists the tools is answered the same under each id', async () => {
    const plain = await post(LIST);
    for (const id of [1, 2, 'a "quoted" $& id', -3.5]) {
      const { text } = await post({ ...LIST, id });
      expect(text).toBe(plain.text.replace(/"id":1\}/, () => `"id":${JSON.stringify(id)}}`));
    }
  });

  test.each(['tools/list', 'ping', 'initialize', 'notifications/initialized', 'unknown'])(
    'of %s counts against the minute of the account, before it is read',
    async (method) => {
      const limited = await service.newKey({ perMinute: 2 });
      const authorization = `Bearer ${limited}`;
      const send = (body: unknown) => post(body, { authorization });
      const message = { jsonrpc: '2.0', id: 1, method, params: {} };
      const statuses = [(await send(message)).status, (await send(message)).status];
      expect(statuses).not.toContain(429);
      expect((await send(message)).status).toBe(429);
      expect((await send('not even JSON')).status).toBe(429);
    },
  );

  test('that calls a tool counts once', async () => {
    const agent = await oldAgent(service.url, await service.newKey({ perMinute: 4 }));
    // The connection took two messages.
    expect((await agent.call('list_sources')).isError).toBe(false);
    expect((await agent.call('list_sources')).isError).toBe(false);
    await expect(agent.call('list_sources')).rejects.toThrow(/429|rate_limit/);
    await agent.close();
  });

  test.each(['tools/list', 'ping', 'initialize'])('of a suspended account is refused: %s', async (method) => {
    const key = await service.newKey();
    const { ledger } = service.app.store;
    const { accountId } = (await ledger.listKeys(null)).find(({ prefix }) => key.startsWith(prefix)) ?? {};
    await ledger.setAccountStatus(accountId ?? '', 'suspended', Date.now());
    const message = { jsonrpc: '2.0', id: 1, method, params: {} };
    expect((await post(message, { authorization: `Bearer ${key}` })).status).toBe(403);
  });
});

describe('where a call comes from', () => {
  test.each([
    ['a page of another site', { origin: 'https://evil.example' }, 403],
    ['a page without an origin', { origin: 'null' }, 403],
    ['a name that a stranger has lead here', { host: 'evil.example' }, 403],
    ['a stranger’s page under that name', { host: 'evil.example', origin: 'http://evil.example' }, 403],
    [
      'the same page that claims to be a proxy',
      { host: 'evil.example', 'x-forwarded-for': '203.0.113.7' },
      403,
    ],
    ['a program of this machine', {}, 200],
  ])('%s', async (_, headers, status) => {
    expect((await post(LIST, headers)).status).toBe(status);
  });

  test('a proxy that the operator trusts', async () => {
    const proxied = await startOn(service.folder, { trustProxy: ['loopback'] });
    const sent = {
      ...{ host: 'dossier.example', 'x-forwarded-for': '203.0.113.7' },
      ...{ ...TYPES, authorization: `Bearer ${service.key}` },
    };
    const call = request(`${proxied.url}/mcp`, { method: 'POST', headers: sent }).end(JSON.stringify(LIST));
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    response.resume();
    expect(response.statusCode).toBe(200);
    await proxied.app.close();
  });

  test('a page of this service', async () => {
    expect((await post(LIST, { origin: service.url })).status).toBe(200);
  });
});

describe('on the wire', () => {
  test('calls of both protocols leave no line on the console', async () => {
    const said = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'error'), vi.spyOn(console, 'log')];
    const [modern, old] = await Promise.all([
      modernAgent(service.url, service.key),
      oldAgent(service.url, service.key),
    ]);
    for (const agent of [modern, old]) {
      await agent.call('list_sources');
      await agent.close();
    }
    expect(said.flatMap(({ mock }) => mock.calls)).toEqual([]);
    vi.restoreAllMocks();
  });

  test('a call tells its price in the headers too', async () => {
    const params = { name: 'search_entities', arguments: { name: 'willow' } };
    const { status, headers, text } = await post({ ...LIST, method: 'tools/call', params });
    expect([status, headers['x-credits-cost']]).toEqual([200, '1']);
    const [, json = text] = /^data: (.*)$/m.exec(text) ?? [];
    const { result } = JSON.parse(json) as {
      result: { content: { text: string }[]; structuredContent: object };
    };
    expect(JSON.parse(result.content[0]?.text ?? '')).toEqual(result.structuredContent);
  });

  test.each([
    ['no JSON', '{', 400],
    ['another type', LIST, 415],
    ['too long', 'x'.repeat(70_000), 413],
  ])('%s is refused', async (why, body, status) => {
    const headers: Record<string, string> = why === 'another type' ? { 'content-type': 'text/plain' } : {};
    expect((await post(body, headers)).status).toBe(status);
  });

  test.each(['GET', 'DELETE'])('%s is no method of it: there are no sessions', async (method) => {
    const headers = { authorization: `Bearer ${service.key}`, accept: 'text/event-stream' };
    const answer = await fetch(`${service.url}/mcp`, { method, headers });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  });

  test('a wait for changes of the tools is refused and holds nothing', async () => {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const params = { notifications: { toolsListChanged: true }, _meta: meta };
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' };
    const { text } = await post({ ...LIST, method: 'subscriptions/listen', params }, headers);
    expect(text).toContain('"error"');
  });
});
