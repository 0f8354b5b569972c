import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RoundRobin } from '../../../scripts/cluster-demo/round-robin.js';
import { Dossier, type EntityPage } from '../../../sdk/src/index.js';
import { checkGeneratedClient } from '../../contract/support/generated-client.js';
import { dropDatabase, hasPostgres, newDatabase } from '../../support/postgres/server.js';
import { startCluster } from '../../support/processes/cluster-process.js';
import { end, type Serving } from '../../support/processes/process.js';
import { newSampleFolder } from '../../support/sample.js';

const CREDITS = 1_000;

/** Clients know nothing of a cluster: each request may be answered by another node. */
describe.skipIf(!hasPostgres)('two nodes behind a round-robin proxy', () => {
  let database: string;
  let cluster: Awaited<ReturnType<typeof startCluster>>;
  let proxy: RoundRobin;
  const nodes: Serving[] = [];

  beforeAll(async () => {
    database = await newDatabase();
    cluster = await startCluster(database);
    const builder = cluster.folderOf('builder');
    cpSync((await newSampleFolder('dossier-sample-')).path, builder, { recursive: true });
    // The sample, published as data.
    writeFileSync(join(builder, 'dossier.json'), JSON.stringify({ kind: 'data', state: 'in use' }));
    for (const args of [
      ['cluster', 'init'],
      ['cluster', 'publish'],
      ['account', 'create', 'a', '--credits', String(CREDITS)],
    ])
      expect(await cluster.run('builder', args)).toMatchObject({ status: 0 });
    nodes.push(...(await Promise.all(['one', 'two'].map((name) => cluster.serve(name)))));
    proxy = await RoundRobin.start(nodes.map(({ started }) => started.url));
  });
  afterAll(async () => {
    proxy?.close();
    for (const { child } of nodes) await end(child, 'SIGKILL');
    await cluster.close();
    await dropDatabase(database);
  });

  async function newKey(): Promise<string> {
    const made = await cluster.run('builder', ['key', 'create', '--account', 'a', '--json']);
    return (JSON.parse(made.stdout) as { key: string }).key;
  }

  test('serve the client that is made from their own document', async () => {
    await checkGeneratedClient(proxy.url, await newKey(), 'sdk/node_modules/typescript/bin/tsc');
    expect(Math.min(...proxy.answers().values())).toBeGreaterThan(2);
  });

  test('serve the packed client: pages of a search are whole, and its credits are counted once for both', async () => {
    const key = await newKey();
    const dossier = new Dossier({ url: proxy.url, key });
    const left = async () => (await dossier.usage()).data.creditsRemaining;
    const before = await left();
    let credits = 0;
    const onPage = ({ limits }: EntityPage) => {
      credits += limits.creditsCharged ?? 0;
    };
    const walked: string[] = [];
    for await (const { id } of dossier.eachEntity({ name: 'willow', limit: 3 }, { onPage })) walked.push(id);
    expect(walked.length).toBeGreaterThan(6);
    expect(new Set(walked).size).toBe(walked.length);
    expect(credits).toBeGreaterThan(2);
    expect(before - (await left())).toBe(credits);
  });
});
