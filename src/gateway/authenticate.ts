import { ApiError } from '../contract/errors.js';
import type { Scope } from '../contract/vocabulary.js';
import { hashApiKey, isApiKey, keyState } from '../domain/accounts/api-key.js';
import type { FoundKey, KeyRecord, Ledger } from '../store/store.js';
import type { BadKeyLimiter } from './bad-keys.js';
import { openWindow } from './block-window.js';
import type { Caller } from './caller.js';
import { type RateLimit, type RequestWindow, rateLimitExceeded } from './rate-window.js';
import type { Receipt } from './receipt.js';
import type { SharedState } from './shared-state.js';

interface Presented {
  readonly header: string;
  readonly keyHash: string;
}

/**
 * The hash of the key in an `Authorization` header. A connection sends the same header with each request, so the last one
 * of each is remembered as long as it is open: to hash the key again took a thirtieth of a lookup.
 */
export class BearerTokenCache {
  readonly #last = new WeakMap<object, Presented>();

  /** Undefined where the header names no bearer. */
  hashOf(header: string, connection: object): string | undefined {
    const last = this.#last.get(connection);
    if (last && isSame(last.header, header)) return last.keyHash;
    const key = bearerToken(header);
    if (key === undefined) return undefined;
    const keyHash = hashApiKey(key);
    this.#last.set(connection, { header, keyHash });
    return keyHash;
  }
}

function bearerToken(header: string): string | undefined {
  return /^bearer +(\S+)$/i.exec(header)?.[1];
}

/** In the same time wherever they differ: behind a proxy one connection carries the keys of many clients. */
function isSame(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (let at = 0; at < one.length; at++) difference |= one.charCodeAt(at) ^ other.charCodeAt(at);
  return difference === 0;
}

interface CachedKey {
  readonly key: Pick<KeyRecord, 'id' | 'revokedAt' | 'expiresAt'>;
  readonly caller: Caller;
  readonly readAt: number;
}

export interface Client {
  /** Read only where a key is bad. */
  readonly address: string;
  /** One and the same for all requests of a connection. */
  readonly connection: object;
}

const MAX_CACHED_KEYS = 10_000;

/**
 * Who is asking. A key without a right checksum is refused before any read. For every other key the path is the
 * same whatever is wrong with it: hash, one read, one test; only keys that are good are remembered, so an unknown,
 * a revoked and an expired key take the same time (the first use of an expired one writes the time down). The SHA-256 is always compared: nobody can steer its
 * digits, so how far a comparison got tells nothing about a key.
 */
export class Authenticator {
  readonly #presented = new BearerTokenCache();
  readonly #cache = new Map<string, CachedKey>();
  readonly #windows = new Map<string, RequestWindow>();
  #lastUsed = new Map<string, number>();

  constructor(
    private readonly ledger: Ledger,
    /** How long a revocation, or a change of the account, may go unnoticed. */
    private readonly cacheMs: number,
    private readonly badKeys: BadKeyLimiter,
    private readonly shared: Pick<SharedState, 'rateWindow' | 'fillWindow'>,
  ) {}

  /**
   * Answers at once for a key seen lately. Throws (or rejects with) one 401 whatever is wrong with a key, and instead of
   * it the 429 if the address sent too many bad keys before. A good key is never refused.
   */
  authenticate(header: string | undefined, at: number, client: Client): Caller | Promise<Caller> {
    if (header === undefined) throw unauthorized(false);
    const hash = this.#presented.hashOf(header, client.connection);
    if (hash === undefined) return this.#refuse(client, at);
    const cached = this.#cache.get(hash);
    if (cached && Math.abs(at - cached.readAt) < this.cacheMs && keyState(cached.key, at) === 'valid') {
      this.#lastUsed.set(cached.key.id, at);
      return cached.caller;
    }
    if (!isApiKey(bearerToken(header) ?? '')) return this.#refuse(client, at);
    return this.#read(hash, at, client);
  }

  /** Who showed the key with this hash before; undefined if it is good no more. */
  async recognise(hash: string, at: number): Promise<Caller | undefined> {
    const cached = this.#cache.get(hash);
    if (!cached || Math.abs(at - cached.readAt) >= this.cacheMs || keyState(cached.key, at) !== 'valid') {
      return this.#find(hash, at);
    }
    this.#lastUsed.set(cached.key.id, at);
    return cached.caller;
  }

