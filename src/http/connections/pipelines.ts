import type { RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { Pipeline } from './pipeline.js';

/** Requests that wait on all connections together. Each takes some 3 KB: Node parses all that came in one packet. */
const WAITING_MOST = 2_000;

/**
 * The requests of every connection, in the order of their arrival. A connection is answered a few requests at a time;
 * if more wait, it is not read further. So a client's work in progress is bounded by the number of its connections.
 */
export class Pipelines {
  readonly #pipelines = new WeakMap<Socket, Pipeline>();
  #waiting = 0;

  /** Every listener of a server that answers requests goes through this one. */
  listener(answer: RequestListener): RequestListener {
    return (request, response) => {
      const { socket } = request;
      const pipeline = this.#of(socket);
      if (pipeline.isFree) {
        pipeline.begin(response);
        answer(request, response);
        return;
      }
      if (this.#waiting >= WAITING_MOST) return void socket.destroy();
      pipeline.push(() => {
        pipeline.begin(response);
        answer(request, response);
      });
    };
  }

  isIdle(socket: Socket): boolean {
    return this.#of(socket).isIdle;
  }

  /** Calls back once all requests of the connection are answered; at once if none is unanswered. */
  whenAnswered(socket: Socket, then: () => void): void {
    this.#of(socket).whenAnswered(then);
  }

  /**
   * Cuts connections of which nothing was read or written for so long: idle ones, and those whose client does not read.
   * A request that is worked on may take longer.
   */
  cutStalled(server: Server, stalledMs: number): void {
    server.timeout = stalledMs;
    server.on('timeout', (socket: Socket) => {
      if (socket.writableLength > 0 || this.#of(socket).isIdle) socket.destroy();
    });
  }

  #of(socket: Socket): Pipeline {
    const known = this.#pipelines.get(socket);
    if (known) return known;
    const pipeline = new Pipeline(socket, (change) => {
      this.#waiting += change;
    });
    this.#pipelines.set(socket, pipeline);
    return pipeline;
  }
}
