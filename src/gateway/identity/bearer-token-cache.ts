import { hashApiKey } from '../../domain/accounts/api-key.js';

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

export function bearerToken(header: string): string | undefined {
  return /^bearer +(\S+)$/i.exec(header)?.[1];
}

/** In the same time wherever they differ: behind a proxy one connection carries the keys of many clients. */
function isSame(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (let at = 0; at < one.length; at++) difference |= one.charCodeAt(at) ^ other.charCodeAt(at);
  return difference === 0;
}
