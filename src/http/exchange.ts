import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Caller } from './authenticate.js';
import { requestIdOf } from './headers.js';
import type { RateLimit } from './limit.js';
import type { Services } from './services.js';
import type { Values } from './validate.js';

/** One request on its way, and what is known of it so far: whatever is answered, the headers tell it. */
export class Exchange {
  /** Operation id, or what kind of route it is. */
  operation = 'none';
  caller: Caller | undefined = undefined;
  rate: RateLimit | undefined = undefined;
  /** Whether the operation takes part in credits; free ones get no credit headers. */
  metered = false;
  /** Whether a page may stand in place of a problem document: of what is no operation. */
  isPage = false;
  /** Whether `Accept` chooses between several forms of the answer. */
  negotiated = false;
  /** When what is answered last changed, where known; milliseconds since 1970. */
  lastModified: number | undefined = undefined;
  /** Whether the request was paid for before, under its idempotency key. */
  replayed = false;
  /** Credits charged. */
  cost = 0;
  /** The quoted price, on a price preview. */
  quote: number | undefined = undefined;
  /** Credits left, where known. */
  remaining: number | undefined = undefined;

  readonly requestId: string;
  /** Milliseconds since 1970; one moment for the whole request. */
  readonly at: number;
  /** For how long it took: a clock that never steps. */
  readonly startedAt = performance.now();

  constructor(
    readonly request: IncomingMessage,
    readonly response: ServerResponse,
    /** Of the path, decoded. */
    readonly params: Values,
    readonly query: Values,
    private readonly services: Pick<Services, 'clock' | 'addressOf'>,
  ) {
    this.requestId = requestIdOf(request);
    this.at = services.clock();
  }

  /** The path without the query. */
  get path(): string {
    const url = this.request.url ?? '/';
    const end = url.indexOf('?');
    return end === -1 ? url : url.slice(0, end);
  }

  /** The address the request came from, as far as proxies are trusted. */
  get address(): string {
    return this.services.addressOf(this.request);
  }

  get connection(): object {
    return this.request.socket;
  }

  /** True once the client has hung up: it can no longer receive a first byte. */
  get clientGone(): boolean {
    return !this.request.socket.writable;
  }
}
