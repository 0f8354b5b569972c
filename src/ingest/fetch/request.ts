import { get as getHttp, type IncomingMessage } from 'node:http';
import { get as getHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { isPrivateHost, publicLookup } from '../../platform/private-addresses.js';
import { PERIODS } from './intake-limits.js';

const MOST_REDIRECTS = 5;

export interface RequestOptions {
  readonly headers: Readonly<Record<string, string>>;
  /** For the host that is asked first, not for where it redirects: tokens. */
  readonly ownHeaders?: Readonly<Record<string, string>>;
  /** The same, added to the address of the request, but never to stored or reported addresses. */
  readonly ownParameters?: Readonly<Record<string, string>>;
  /** Without a byte for this long the connection is given up. */
  readonly idleTimeoutMs: number;
  /** Waits for the host's turn; called for every request, redirects too. */
  readonly turn: (host: string) => Promise<void>;
}

/**
 * The answer to a GET, its body not yet read and as it came over the wire (gzip is not undone). Follows redirects, but
 * never from a public host to a private address.
 */
export async function request(url: string, options: RequestOptions): Promise<IncomingMessage> {
  let target = new URL(url);
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    await options.turn(target.host);
    const isOwn = target.host === new URL(url).host;
    const headers = isOwn ? { ...options.headers, ...options.ownHeaders } : options.headers;
    const lookup = isOwn || isPrivateHost(new URL(url).hostname) ? undefined : publicLookup;
    if (lookup && isPrivateHost(target.hostname))
      throw new Error(`it redirects to a private address (${target.host})`);
    const address = isOwn ? withParameters(target, options) : target;
    const answer = await send(address, { ...options, headers }, lookup);
    const location = answer.headers.location;
    if (!isRedirect(answer.statusCode) || location === undefined) return answer;
    answer.destroy();
    target = follow(target, location);
  }
  throw new Error(`it redirects more than ${MOST_REDIRECTS} times`);
}

function withParameters(url: URL, { ownParameters = {} }: RequestOptions): URL {
  const sent = new URL(url);
  for (const [name, value] of Object.entries(ownParameters)) sent.searchParams.set(name, value);
  return sent;
}

function send(
  url: URL,
  { headers, idleTimeoutMs }: RequestOptions,
  lookup: LookupFunction | undefined,
): Promise<IncomingMessage> {
  const get = url.protocol === 'https:' ? getHttps : getHttp;
  return new Promise((resolve, reject) => {
    const sent = get(url, { headers, ...(lookup && { lookup }) });
    const lateMs = PERIODS * idleTimeoutMs;
    const late = setTimeout(() => {
      sent.destroy(new Error(`it had not begun its answer after ${lateMs / 1000} seconds`));
    }, lateMs);
    sent.setTimeout(idleTimeoutMs, () => {
      sent.destroy(new Error(`it sent nothing for ${idleTimeoutMs / 1000} seconds`));
    });
    sent.on('response', resolve);
    sent.on('error', (error) => reject(withoutNetwork(error) ?? error));
    for (const end of ['response', 'error']) sent.on(end, () => clearTimeout(late));
  });
}

/** An error of the name lookup in words; `undefined` for any other. */
export function withoutNetwork(error: Error): Error | undefined {
  const { code, hostname } = error as Error & { readonly code?: string; readonly hostname?: string };
  if (code !== 'ENOTFOUND' && code !== 'EAI_AGAIN') return undefined;
  return new Error(`cannot resolve ${hostname}: no network or DNS`, { cause: error });
}

function follow(from: URL, location: string): URL {
  const to = new URL(location, from);
  if (to.protocol === 'https:' || (to.protocol === 'http:' && from.protocol === 'http:')) return to;
  throw new Error(`it redirects from ${from.protocol}// to ${to.protocol}//`);
}

function isRedirect(status: number | undefined): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
}
