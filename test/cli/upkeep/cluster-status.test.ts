import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dropDatabase, hasPostgres, newDatabase } from '../../support/postgres/server.js';
import { startCluster, untilServed } from '../../support/processes/cluster-process.js';
import { end } from '../../support/processes/process.js';
import { servedData } from '../../support/publishing.js';

interface Status {
  readonly versions: readonly { readonly version: number; readonly root: string }[];
  readonly nodes: readonly {
    readonly name: string;
    readonly root: string | null;
    readonly damaged: boolean;
  }[];
}

describe.skipIf(!hasPostgres)('the copies of nodes', () => {
  let database: string;
  let cluster: Awaited<ReturnType<typeof startCluster>>;

  beforeAll(async () => {
    database = await newDatabase();
    cluster = await startCluster(database);
  });
  afterAll(async () => {
    await cluster.close();
    await dropDatabase(database);
  });

  const status = () => cluster.request<Status>('builder', ['cluster', 'status']);
  const rootOf = async (node: string) => (await status()).nodes.find(({ name }) => name === node);

  test('are compared with the published version by status and doctor', async () => {
    await cluster.run('builder', ['cluster', 'init']);
    const loaded = await cluster.ingest('builder', 300, 'Florida');
    expect(loaded.stderr).toContain('Published version 1.');
    const root = (await status()).versions[0]?.root;
    const serving = await cluster.serve('one');
    await untilServed(serving.started.url, 1);
    await expect.poll(() => rootOf('one')).toMatchObject({ root, damaged: false });
    expect((await cluster.run('builder', ['cluster', 'status'])).stdout).toContain(root?.slice(0, 12));
    await end(serving.child, 'SIGTERM');

    const file = join(servedData(cluster.folderOf('one')), 'catalog.db');
    writeFileSync(file, readFileSync(file, 'latin1').replaceAll('Florida', 'Floridb'), 'latin1');
    // The node cannot fetch the version again, so the damage stays in sight.
    cluster.stub.misbehaviour.status = 503;
    const again = await cluster.serve('one');
    await expect.poll(() => rootOf('one')).toMatchObject({ damaged: true });
    const text = (await cluster.run('builder', ['cluster', 'status'])).stdout;
    expect(text).toMatch(/one +1 +[0-9a-f]{12}, damaged/);
    const doctor = await cluster.run('builder', ['doctor']);
    expect(doctor.status).toBe(1);
    expect(doctor.stdout + doctor.stderr).toContain(
      'The copy of version 1 on node one differs from the published one.',
    );

    cluster.stub.misbehaviour.status = undefined;
    await expect.poll(() => rootOf('one')).toMatchObject({ root, damaged: false });
    await end(again.child, 'SIGTERM');
  });
});
