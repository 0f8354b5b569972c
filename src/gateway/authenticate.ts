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
 * Returns the hash of the key in an `Authorization` header. The last header of each connection is cached,
 * because hashing it for each request took 3 % of a lookup.
 */
export class BearerTokenCache {
  readonly #last = new WeakMap<object, Presented>();

  /** Returns `undefined` if the header contains no bearer token. */
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

/** Constant time: behind a proxy, one connection carries the keys of many clients. */
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
  /** Only called for invalid keys. */
  readonly address: string;
  /** The same object for all requests of a connection. */
  readonly connection: object;
}

const MAX_CACHED_KEYS = 10_000;

/**
 * Authenticates a caller. A key with a wrong checksum is rejected before any read. All other keys take the
 * same path (hash, one read, one check), and only valid keys are cached, so unknown, revoked and expired keys
 * take the same time (the first use of an expired key also records the time). Callers cannot control the
 * digits of the SHA-256, so comparing it reveals nothing.
 */
export class Authenticator {
  readonly #presented = new BearerTokenCache();
  readonly #cache = new Map<string, CachedKey>();
  readonly #windows = new Map<string, RequestWindow>();
  #lastUsed = new Map<string, number>();

  constructor(
    private readonly ledger: Ledger,
    /** Max. delay before a revocation or account change takes effect. */
    private readonly cacheMs: number,
    private readonly badKeys: BadKeyLimiter,
    private readonly shared: Pick<SharedState, 'rateWindow' | 'fillWindow'>,
  ) {}

  /**
   * Returns synchronously for a recently seen key. Throws (or rejects with) the same 401 for every invalid
   * key, or the 429 if the address sent too many invalid keys. A valid key is never rejected.
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

  /** Returns the caller whose key has this hash, or `undefined` if the key is no longer valid. */
  async recognise(hash: string, at: number): Promise<Caller | undefined> {
    const cached = this.#cache.get(hash);
    if (!cached || Math.abs(at - cached.readAt) >= this.cacheMs || keyState(cached.key, at) !== 'valid') {
      return this.#find(hash, at);
    }
    this.#lastUsed.set(cached.key.id, at);
    return cached.caller;
  }

  /** When each key was last used since the last call. */
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

  /** Evicts the key that was read longest ago. */
  #remember(hash: string, read: CachedKey): void {
    const [oldest] = this.#cache.keys();
    if (this.#cache.size >= MAX_CACHED_KEYS && oldest !== undefined) this.#cache.delete(oldest);
    this.#cache.set(hash, read);
  }

  /** Counts an invalid key of this address. Returns the 401, or the 429 above the limit. */
  async #refuse({ address }: Client, at: number): Promise<never> {
    await this.badKeys.count(address, at);
    throw unauthorized(true);
  }

  /** Throws the 403; rejects with the 429 of an operation with a separate limit per key. */
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
 * Counts a message of another protocol before it is read. Calls of the returned caller are not counted again.
 * Throws the 403 if the account is suspended or closed; rejects with the 429.
 */
export async function admit(caller: Caller, receipt: Receipt): Promise<Caller> {
  receipt.caller = caller;
  requireActive(caller);
  const rate = await caller.window.take(caller.account.requestsPerMinute, receipt.at);
  note(rate, receipt);
  return { ...caller, window: { take: () => rate } };
}

/** Throws the 403; throws, or rejects with, the 429. Synchronous if the account's rate window is. */
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
