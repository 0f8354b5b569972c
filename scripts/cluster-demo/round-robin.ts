import { once } from 'node:events';
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

const LOOK_MS = 250;

/**
 * A balancer as small as one can be: requests take turns over the nodes whose `/readyz` says 200. A read whose node broke
 * before it began to answer is asked of the next one.
 */
export class RoundRobin {
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  readonly #nodes = new Map<string, { ready: boolean; answers: number }>();
  readonly #looking: NodeJS.Timeout;
  #turn = 0;
  #port = 0;

  private constructor(urls: readonly string[]) {
    for (const url of urls) this.add(url);
    this.#looking = setInterval(() => void this.#look(), LOOK_MS);
  }

  /** Listens on a free port of this machine. */
  static async start(urls: readonly string[]): Promise<RoundRobin> {
    const proxy = new RoundRobin(urls);
    await proxy.listen();
    await proxy.#look();
    return proxy;
  }

  /** At first on a free port, and after a `stop` on the same one, once a program that took it meanwhile has left it. */
  async listen(): Promise<void> {
    for (let isOpen = false; !isOpen; ) {
      isOpen = await this.#isGiven();
      if (!isOpen) await wait(LOOK_MS);
    }
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Breaks all connections, and refuses new ones until it listens again. */
  async stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    await closed;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  add(url: string): void {
    this.#nodes.set(url, { ready: false, answers: 0 });
  }

  remove(url: string): void {
    this.#nodes.delete(url);
  }

  /** How many requests each node answered. */
  answers(): ReadonlyMap<string, number> {
    return new Map([...this.#nodes].map(([url, { answers }]) => [url, answers]));
  }

  close(): void {
    clearInterval(this.#looking);
    void this.stop();
  }

  /** False: another program listens there. */
  async #isGiven(): Promise<boolean> {
    const listening = once(this.#server, 'listening');
    this.#server.listen(this.#port, '127.0.0.1');
    try {
      await listening;
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      return false;
    }
  }

  async #look(): Promise<void> {
    await Promise.all(
      [...this.#nodes].map(async ([url, node]) => {
        const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
        await answer?.body?.cancel();
        node.ready = answer?.status === 200;
      }),
    );
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    try {
      for await (const piece of request) pieces.push(piece as Buffer);
    } catch {
      return;
    }
    const body = Buffer.concat(pieces);
    const order = this.#inTurn();
    for (const url of order) {
      const reported = await this.#forward(url, request, body, response);
      if (reported !== 'broken') return;
      const node = this.#nodes.get(url);
      if (node) node.ready = false;
      if (request.method !== 'GET' && request.method !== 'HEAD') break;
    }
    response.writeHead(502).end();
  }

  /** The ready nodes, another first each time; all of them if none is ready, since one has the answer why. */
  #inTurn(): readonly string[] {
    const ready = [...this.#nodes].filter(([, node]) => node.ready).map(([url]) => url);
    const urls = ready.length > 0 ? ready : [...this.#nodes.keys()];
    this.#turn += 1;
    const first = this.#turn % Math.max(1, urls.length);
    return [...urls.slice(first), ...urls.slice(0, first)];
  }

  #forward(
    url: string,
    { method, url: path, headers }: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
  ): Promise<'answered' | 'broken'> {
    return new Promise((resolve) => {
      const requested = ask(`${url}${path ?? '/'}`, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.pipe(response);
        // A client sees that an answer was cut off.
        answer.once('error', () => response.destroy());
        answer.once('end', () => {
          const node = this.#nodes.get(url);
          if (node) node.answers += 1;
        });
        resolve('answered');
      });
      requested.once('error', () => resolve('broken'));
      response.once('close', () => requested.destroy());
      requested.end(body);
    });
  }
}
