import { hash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { hashApiKey } from '../../domain/accounts/api-key.js';
import type { AuthProxy } from '../../domain/accounts/auth-proxy.js';
import type { Caller } from '../../gateway/caller.js';
import type { Gateway } from '../../gateway/gateway.js';
import { newReceipt } from '../../gateway/receipt.js';
import { proxyTest } from '../../http/addresses.js';
import type { HttpExchange } from '../../http/http-exchange.js';
import type { Sessions } from '../../store/store.js';
import { sessionCookie, sessionTokenOf } from './cookies.js';

const SESSION_SECONDS = 7 * 86_400;
/** The most sessions of a key at a time; the oldest end first. */
const MAX_SESSIONS = 20;
const TOKEN = /^[\w-]{43}$/;

/** A reader who is signed in. */
export interface SignedIn {
  readonly caller: Caller;
  /** What only this reader, or the proxy, has. */
  readonly secret: string;
  readonly hasSession: boolean;
}

/** Finds who is signed in, by a session or else by a proxy. A session is known by the hash of its token and ends with its key. */
export class SignIns {
  readonly #personOf: (request: IncomingMessage) => string | undefined;

  constructor(
    private readonly gateway: Gateway,
    private readonly sessions: Sessions,
    private readonly authProxy: AuthProxy | undefined,
  ) {
    this.#personOf = authProxy ? personReader(authProxy) : () => undefined;
  }

  async find(exchange: HttpExchange): Promise<SignedIn | undefined> {
    const person = this.#personOf(exchange.request);
    const named = person !== undefined && { person };
    const caller = await this.#bySession(exchange);
    if (caller) {
      const secret = sessionTokenOf(exchange.request) ?? '';
      return { caller: { ...caller, ...named }, secret, hasSession: true };
    }
    if (!named || !this.authProxy) return undefined;
    const { key } = this.authProxy;
    const proxied = await this.gateway.recognise(hashApiKey(key), exchange);
    return proxied && { caller: { ...proxied, ...named }, secret: `${key} ${person}`, hasSession: false };
  }

  async #bySession(exchange: HttpExchange): Promise<Caller | undefined> {
    const token = sessionTokenOf(exchange.request);
    if (token === undefined || !TOKEN.test(token)) return undefined;
    const session = await this.sessions.find(hashOf(token), await this.gateway.ledgerTime(exchange.at));
    if (!session) return undefined;
    const caller = await this.gateway.recognise(session.keyHash, exchange);
    if (!caller) await this.sessions.end(session.hash);
    return caller;
  }

  /** The cookie of a new session. Rejects with the 401, and with the 429 of too many bad keys. */
  async signIn(exchange: HttpExchange, key: string): Promise<string> {
    // One line, so that it cannot be a header of several.
    const [word = ''] = key.trim().split(/\s/, 1);
    const receipt = newReceipt(exchange.requestId, exchange.at);
    await this.gateway.identify(`Bearer ${word}`, receipt, { address: exchange.address, connection: {} });
    const token = randomBytes(32).toString('base64url');
    const at = await this.gateway.ledgerTime(exchange.at);
    const endsAt = at + SESSION_SECONDS * 1_000;
    await this.sessions.begin(
      { hash: hashOf(token), keyHash: hashApiKey(word), begunAt: at, endsAt },
      MAX_SESSIONS,
    );
    return sessionCookie(exchange.request, token, SESSION_SECONDS);
  }

  /** The cookie that ends the session in the browser too. */
  async signOut({ request }: { readonly request: IncomingMessage }): Promise<string> {
    const token = sessionTokenOf(request);
    if (token !== undefined && TOKEN.test(token)) await this.sessions.end(hashOf(token));
    return sessionCookie(request, '', 0);
  }
}

function hashOf(token: string): string {
  return hash('sha256', token, 'hex');
}

/** Rejects control, format, private and unassigned characters: a name is shown, logged and stored. */
const NAME = /^[^\p{C}]{1,200}$/u;

/**
 * Reads the name of the person whom a trusted proxy has signed in. Undefined if the connection comes from elsewhere, if the
 * header is missing, repeated or not a name of 1 to 200 characters in UTF-8, and for requests that a page of another site makes
 * in the background: a proxy signs those in too, and they may cost credits.
 */
function personReader({ header, trusted }: AuthProxy): (request: IncomingMessage) => string | undefined {
  const isFromProxy = proxyTest(trusted);
  return (request) => {
    if (!isFromProxy(request) || isForeignBackground(request)) return undefined;
    const [value, ...others] = request.headersDistinct[header] ?? [];
    if (value === undefined || others.length > 0) return undefined;
    const name = utf8(value)?.trim();
    return name !== undefined && NAME.test(name) ? name : undefined;
  };
}

/** Node decodes headers as Latin-1. */
function utf8(value: string): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'latin1'));
  } catch {
    return undefined;
  }
}

function isForeignBackground({ headers }: IncomingMessage): boolean {
  const { 'sec-fetch-site': site, 'sec-fetch-dest': destination } = headers;
  return (site === 'cross-site' || site === 'same-site') && destination !== 'document';
}
