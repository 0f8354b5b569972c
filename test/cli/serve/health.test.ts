import { once } from 'node:events';
import { createServer as createHttp } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { end, runDossier, startServing } from '../../support/processes/process.js';
import { newSampleFolder } from '../../support/sample.js';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function portOf(server: Server): Promise<string> {
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return String((server.address() as AddressInfo).port);
}

describe('dossier health', () => {
  it('says in one line that the service is ready, also if it listens on every address', async () => {
    const { path } = await newSampleFolder('dossier-health-');
    const env = { DOSSIER_HOST: '0.0.0.0', DOSSIER_WEB: 'key' };
    const { child, started } = await startServing(path, [], env);
    const { port } = new URL(started.url);
    const ready = await runDossier(['health'], { ...env, DOSSIER_PORT: port });
    expect(ready).toEqual({
      status: 0,
      stdout: `The service at http://127.0.0.1:${port} is ready.\n`,
      stderr: '',
    });
    const alive = await runDossier(['health', '--alive', '--json', '--port', port], env);
    expect(JSON.parse(alive.stdout)).toEqual({ url: `http://127.0.0.1:${port}`, state: 'alive' });
    await end(child, 'SIGTERM');
    const gone = await runDossier(['health', '--port', port], env);
    expect(gone).toEqual({
      status: 1,
      stdout: '',
      stderr: `dossier: The service at http://127.0.0.1:${port} is not ready: nothing listens there.\n`,
    });
  });

  it('fails with the reason that the service gives', async () => {
    const problem = { title: 'Service unavailable', detail: 'No index is loaded.' };
    const port = await portOf(
      createHttp((_request, response) => response.writeHead(503).end(JSON.stringify(problem))),
    );
    const { status, stderr } = await runDossier(['health', '--port', port], {});
    expect([status, stderr]).toEqual([
      1,
      `dossier: The service at http://127.0.0.1:${port} is not ready: No index is loaded.\n`,
    ]);
  });

  it('takes another program for no Dossier, and does not wait for one that is silent', async () => {
    const other = await portOf(createHttp((_request, response) => response.end('hello')));
    const silent = await portOf(createServer());
    const [wrong, late] = await Promise.all([
      runDossier(['health', '--port', other], {}),
      runDossier(['health', '--port', silent], {}),
    ]);
    expect([wrong.status, wrong.stderr]).toEqual([1, expect.stringContaining('is not Dossier.')]);
    expect([late.status, late.stderr]).toEqual([1, expect.stringContaining('within 5 seconds.')]);
  });
});
