import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests that wait on all connections together. Each takes some 3 KB: Node parses all that came in one packet. */
const MAX_WAITING = 2_000;

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
      if (this.#waiting >= MAX_WAITING) return void socket.destroy();
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

/** Requests of one connection that are answered at the same time. */
const AT_ONCE = 4;
/** How long after the end of its requests a client is asked whether it is still there: the second time shows it. */
const ASKED_AFTER_MS = [100, 150];
const STILL_WORKING = 'HTTP/1.1 102 Processing\r\n\r\n';

/** The requests of one connection that are in progress or wait for their turn. */
class Pipeline {
  #unanswered = 0;
  #latest: IncomingMessage | undefined;
  #waiting: (() => void)[] = [];
  #last: (() => void) | undefined;
  #isWatched = false;
  readonly #socket: Socket;
  readonly #count: (change: number) => void;
  readonly #answered = () => {
    this.#unanswered -= 1;
    if (this.#waiting.length > 0) setImmediate(this.#next);
    else this.#endIfIdle();
  };

  /** Calls `count` with the change in the number of waiting requests. */
  constructor(socket: Socket, count: (change: number) => void) {
    this.#socket = socket;
    this.#count = count;
    socket.once('end', () => this.#askAfterEnd());
  }

  get isFree(): boolean {
    return this.#unanswered < AT_ONCE && this.#waiting.length === 0;
  }

  get isIdle(): boolean {
    return this.#unanswered === 0 && this.#waiting.length === 0;
  }

  /** A request counts until its answer has been handed to the system. */
  begin(response: ServerResponse): void {
    this.#unanswered += 1;
    this.#latest = response.req;
    response.on('close', this.#answered);
  }

  /** It is begun when those before it are answered; until then the socket is not read. */
  push(begin: () => void): void {
    this.#waiting.push(begin);
    this.#count(1);
    this.#watch();
    // Node reads on after each request of a packet; after all of them it leaves the socket as it is.
    process.nextTick(this.#pauseIfWaiting);
  }

  /** A request whose body was cut off will never be answered: nothing waits for it. */
  whenAnswered(then: () => void): void {
    if (this.isIdle || !this.#latest?.complete) then();
    else {
      this.#last ??= then;
      this.#socket.pause();
    }
  }

  /**
   * Begins one that waits, in the turn of the event loop after the answer before it. An answer that is at hand ends
   * within the turn that began it: without a turn between them thousands would follow each other, and all other
   * connections would wait.
   */
  readonly #next = (): void => {
    if (this.#socket.destroyed) return;
    const begin = this.#waiting.shift();
    if (begin) {
      this.#count(-1);
      begin();
      if (this.#waiting.length === 0) this.#socket.resume();
    } else this.#endIfIdle();
  };

  #endIfIdle(): void {
    if (this.isIdle) this.#last?.();
  }

  readonly #pauseIfWaiting = (): void => {
    if (this.#waiting.length > 0) this.#socket.pause();
  };

  #watch(): void {
    if (this.#isWatched) return;
    this.#isWatched = true;
    // Node itself resumes reading after a response that the client read slowly.
    this.#socket.on('resume', this.#pauseIfWaiting);
    this.#socket.once('close', () => {
      this.#count(-this.#waiting.length);
      this.#waiting = [];
    });
  }

  /**
   * A client that sends no more may wait for its answer, or be gone: TCP shows the difference only when something is
   * sent. Before an answer that takes long, an interim response is sent (RFC 9110, 15.2). If the client is gone, it resets the
   * connection and is not charged.
   */
  #askAfterEnd(): void {
    const ask = () => {
      const waits = this.#unanswered > 0 && this.#latest?.httpVersion === '1.1';
      if (waits && this.#socket.writable) this.#socket.write(STILL_WORKING);
    };
    for (const delay of ASKED_AFTER_MS) setTimeout(ask, delay).unref();
  }
}

/** Requests in progress, including those whose client has disconnected and must be refunded. */
export class RequestsInFlight {
  #count = 0;
  #onIdle: (() => void) | undefined;

  begin(): void {
    this.#count += 1;
  }

  end(): void {
    this.#count -= 1;
    if (this.#count === 0) this.#onIdle?.();
  }

  /** Resolves when none is left, or after `maxMs`. */
  async idle(maxMs: number): Promise<void> {
    if (this.#count === 0) return;
    await new Promise<void>((resolve) => {
      const deadline = setTimeout(resolve, maxMs);
      this.#onIdle = () => {
        clearTimeout(deadline);
        resolve();
      };
    });
  }
}
