import { createHash } from 'node:crypto';
import { isStateCode } from './places/place-codes.js';

/** The namespace of our UUIDs. It must never change, or every bulk id would. */
const NAMESPACE = Buffer.from('9f1c6f0e5d0b4c7c8f3b2a6d51e07c44', 'hex');

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const MAX_KEY_LENGTH = 200;
const CONTROL = /\p{Cc}/u;

/** Characters that need no percent-encoding in a path. */
const PLAIN_KEY = /^[A-Za-z0-9._~:*-]+$/;

/** Returns whether the publisher's key can be part of an id. */
export function isPlainKey(key: string): boolean {
  return key.length <= MAX_KEY_LENGTH && PLAIN_KEY.test(key);
}

/** The keys that the id would have in a source of this state and tag; empty if it cannot be from one. */
export function keysIn(
  id: string,
  { state, tag }: { readonly state: string | null; readonly tag?: string | null | undefined },
): readonly string[] {
  const prefix = tag ? `${state}:${tag}:` : `${state}:`;
  return state !== null && id.startsWith(prefix) && id.length > prefix.length
    ? [id.slice(prefix.length)]
    : [];
}

/** `<STATE>:<key>`, or `<STATE>:<tag>:<key>` for a source that shares its state with the registry. */
export function portalId(state: string, tag: string | undefined, key: string): string {
  return tag === undefined ? `${state}:${key}` : `${state}:${tag}:${key}`;
}

/** UUIDv5 of (source id, key): the same on every node and after every reload. */
export function bulkId(sourceId: string, key: string): string {
  const hash = createHash('sha1').update(NAMESPACE).update(`${sourceId}\n${key}`).digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = hash.toString('hex', 0, 16);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/**
 * Returns the stored spelling of an id from a client: UUIDs in lower case, the state in upper case, the key
 * unchanged. `undefined` if the text is not an id.
 */
export function canonicalEntityId(text: string): string | undefined {
  if (UUID.test(text)) return text.toLowerCase();
  const colon = text.indexOf(':');
  if (colon !== 2 || CONTROL.test(text)) return undefined;
  const state = text.slice(0, 2).toUpperCase();
  const key = text.slice(3);
  if (!isStateCode(state) || key.trim() === '' || key.length > MAX_KEY_LENGTH) return undefined;
  return text.startsWith(state) ? text : `${state}:${key}`;
}
