import type { Scope } from '../contract/vocabulary.js';
import { isApiKey } from '../domain/api-key.js';
import type { Account, KeyRecord, Ledger } from '../store/store.js';
import type { BadKeyLimiter } from './bad-keys.js';
import { HttpError } from './errors.js';
import { RateWindow } from './limit.js';
import { bearerToken, PresentedKeys } from './presented-key.js';
import type { Together } from './together.js';

export interface Caller {
  readonly keyId: string;
  readonly scopes: readonly Scope[];
  readonly account: Account;
  /** Counts the account's requests. */
  readonly window: RateWindow;
}

interface CachedKey {
  readonly key: KeyRecord;
  readonly caller: Caller;
  readonly readAt: number;
}

export interface Client {
  /** Read only where a key is bad. */
  readonly address: string;
  /** One and the same for all requests of a connection. */
  readonly connection: object;
}

const CACHED_KEYS_MOST = 10_000;

/**
 * Who is asking. A key without a right checksum is refused before any read. For every other key the path is the
 * same whatever is wrong with it: hash, one read, one test; only keys that are good are remembered, so an unknown,
 * a revoked and an expired key take the same time. What is compared is always the SHA-256: nobody can steer its
 * digits, so how far a comparison got tells nothing about a key.
 */
export class Authenticator {
  readonly #presented = new PresentedKeys();
  readonly #cache = new Map<string, CachedKey>();
  readonly #windows = new Map<string, RateWindow>();
  #lastUsed = new Map<string, number>();

  constructor(
    private readonly ledger: Ledger,
    /** How long a revocation may go unnoticed. */
    private readonly cacheMs: number,
    private readonly badKeys: BadKeyLimiter,
    private readonly together: Pick<Together, 'rateWindow'>,
  ) {}

  /**
   * Answers at once for a key seen lately. Throws (or rejects with) one 401 for whatever is wrong, and the 429 for an
   * address that sent too many bad keys: from then on only keys that were good before are read.
   */
  authenticate(header: string | undefined, at: number, client: Client): Caller | Promise<Caller> {
    if (header === undefined) throw unauthorized(false);
    const hash = this.#presented.hashOf(header, client.connection);
    if (hash === undefined) return this.#refuse(client, at);
    const cached = this.#cache.get(hash);
    if (cached && Math.abs(at - cached.readAt) < this.cacheMs) {
      return this.#accept(hash, cached.key, cached.caller, at, client);
    }
    if (!isApiKey(bearerToken(header) ?? '')) return this.#refuse(client, at);
    return this.#read(hash, cached !== undefined, at, client);
  }

  /** When each key was last used, since the last call. */
  takeLastUsed(): ReadonlyMap<string, number> {
    const taken = this.#lastUsed;
    this.#lastUsed = new Map();
    return taken;
  }

  async #read(hash: string, wasGood: boolean, at: number, client: Client): Promise<Caller> {
    if (!wasGood) await this.badKeys.check(client.address, at);
    const found = await this.ledger.findKey(hash);
    this.#cache.delete(hash);
    if (!found) return this.#refuse(client, at);
    const { account, ...key } = found;
    const caller = { keyId: key.id, scopes: key.scopes, account, window: await this.#windowOf(account.id) };
    await this.#accept(hash, key, caller, at, client);
    this.#remember(hash, { key, caller, readAt: at });
    return caller;
  }

  /** The key that was read longest ago makes place: it was asked for least lately. */
  #remember(hash: string, read: CachedKey): void {
    const [oldest] = this.#cache.keys();
    if (this.#cache.size >= CACHED_KEYS_MOST && oldest !== undefined) this.#cache.delete(oldest);
    this.#cache.set(hash, read);
  }

  #accept(
    hash: string,
    key: KeyRecord,
    caller: Caller,
    at: number,
    client: Client,
  ): Caller | Promise<Caller> {
    if (!isUsable(key, at)) {
      this.#cache.delete(hash);
      return this.#refuse(client, at);
    }
    this.#lastUsed.set(key.id, at);
    return caller;
  }

  /** One more bad key of this address: the 401, or the 429 where there were too many. */
  async #refuse({ address }: Client, at: number): Promise<never> {
    await this.badKeys.count(address, at);
    throw unauthorized(true);
  }

  async #windowOf(accountId: string): Promise<RateWindow> {
    const window = this.#windows.get(accountId) ?? new RateWindow(await this.together.rateWindow(accountId));
    this.#windows.set(accountId, window);
    return window;
  }
}

/** Throws the 403. */
export function requireScope(caller: Caller, scope: Scope): void {
  if (caller.scopes.includes(scope)) return;
  const challenge = `Bearer error="insufficient_scope", scope="${scope}"`;
  throw new HttpError('insufficient_scope', `This key lacks the scope \`${scope}\`.`, [
    'WWW-Authenticate',
    challenge,
  ]);
}

function isUsable(key: KeyRecord, at: number): boolean {
  return key.revokedAt === null && (key.expiresAt === null || key.expiresAt > at);
}

function unauthorized(keyWasSent: boolean): HttpError {
  const challenge = keyWasSent ? 'Bearer error="invalid_token"' : 'Bearer';
  return new HttpError('unauthorized', 'Send a valid API key: `Authorization: Bearer <key>`.', [
    'WWW-Authenticate',
    challenge,
  ]);
}
