import { chmodSync, mkdtempSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Fault = 'swallow' | 'reset' | 'delay';

/** The piece of the stream at which a fault strikes: the how manieth, or the first that holds these words; in which direction. */
export interface Strike {
  readonly fault: Fault;
  readonly direction: 'to the server' | 'to the node';
  readonly piece: number | string;
  /** Of a delay; default 1,400 ms. */
  readonly ms?: number;
}

const DELAY_MS = 1_400;

/** Stands between a node and the server's socket, and does one fault to one connection. */
export class FaultyProxy {
  readonly folder = mkdtempSync(join(tmpdir(), 'proxy-'));
  readonly #sockets = new Set<Socket>();
  readonly #server;
  #strike: Strike | undefined;
  #isSilent = false;
  /** Pieces that went by since the strike was set. */
  #seen = { 'to the server': 0, 'to the node': 0 };
  /** Whether the fault was done. */
  struck = false;
  /** Pieces that nodes sent, of all connections: what a node writes without waiting for an answer is one. */
  flights = 0;

  constructor(private readonly serverFolder: string) {
    chmodSync(this.folder, 0o755);
    this.#server = createServer({ allowHalfOpen: true }, (node) => this.#serve(node));
  }

  listen(): Promise<void> {
    return new Promise((resolve) => this.#server.listen(join(this.folder, '.s.PGSQL.5432'), resolve));
  }

  /** From now on; the pieces are counted again. */
  set(strike: Strike): void {
    this.#strike = strike;
    this.#seen = { 'to the server': 0, 'to the node': 0 };
    this.struck = false;
  }

  /** From now on nothing goes by on any connection, and no end is told. */
  silence(): void {
    this.#isSilent = true;
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  #serve(node: Socket): void {
    const server = connect({ path: join(this.serverFolder, '.s.PGSQL.5432'), allowHalfOpen: true });
    const end = () => {
      node.destroy();
      server.destroy();
    };
    for (const socket of [node, server]) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        this.#sockets.delete(socket);
        // A swallowed end is not told.
        if (!swallowed.on && !this.#isSilent) end();
      });
    }
    const swallowed = { on: false };
    this.#forward(node, server, 'to the server', swallowed, end);
    this.#forward(server, node, 'to the node', swallowed, end);
  }

  #forward(
    from: Socket,
    to: Socket,
    direction: Strike['direction'],
    swallowed: { on: boolean },
    end: () => void,
  ): void {
    let held: Promise<void> = Promise.resolve();
    from.on('data', (piece) => {
      if (direction === 'to the server') this.flights += 1;
      const strikes = this.#strikes(direction, piece);
      if (strikes === 'swallow') swallowed.on = true;
      if (swallowed.on || this.#isSilent) return;
      if (strikes === 'reset') return end();
      if (strikes === 'delay')
        held = held.then(() => new Promise((resolve) => setTimeout(resolve, this.#strike?.ms ?? DELAY_MS)));
      held = held.then(() => {
        if (!swallowed.on && to.writable) to.write(piece);
      });
    });
    from.on('end', () => {
      held = held.then(() => {
        if (!swallowed.on && !this.#isSilent) to.end();
      });
    });
  }

  #strikes(direction: Strike['direction'], piece: Buffer): Fault | undefined {
    const strike = this.#strike;
    if (!strike || this.struck || strike.direction !== direction) return undefined;
    this.#seen[direction] += 1;
    const isThis =
      typeof strike.piece === 'number'
        ? this.#seen[direction] === strike.piece
        : piece.includes(strike.piece);
    if (!isThis) return undefined;
    this.struck = true;
    return strike.fault;
  }
}
