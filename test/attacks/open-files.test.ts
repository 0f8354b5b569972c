import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { sampleWith } from '../faults/support.js';
import { end, inheritedEnv, servingOf } from '../support/processes/process.js';

const LIMIT = 256;

test.each([1, 2])(
  'idle connections beyond the limit of open files end no service: it accepts fewer, and answers (%i workers)',
  async (workers) => {
    const { path, key } = await sampleWith(1_000);
    const serve = [
      process.execPath,
      resolve('bin/dossier.js'),
      'serve',
      '--json',
      '--workers',
      String(workers),
    ];
    const child = spawn('sh', ['-c', `ulimit -n ${LIMIT}; exec "$@"`, 'sh', ...serve], {
      env: { ...inheritedEnv(), DOSSIER_DATA: path, DOSSIER_PORT: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const { started, stderr } = await servingOf(child);
    const { hostname, port } = new URL(started.url);
    const sockets = Array.from({ length: LIMIT + 60 }, () =>
      connect(Number(port), hostname)
        .on('error', () => undefined)
        .resume(),
    );
    const accepted = Number(/accepts (\d+) connections/.exec(stderr())?.[1]);
    expect(accepted).toBeGreaterThanOrEqual(8);
    const isOpen = () => sockets.filter(({ destroyed }) => !destroyed).length;
    // Those above the limit are closed by the service.
    await expect.poll(() => sockets.some(({ connecting }) => connecting) || isOpen() > accepted).toBe(false);
    for (const socket of sockets.splice(0, sockets.length / 2)) socket.destroy();
    // Some of these files are read when they are first asked for.
    for (const asked of ['/readyz', '/docs/guides/start', '/api/v1/search?name=willow', '/openapi.json']) {
      const status = async () => {
        const headers = { authorization: `Bearer ${key}`, connection: 'close' };
        return await fetch(started.url + asked, { headers }).then(
          (response) => response.status,
          () => 0,
        );
      };
      await expect.poll(status).toBe(200);
    }
    for (const socket of sockets) socket.destroy();
    expect(await end(child, 'SIGTERM'), stderr()).toBe(0);
  },
);
