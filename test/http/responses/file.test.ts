import { mkdtempSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sendFile } from '../../../src/http/file.js';

const BYTES = 50_000_000;
const folder = mkdtempSync(join(tmpdir(), 'dossier-file-'));

/** What comes of sending the file to a client that asks for it, and goes after its first bytes if it is to. */
async function sent(opened: FileHandle, goes: boolean): Promise<unknown> {
  let report: (outcome: unknown) => void = () => undefined;
  const outcome = new Promise<unknown>((resolve) => {
    report = resolve;
  });
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const stretch = { start: 0, end: BYTES - 1 };
    sendFile({ request, response }, opened, stretch).then(() => report('sent'), report);
  });
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await opened.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const requested = request(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, (answer) => {
    if (goes) answer.once('data', () => requested.destroy());
    else answer.resume();
    answer.on('error', () => undefined);
  });
  requested.on('error', () => undefined).end();
  return await outcome;
}

test('a client that goes in the middle of a file is no fault', async () => {
  const path = join(folder, 'part');
  writeFileSync(path, Buffer.alloc(BYTES));
  expect(await sent(await open(path), true)).toBe('sent');
});

test('a file that cannot be read is a fault', async () => {
  expect(await sent(await open(folder), false)).toMatchObject({ code: 'EISDIR' });
});