  /** When each key was last used, since the last call. */
  takeLastUsed(): ReadonlyMap<string, number> {
    const taken = this.#lastUsed;
    this.#lastUsed = new Map();
    return taken;
  }

  async #read(hash: string, at: number, client: Client): Promise<Caller> {
    return (await this.#find(hash, at)) ?? this.#refuse(client, at);
  }

  async #find(hash: string, at: number): Promise<Caller | undefined> {
    const found = await this.ledger.findKey(hash, at);
    this.#cache.delete(hash);
    if (!found || !isUsable(found)) return undefined;
    const { account, id, revokedAt, expiresAt, scopes } = found;
    const caller = { keyId: id, scopes, account, window: await this.#windowOf(account.id) };
    this.#lastUsed.set(id, at);
    this.#remember(hash, { key: { id, revokedAt, expiresAt }, caller, readAt: at });
    return caller;
  }

  /** The key that was read longest ago makes place: it was asked for least lately. */
  #remember(hash: string, read: CachedKey): void {
    const [oldest] = this.#cache.keys();
    if (this.#cache.size >= MAX_CACHED_KEYS && oldest !== undefined) this.#cache.delete(oldest);
    this.#cache.set(hash, read);
  }

  /** One more bad key of this address: the 401, or the 429 where there were too many. */
  async #refuse({ address }: Client, at: number): Promise<never> {
    await this.badKeys.count(address, at);
    throw unauthorized(true);
  }

  /** Throws the 403; rejects with the 429 of an operation whose requests are counted apart, key by key. */
  async authorizeApart({ id, scope, ownLimit }: Apart, caller: Caller, receipt: Receipt): Promise<void> {
    permit(scope, caller, receipt);
    const window = await this.#windowOf(`${id} ${caller.keyId}`);
    note(await window.take(ownLimit, receipt.at), receipt, `\`${id}\` answers a key`);
  }

  async #windowOf(name: string): Promise<RequestWindow> {
    const window = this.#windows.get(name) ?? (await openWindow(name, this.shared));
    this.#windows.set(name, window);
    return window;
  }
}

export interface Apart {
  readonly id: string;
  readonly scope: Scope;
  readonly ownLimit: number;
}

/**
 * Counts a message of another protocol before it is read. The calls of the returned caller are part of it and not counted
 * again. Throws the 403 if the account is suspended or closed; rejects with the 429.
 */
export async function admit(caller: Caller, receipt: Receipt): Promise<Caller> {
  receipt.caller = caller;
  requireActive(caller);
  const rate = await caller.window.take(caller.account.requestsPerMinute, receipt.at);
  note(rate, receipt);
  return { ...caller, window: { take: () => rate } };
}

/** Throws the 403; throws, or rejects with, the 429. At once where the account's window answers at once. */
export function authorize(scope: Scope, caller: Caller, receipt: Receipt): void | Promise<void> {
  permit(scope, caller, receipt);
  const rate = caller.window.take(caller.account.requestsPerMinute, receipt.at);
  return rate instanceof Promise ? rate.then((found) => note(found, receipt)) : note(rate, receipt);
}

function permit(scope: Scope, caller: Caller, receipt: Receipt): void {
  receipt.caller = caller;
  requireActive(caller);
  requireScope(caller, scope);
}

function note(rate: RateLimit, receipt: Receipt, whose?: string): void {
  receipt.rate = rate;
  if (rate.exceeded) throw rateLimitExceeded(rate, whose);
}

/** Throws the 403 if the account is suspended or closed. */
function requireActive({ account }: Caller): void {
  if (account.status === 'active') return;
  const detail = `The account of this key is ${account.status}; ask the operator of the service.`;
  throw new ApiError('account_inactive', detail);
}

/** Throws the 403. */
function requireScope(caller: Caller, scope: Scope): void {
  if (caller.scopes.includes(scope)) return;
  const challenge = `Bearer error="insufficient_scope", scope="${scope}"`;
  throw new ApiError('insufficient_scope', `This key lacks the scope \`${scope}\`.`, { challenge });
}

function isUsable({ revokedAt, expired }: FoundKey): boolean {
  return revokedAt === null && !expired;
}

export function unauthorized(keyWasSent: boolean): ApiError {
  const challenge = keyWasSent ? 'Bearer error="invalid_token"' : 'Bearer';
  return new ApiError('unauthorized', 'Send a valid API key: `Authorization: Bearer <key>`.', { challenge });
}
