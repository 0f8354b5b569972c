import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Client as ModernClient } from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernStdio } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as OldHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TOOLS } from '../../src/mcp/tools/table.js';
import { agentOf } from '../mcp/support/agents.js';
import { end, runDossier, type Serving, startServing } from '../support/processes/process.js';
import { folderWithSample } from '../support/sample.js';

const GUIDE = readFileSync('docs/guides/agents.md', 'utf8');
const blocks = (language: string) =>
  [...GUIDE.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, text = '']) => text);

interface Configuration {
  readonly url: string;
  readonly headers: { readonly Authorization: string };
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Record<string, string>;
}
const [overHttp, byCommand] = blocks('json').map(
  (text) => (JSON.parse(text) as { mcpServers: { dossier: Configuration } }).mcpServers.dossier,
);

let data: string;
let key: string;
let serving: Serving;
beforeAll(async () => {
  data = await folderWithSample('dossier-agents-');
  serving = await startServing(data, ['--sample']);
  for (const line of blocks('sh')[0]?.trim().split('\n') ?? []) {
    const args = line.replace('./dossier ', '').split(' ');
    const { stdout, stderr } = await runDossier([...args, '--sample', '--json'], { DOSSIER_DATA: data });
    expect(stderr).toBe('');
    key = (JSON.parse(stdout) as { key?: string }).key ?? '';
  }
});
afterAll(() => end(serving.child, 'SIGTERM'));

test('the configuration for an address connects', async () => {
  const url = overHttp?.url.replace('http://127.0.0.1:8080', serving.started.url) ?? '';
  const authorization = overHttp?.headers.Authorization.replace(`\${${'DOSSIER_KEY'}}`, key) ?? '';
  const client = new OldClient({ name: 'guide', version: '1' });
  await client.connect(
    new OldHttp(new URL(url), { requestInit: { headers: { authorization } } }) as Transport,
  );
  const { content } = await agentOf(client, () => '').call('search_entities', { name: 'willow' });
  expect(content.meta).toMatchObject({ creditsUsed: 1, creditsRemaining: 499 });
  await client.close();
});

test('the configuration for a command serves both protocols, and the ledger is the same', async () => {
  const started = {
    command: byCommand?.command.replace(/.*\/dossier$/, resolve('dossier')) ?? '',
    args: byCommand?.args ?? [],
    env: { ...byCommand?.env, DOSSIER_DATA: data, DOSSIER_KEY: key },
    stderr: 'inherit' as const,
  };
  const modern = new ModernClient(
    { name: 'guide', version: '1' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  await modern.connect(new ModernStdio({ ...started, args: [...started.args, '--sample'] }));
  const agent = agentOf(modern, () => modern.getNegotiatedProtocolVersion());
  expect(agent.version).toBe('2026-07-28');
  expect(await agent.listTools()).toHaveLength(TOOLS.length);
  const entity = await agent.call('get_entity', { id: 'CO:20221555001', include: ['federal'] });
  expect(entity.content.meta).toMatchObject({ creditsUsed: 2, creditsRemaining: 497 });
  await agent.close();

  const old = new OldClient({ name: 'guide', version: '1' });
  await old.connect(new OldStdio({ ...started, args: [...started.args, '--sample'] }) as Transport);
  const usage = await agentOf(old, () => '').call('get_usage');
  expect(usage.content.data).toMatchObject({ creditsRemaining: 497, total: { credits: 3 } });
  await old.close();
});

test('without a key the command says what is missing', async () => {
  const { status, stderr } = await runDossier(['mcp', '--sample'], { DOSSIER_DATA: data });
  expect([status, stderr]).toEqual([1, expect.stringContaining('Set DOSSIER_KEY')]);
});
