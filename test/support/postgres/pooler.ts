import { chmodSync, mkdtempSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SSL_REQUEST = 80_877_103;

/** A connection to the server, logged in, and nobody's until a client gets it. */
interface Backend {
  readonly socket: Socket;
  client: Client | undefined;
}

interface Client {
  readonly socket: Socket;
  backend: Backend | undefined;
  /** Messages that wait for a backend. */
  waiting: Buffer[];
}

/**
 * A pooler between clients and the server's socket. `transaction`: a client gives its connection back after each transaction, and the
 * one that was used last is given out first; `session`: it keeps it until it ends.
 */
export class Pooler {
  readonly folder = mkdtempSync(join(tmpdir(), 'pooler-'));
  readonly #free: Backend[] = [];
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((socket) => this.#accept(socket));
  #clients = 0;

  constructor(
    private readonly serverFolder: string,
    private readonly mode: 'transaction' | 'session',
  ) {
    chmodSync(this.folder, 0o755);
  }

  listen(): Promise<void> {
    return new Promise((resolve) => this.#server.listen(join(this.folder, '.s.PGSQL.5432'), resolve));
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  #accept(socket: Socket): void {
    this.#track(socket);
    const client: Client = { socket, backend: undefined, waiting: [] };
    let startup: Buffer | undefined;
    let rest = Buffer.alloc(0);
    socket.on('data', (piece) => {
      rest = Buffer.concat([rest, piece]);
      while (!startup && rest.length >= 8 && rest.length >= rest.readInt32BE(0)) {
        const message = rest.subarray(0, rest.readInt32BE(0));
        rest = rest.subarray(message.length);
        if (message.readInt32BE(4) === SSL_REQUEST) socket.write('N');
        else {
          startup = message;
          socket.write(this.#welcome());
        }
      }
      if (!startup || rest.length === 0) return;
      client.waiting.push(rest);
      rest = Buffer.alloc(0);
      this.#send(client, startup);
    });
    socket.on('close', () => client.backend?.socket.destroy());
  }

  /** Authentication is passed, a process of the pooler's invention, and ready. */
  #welcome(): Buffer {
    this.#clients += 1;
    const key = Buffer.alloc(13);
    key.write('K');
    key.writeInt32BE(12, 1);
    key.writeInt32BE(900_000_000 + this.#clients, 5);
    return Buffer.concat([Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]), key, Buffer.from('Z\0\0\0\x05I')]);
  }

  #send(client: Client, startup: Buffer): void {
    client.backend ??= this.#free.pop() ?? this.#connect(startup);
    client.backend.client = client;
    for (const message of client.waiting.splice(0)) client.backend.socket.write(message);
  }

  #connect(startup: Buffer): Backend {
    const socket = connect(join(this.serverFolder, '.s.PGSQL.5432'));
    this.#track(socket);
    const backend: Backend = { socket, client: undefined };
    let isReady = false;
    let rest = Buffer.alloc(0);
    socket.write(startup);
    socket.on('data', (piece) => {
      rest = Buffer.concat([rest, piece]);
      while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
        const message = rest.subarray(0, rest.readInt32BE(1) + 1);
        rest = rest.subarray(message.length);
        const isIdle = message[0] === 0x5a && message[5] === 0x49;
        const { client } = backend;
        if (isReady) client?.socket.write(message);
        if (isIdle && isReady && this.mode === 'transaction' && client) {
          client.backend = undefined;
          backend.client = undefined;
          this.#free.push(backend);
        }
        isReady ||= isIdle;
      }
    });
    return backend;
  }

  #track(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => this.#sockets.delete(socket));
  }
}
