import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * `dsr_live_` or `dsr_test_`, 30 random base62 characters, then the CRC32 of everything before as 6 base62
 * characters, left-padded. 30 characters are 178 bits. The checksum lets mistyped keys be rejected without a
 * read, and secret scanners distinguish keys from noise.
 */
type KeyMode = 'live' | 'test';

export { API_KEY_PATTERN } from '../../contract/service/key-pattern.js';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const PREFIX_LENGTH = 12;
const WHOLE_KEY = /^dsr_(?:live|test)_[0-9A-Za-z]{36}$/;
/** The largest multiple of 62 in a byte: larger bytes would favour the first letters. */
const FAIR_BYTES = 248;

/** The state of a key at `at`. Times are in milliseconds since 1970; a key without an expiry never expires. */
export function keyState(
  { revokedAt, expiresAt }: { readonly revokedAt: number | null; readonly expiresAt: number | null },
  at: number,
): 'valid' | 'revoked' | 'expired' {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt <= at ? 'expired' : 'valid';
}

/** Returns a new key. `randomBytes` must be cryptographically secure. */
export function makeApiKey(mode: KeyMode, randomBytes: (size: number) => Uint8Array): string {
  const body = `dsr_${mode}_${randomText(randomBytes)}`;
  return body + checksum(body);
}

/** Returns whether the text has the format of a key and a valid checksum, even if no such key was issued. */
export function isApiKey(text: string): boolean {
  if (!WHOLE_KEY.test(text)) return false;
  return checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);
}

/** The stored form of a key: its SHA-256, hexadecimal. */
export function hashApiKey(key: string): string {
  return hash('sha256', key, 'hex');
}

/** The displayed part of a key: its first 12 characters. */
export function displayPrefix(key: string): string {
  return key.slice(0, PREFIX_LENGTH);
}

function randomText(randomBytes: (size: number) => Uint8Array): string {
  let text = '';
  while (text.length < SECRET_LENGTH) {
    for (const byte of randomBytes(SECRET_LENGTH - text.length)) {
      if (byte < FAIR_BYTES) text += ALPHABET.charAt(byte % 62);
    }
  }
  return text;
}

function checksum(body: string): string {
  let rest = crc32(body);
  let text = '';
  while (text.length < CHECKSUM_LENGTH) {
    text = ALPHABET.charAt(rest % 62) + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}
