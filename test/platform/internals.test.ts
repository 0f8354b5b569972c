import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, it } from 'vitest';
import { answerHalfClosed } from '../../src/platform/internals/half-open.js';
import { endInOneWrite } from '../../src/platform/internals/response-head.js';
import { descriptorOf } from '../../src/platform/internals/socket-handle.js';

it('this version of Node has the fields of its own objects that src/platform/internals uses', async () => {
  const server = createServer();
  expect(server).toHaveProperty('httpAllowHalfOpen');
  answerHalfClosed(server);
  server.on('request', (_, response: ServerResponse) => {
    expect(response).toHaveProperty('_header', null);
    endInOneWrite(response, 'HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\n', 'it', true);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  expect(descriptorOf(server)).toBeGreaterThan(2);
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.end('GET / HTTP/1.1\r\nhost: it\r\n\r\n');
  let answer = '';
  for await (const chunk of client) answer += String(chunk);
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n.*\r\n\r\nit$/s);
  server.close();
});

it.each(['--no-parallel-scavenge', '--optimize-for-size', '--no-optimize-for-size'])(
  'its V8 knows the flag %s',
  (flag) => {
    expect(execFileSync(process.execPath, [flag, '-p', '1'], { encoding: 'utf8' })).toBe('1\n');
  },
);
