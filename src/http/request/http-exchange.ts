import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Caller } from '../../gateway/identity/caller.js';
import { networkOf } from '../../gateway/identity/network.js';
import type { Values } from '../../gateway/parameters.js';
import type { Receipt } from '../../gateway/receipt.js';
import type { RateLimit } from '../../gateway/state/rate-window.js';
import type { BodyBudget } from './body-budget.js';
import { canonicalUrl, holdsKey, withoutKey } from './key-in-path.js';
import { requestIdOf } from './request-id.js';

interface RequestReading {
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly addressOf: (request: IncomingMessage) => string;
  readonly bodies: BodyBudget;
}

/** One request on its way, and the receipt of its call: whatever is answered, the headers tell it. */
export class HttpExchange implements Receipt {
  /** Operation id, or what kind of route it is. */
  operation = 'none';
  caller: Caller | undefined = undefined;
  rate: RateLimit | undefined = undefined;
  metered = false;
  /** Whether a page may stand in place of a problem document: of what is no operation. */
  isPage = false;
  /** Whether `Accept` chooses between several forms of the answer. */
  negotiated = false;
  /** The path changes with the content. */
  isImmutable = false;
  lastModified: number | undefined = undefined;
  replayed = false;
  cost = 0;
  quote: number | undefined = undefined;
  remaining: number | undefined = undefined;

  /** Who holds memory for the body, and how much. */
  #body: { readonly holder: string; bytes: number } | undefined;

  readonly requestId: string;
  readonly at: number;
  /** For how long it took: a clock that never steps. */
  readonly startedAt = performance.now();

  constructor(
    readonly request: IncomingMessage,
    readonly response: ServerResponse,
    /** Parameters of the path, decoded. */
    readonly params: Values,
    readonly query: Values,
    private readonly services: RequestReading,
  ) {
    request.url = canonicalUrl(request.url ?? '/');
    this.requestId = requestIdOf(request);
    this.at = services.clock();
  }

  /** The path without the query. */
  get path(): string {
    const url = this.request.url ?? '/';
    const end = url.indexOf('?');
    return end === -1 ? url : url.slice(0, end);
  }

  /** As logs and answers may show it: without a key. */
  get shownPath(): string {
    return withoutKey(this.path);
  }

  /** Whether pages of all origins may read the answer: a key stands in the path, and no cookie counts. */
  get isForAllOrigins(): boolean {
    return holdsKey(this.request.url ?? '/');
  }

  /** The address the request came from, as far as proxies are trusted. */
  get address(): string {
    return this.services.addressOf(this.request);
  }

  get connection(): object {
    return this.request.socket;
  }

  /** Reserves memory for the body, in bytes, until `releaseBody`. Throws the 503. */
  holdBody(bytes: number): void {
    const body = this.#body ?? { holder: this.caller?.account.id ?? networkOf(this.address), bytes: 0 };
    this.services.bodies.take(body.holder, body.bytes, bytes);
    body.bytes += bytes;
    this.#body = body;
  }

  releaseBody(): void {
    if (this.#body) this.services.bodies.release(this.#body.holder, this.#body.bytes);
    this.#body = undefined;
  }

  /** True once the client has hung up: it can no longer receive a first byte. */
  get clientGone(): boolean {
    return !this.request.socket.writable;
  }
}
