import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernHttp,
} from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernStdio } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as OldHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Database } from '../../../src/store/sqlite/file/driver.js';
import { CO, portalOf, startLive } from '../../operations/live/portals.js';
import { newSampleFolder } from '../../support/sample.js';
import { startOn, type TestService } from '../../support/service.js';

/** Each tool with a call that is valid, and its price. */
const TOOLS: Readonly<Record<string, readonly [Record<string, unknown>, number]>> = {
  search_entities: [{ name: 'willow' }, 1],
  search_everything: [{ q: 'willow' }, 1],
  match_company: [{ name: 'Willow Harbor Cleaners' }, 1],
  identify: [{ scheme: 'ein', value: '00-5550001' }, 1],
  get_entity: [{ id: 'CO:20221555001' }, 1],
  search_sec_filings: [{ q: 'tesla' }, 2],
  search_contracts: [{ agency: 'defense' }, 2],
  search_lobbying: [{ filing_year: 2026 }, 2],
  list_changes: [{}, 1],
  get_history: [{ id: 'CO:20221555001' }, 1],
  match_list: [{ name: 'Vendors', rows: [{ name: 'Willow Harbor Cleaners' }] }, 1],
  get_list_rows: [{ id: 'lst_0' }, 0],
  get_list_changes: [{ id: 'lst_0' }, 1],
  list_sources: [{}, 0],
  get_usage: [{}, 0],
};

