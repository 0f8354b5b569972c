import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createProgram } from '../../../src/cli/program.js';
import { sampleWith } from '../../faults/support.js';
import { startServing } from '../../support/processes/process.js';
import { forgetThreads, threads, watchThreads } from '../../support/processes/threads.js';

test('a service that is told to stop while it starts ends without having served', async () => {
  watchThreads();
  const folder = mkdtempSync(join(tmpdir(), 'dossier-stop-'));
  let printed = '';
  const stdout = new Writable({
    write: (chunk, _encoding, done) => {
      printed += String(chunk);
      done();
    },
  });
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const env = { DOSSIER_DATA: folder, DOSSIER_PORT: '0', DOSSIER_WORKERS: '3' };
  const untilStopped = () => Promise.resolve();
  const program = await createProgram({ env, stdout, stderr: nowhere, now: Date.now, untilStopped });
  await program.parseAsync(['serve', '--json'], { from: 'user' });
  expect(printed).toBe('');
  expect(threads.filter(({ threadId }) => threadId >= 0)).toEqual([]);
  forgetThreads();
  rmSync(folder, { recursive: true });
});

test.each([
  ['SIGTERM', 'SIGINT'],
  ['SIGINT', 'SIGTERM'],
  ['SIGTERM', 'SIGTERM'],
] as const)(
  'after %s running requests are waited for, and the %s after it ends the service at once',
  async (first, second) => {
    const { path, key } = await sampleWith(10);
    const { child, started } = await startServing(path);
    const { port } = new URL(started.url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => undefined);
    const head = `POST /api/v1/batch HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nExpect: 100-continue\r\n`;
    socket.write(`${head}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n`);
    expect(String((await once(socket, 'data'))[0])).toContain('100 Continue');
    const closed = once(child, 'close');
    child.kill(first);
    while (await accepts(Number(port)));
    child.kill(second);
    expect(await closed).toEqual([null, second]);
    rmSync(path, { recursive: true });
  },
);

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const isOpen = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'close').then(() => false),
  ]).catch(() => false);
  socket.destroy();
  return isOpen;
}
