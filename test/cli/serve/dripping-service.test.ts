import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { examinePort } from '../../../src/cli/doctor/machine-findings.js';
import { runProgram } from '../../support/processes/program.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

let server: Server;
let port: number;
let body: string;
let isEndless: boolean;
let collecting: NodeJS.Timeout;

beforeEach(async () => {
  isEndless = true;
  server = createServer((_request, response) => {
    response.writeHead(200).write(body);
    if (!isEndless) return void response.end();
    const dripping = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(dripping));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  port = (server.address() as AddressInfo).port;
  // The collector takes the signal of a time limit that nothing refers to.
  collecting = setInterval(collectGarbage, 100);
});
afterEach(() => {
  clearInterval(collecting);
  server.closeAllConnections();
  server.close();
});

describe('a program whose answer drips without end', () => {
  it('is not waited for by health', async () => {
    body = '{"status":';
    const { error } = await runProgram(['health', '--port', String(port)], {});
    expect(error).toMatch(/it did not respond within 5 seconds\.$/);
  });

  it('holds a port as any other program does', async () => {
    body = '{"info":{"title":"Dossier"}';
    expect(await examinePort('127.0.0.1', port)).toMatchObject({
      what: expect.stringContaining('is in use by another program.'),
    });
  });
});

it('an answer is read no further than those of a service are long', async () => {
  clearInterval(collecting);
  [body, isEndless] = [JSON.stringify({ info: { title: 'Dossier' }, more: 'x'.repeat(3_000_000) }), false];
  const { error } = await runProgram(['health', '--port', String(port)], {});
  expect(error).toMatch(/the program that responded is not Dossier\.$/);
  const { what } = await examinePort('127.0.0.1', port);
  expect(what).toContain('is in use by another program.');
});
