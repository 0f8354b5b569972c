import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Caller } from '../gateway/caller.js';
import { networkOf } from '../gateway/network.js';
import type { Values } from '../gateway/parameters.js';
import type { RateLimit } from '../gateway/rate-window.js';
import type { Receipt } from '../gateway/receipt.js';
import type { BodyBudget } from './body-budget.js';

interface RequestReading {
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly addressOf: (request: IncomingMessage) => string;
  readonly bodies: BodyBudget;
}

/** A request in progress and the receipt of its call, from which headers are written. */
export class HttpExchange implements Receipt {
  /** Operation id, or the kind of route. */
  operation = 'none';
  caller: Caller | undefined = undefined;
  rate: RateLimit | undefined = undefined;
  metered = false;
  /** Whether an error may be rendered as a page; false for operations. */
  isPage = false;
  /** Whether `Accept` selects the response format. */
  negotiated = false;
  /** The path changes with the content. */
  isImmutable = false;
  lastModified: number | undefined = undefined;
  page: Receipt['page'] = undefined;
  replayed = false;
  cost = 0;
  quote: number | undefined = undefined;
  remaining: number | undefined = undefined;

  /** Who reserved memory for the body, and how much. */
  #body: { readonly holder: string; bytes: number } | undefined;

  readonly requestId: string;
  readonly at: number;
  /** Monotonic clock for durations. */
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

  /** The path as logged and returned: without a key. */
  get shownPath(): string {
    return withoutKey(this.path);
  }

  /** Whether all origins may read the response: the key is in the path, and cookies are ignored. */
  get isForAllOrigins(): boolean {
    return holdsKey(this.request.url ?? '/');
  }

  /** The client address, as far as proxies are trusted. */
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

  /** True once the client has disconnected before the first byte. */
  get clientGone(): boolean {
    return !this.request.socket.writable;
  }
}

/** Paths with a key in them, for clients that cannot send headers. They allow all origins; logs and responses hide the key. */
const KEY_PATHS = ['/reconcile/k/', '/feed/k/'];
/** A key in any other place of a path, as `/./reconcile/k/…`. */
const KEY = /dsr_[a-z]+_[A-Za-z0-9]+/g;
const UNRESERVED = /^[A-Za-z0-9._~-]$/;

function holdsKey(url: string): boolean {
  return KEY_PATHS.some((path) => url.startsWith(path));
}

/** Returns the path as logs and responses may show it. */
function withoutKey(path: string): string {
  const root = KEY_PATHS.find((one) => path.startsWith(one));
  const rest = root && path.slice(root.length).replace(/^[^/]*/, '');
  return (root === undefined ? path : `${root}***${rest}`).replace(KEY, '***');
}

/**
 * Returns the URL with one spelling of its path, as the router reads it: single slashes, and no escaped character that needs no
 * escape (RFC 3986, 6.2.2.2). The query is left as it is.
 */
function canonicalUrl(url: string): string {
  const end = url.indexOf('?');
  const path = end === -1 ? url : url.slice(0, end);
  if (!path.includes('//') && !path.includes('%')) return url;
  const plain = path.replace(/%[0-9a-f]{2}/gi, (escaped) => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return UNRESERVED.test(character) ? character : escaped;
  });
  return plain.replace(/\/{2,}/g, '/') + url.slice(path.length);
}

const SANE_REQUEST_ID = /^[\w.:-]{1,128}$/;

/** Distinguishes ids of this process from those of others and of earlier starts. */
const REQUEST_ID_PREFIX = randomBytes(6).toString('hex');
let requestCount = 0;

/** The client's own id if valid, otherwise a new one that is unique across processes and starts. */
function requestIdOf(request: IncomingMessage): string {
  const sent = request.headers['x-request-id'];
  if (typeof sent === 'string' && SANE_REQUEST_ID.test(sent)) return sent;
  requestCount += 1;
  return `${REQUEST_ID_PREFIX}-${requestCount.toString(36)}`;
}
