import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { Server } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');

/** The certificate of every receiver of the tests: for `*.receiver.test` and for 127.0.71.1 to 127.0.71.30. */
export const CERTIFICATE = read('receiver-cert.pem');
export const CERTIFICATE_FILE = join(import.meta.dirname, 'receiver-cert.pem');
export const RECEIVER_KEY = read('receiver-key.pem');

export interface Received {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** By the clock of the machine. */
  readonly at: number;
}

export interface Receiver {
  readonly endpoint: string;
  /** In the order of arrival. */
  readonly received: Received[];
  /** How many requests were open at once, at most. */
  readonly atOnce: number;
  answer: (response: ServerResponse, received: Received) => void;
  close(): Promise<void>;
}

/** Listens on port 8443 of the address, once another run of the tests on this machine has left it. */
export async function listenAt(server: Server, address: string): Promise<void> {
  for (;;) {
    const listening = once(server, 'listening');
    server.listen(8443, address);
    try {
      await listening;
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      await wait(200);
    }
  }
}

/** A receiver on port 8443 of an address of this machine that no other test uses. */
export async function startReceiver(address: string, path = '/hook'): Promise<Receiver> {
  const received: Received[] = [];
  const sockets = new Set<Duplex>();
  let open = 0;
  let atOnce = 0;
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    open += 1;
    atOnce = Math.max(atOnce, open);
    response.on('close', () => {
      open -= 1;
    });
    response.on('error', () => undefined);
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const headers = request.headers as Record<string, string>;
    const one = { id: headers['webhook-id'] ?? '', headers, body, at: Date.now() };
    received.push(one);
    receiver.answer(response, one);
  };
  const server = createServer(
    { key: RECEIVER_KEY, cert: CERTIFICATE },
    (request, response) => void take(request, response).catch(() => response.destroy()),
  );
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
  });
  await listenAt(server, address);
  const receiver: Receiver = {
    endpoint: `https://${address}:8443${path}`,
    received,
    get atOnce() {
      return atOnce;
    },
    answer: (response) => void response.writeHead(204).end(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
  return receiver;
}