interface Client {
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

const WHO = { name: 'test', version: '1' };
const MODERN = { versionNegotiation: { mode: { pin: '2026-07-28' } } } as const;

let service: TestService;
beforeAll(async () => {
  service = await startOn(await newSampleFolder('dossier-mcp-refusals-'));
});
afterAll(() => service.close());

const http = (key: string, url: string) =>
  [new URL('/mcp', url), { requestInit: { headers: { authorization: `Bearer ${key}` } } }] as const;
const stdio = (key: string) => ({
  command: process.execPath,
  args: [resolve('bin/dossier.js'), 'mcp'],
  env: { DOSSIER_DATA: service.folder.path, DOSSIER_KEY: key },
});

/** After `tools/list`, as every host does: from then on a client knows the output schemas. */
async function listed(client: OldClient | ModernClient, connecting: Promise<void>): Promise<Client> {
  await connecting;
  const any = client as unknown as Client;
  expect((await any.listTools()).tools.map(({ name }) => name)).toEqual(Object.keys(TOOLS));
  return any;
}

const CLIENTS: Readonly<Record<string, (key: string, url?: string) => Promise<Client>>> = {
  'SDK 1.x over HTTP': (key, url = service.url) => {
    const client = new OldClient(WHO);
    return listed(client, client.connect(new OldHttp(...http(key, url)) as Transport));
  },
  'SDK 2.x over HTTP': (key, url = service.url) => {
    const client = new ModernClient(WHO, MODERN);
    return listed(client, client.connect(new ModernHttp(...http(key, url))));
  },
  'SDK 1.x over stdio': (key) => {
    const client = new OldClient(WHO);
    return listed(client, client.connect(new OldStdio(stdio(key)) as Transport));
  },
  'SDK 2.x over stdio': (key) => {
    const client = new ModernClient(WHO, MODERN);
    return listed(client, client.connect(new ModernStdio(stdio(key))));
  },
};

/** Over HTTP these are answered with a status and a problem document before the message is read, over stdio as results. */
async function refusalOf(by: Client, name: string, given: Record<string, unknown> = {}): Promise<string> {
  try {
    const { isError, structuredContent, content } = await by.callTool({ name, arguments: given });
    expect(isError ? structuredContent : undefined).toBeUndefined();
    return isError ? ((content as { text: string }[])[0]?.text ?? '') : '';
  } catch (error) {
    return String(error);
  }
}

describe.each(Object.entries(CLIENTS))('%s', (_, connect) => {
  let client: Client;
  let account: string;
  beforeAll(async () => {
    const known = new Set((await service.app.store.ledger.listAccounts()).map(({ id }) => id));
    client = await connect(await service.newKey({ scopes: ['read', 'usage'] }));
    account = (await service.app.store.ledger.listAccounts()).find(({ id }) => !known.has(id))?.id ?? '';
  });
  afterAll(() => client.close());

  const refused = async (by: Client, name: string, given: Record<string, unknown>, code: string) => {
    const { isError, structuredContent, content } = await by.callTool({ name, arguments: given });
    const [{ text = '' } = {}] = content as { text?: string }[];
    expect([name, isError, structuredContent, JSON.parse(text)]).toMatchObject([
      name,
      true,
      undefined,
      { code },
    ]);
    expect(JSON.parse(text).message).toMatch(new RegExp(`^${code}: .`));
  };

  test('an argument that no tool takes', async () => {
    for (const name of Object.keys(TOOLS)) await refused(client, name, { colour: 'red' }, 'invalid_params');
    await refused(client, 'search_entities', { name: 'a', state: 'Nowhere' }, 'invalid_params');
    await refused(client, 'list_changes', { cursor: 'elsewhere' }, 'invalid_params');
  });

  test('a record that does not exist', async () => {
    for (const name of ['get_entity', 'get_history'])
      await refused(client, name, { id: 'CO:1' }, 'not_found');
  });

  test('no credits', async () => {
    const poor = await connect(await service.newKey({ scopes: ['read', 'usage'], credits: 0 }));
    for (const [name, [given, price]] of Object.entries(TOOLS))
      if (price > 0) await refused(poor, name, given, 'insufficient_credits');
    await poor.close();
  });

  test('no scope', async () => {
    const other = await connect(await service.newKey({ scopes: ['webhooks'] }));
    for (const [name, [given, price]] of Object.entries(TOOLS))
      if (price > 0 || name === 'get_usage') await refused(other, name, given, 'insufficient_scope');
    await other.close();
  });

  test('a key that was revoked since', async () => {
    const { ledger } = service.app.store;
    const known = new Set((await ledger.listAccounts()).map(({ id }) => id));
    const other = await connect(await service.newKey({ scopes: ['read', 'usage'] }));
    const own = (await ledger.listAccounts()).find(({ id }) => !known.has(id))?.id ?? '';
    const [key] = await ledger.listKeys(own);
    await ledger.revokeKey(key?.id ?? '', Date.now(), { keyId: 'test', at: Date.now() });
    await expect.poll(() => refusalOf(other, 'get_usage')).toMatch(/unauthorized/);
    // An address may send only so many invalid keys a minute.
    for (const name of ['search_entities', 'identify', 'list_changes'])
      expect(await refusalOf(other, name)).toMatch(/unauthorized/);
    await other.close();
  });

  test('a record that cannot be read', async () => {
    const catalog = new Database(join(service.folder.path, 'catalog.db'));
    const damage = catalog.prepare(`UPDATE entities SET document = '{' WHERE id = 'CO:20131555003'`);
    expect(damage.run().changes).toBe(1);
    catalog.close();
    await refused(client, 'search_entities', { filing_number: '20131555003' }, 'internal_error');
  });

  test('too many requests', async () => {
    const slow = await connect(await service.newKey({ perMinute: 20 }));
    let said = '';
    for (let calls = 0; calls < 41 && said === ''; calls++) said = await refusalOf(slow, 'list_changes');
    expect(said).toMatch(/rate_limit_exceeded/);
    await slow.close();
  });

  test('an account that was suspended since', async () => {
    await service.app.store.ledger.setAccountStatus(account, 'suspended', Date.now());
    // Another process keeps what it knows of a key for a moment.
    await expect.poll(() => refusalOf(client, 'get_usage')).toMatch(/account_inactive/);
    // The list of sources needs no key.
    for (const name of Object.keys(TOOLS))
      if (name !== 'list_sources') expect(await refusalOf(client, name)).toMatch(/account_inactive/);
  });
});

describe.each(Object.entries(CLIENTS).filter(([name]) => name.endsWith('HTTP')))('%s', (_, connect) => {
  const refusal = async (url: string, key: string, name: string, given: Record<string, unknown>) => {
    const client = await connect(key, url);
    const { isError, structuredContent, content } = await client.callTool({ name, arguments: given });
    await client.close();
    return { isError, structuredContent, ...JSON.parse((content as { text: string }[])[0]?.text ?? '{}') };
  };

  test('a ledger that was removed since', async () => {
    const broken = await startOn(await newSampleFolder('dossier-mcp-no-ledger-'));
    const client = await connect(await broken.newKey(), broken.url);
    rmSync(join(broken.folder.path, 'ledger.db'));
    await expect.poll(() => refusalOf(client, 'search_entities', { name: 'willow' })).toMatch(/unavailable/);
    await client.close();
    await broken.close();
  });

  test('a portal that does not answer', async () => {
    const live = await startLive();
    live.portal.behave(portalOf(CO).host, { kind: 'fails', status: 500 });
    const given = { id: 'CO:20251000101' };
    expect(await refusal(live.url, await live.newKey(), 'get_entity', given)).toMatchObject({
      ...{ isError: true, structuredContent: undefined, code: 'upstream_error' },
    });
    await live.close();
  });
});
