import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
} from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rawPublicKey } from './signature.js';

/** In the data folder, but in no backup: anyone who has it can sign as this installation (ADR 18). */
export const KEY_FILE = 'evidence.key';

/** The installation's key for what it vouches for. */
interface SigningKey {
  readonly secret: KeyObject;
  /** 32 bytes in base64, as evidence shows them. */
  readonly publicKey: string;
}

/** The key file does not contain an Ed25519 key. The message states how to fix it. */
export class SigningKeyError extends Error {
  override readonly name = 'SigningKeyError';
}

/** The key that was given as PEM; else that of a data folder, made if there is none, for its owner alone. Throws `SigningKeyError`. */
export function openSigningKey(folder: string, pem: string | null = null): SigningKey {
  if (pem !== null) return signingKeyOf(pem);
  const path = join(folder, KEY_FILE);
  const secret = secretIn(textOf(path) ?? makeText(path));
  if (secret !== undefined) return withPublicKey(secret);
  const cure =
    'Put the file back, or delete it: the next start creates another key, with which evidence is then signed.';
  throw new SigningKeyError(`${path} is not an Ed25519 key. ${cure}`);
}

/** Throws `SigningKeyError`; its message has no part of the key. */
export function signingKeyOf(pem: string): SigningKey {
  const secret = secretIn(pem);
  if (secret !== undefined) return withPublicKey(secret);
  throw new SigningKeyError(
    'must be an Ed25519 private key in PEM format. Create one with: openssl genpkey -algorithm ed25519 -out evidence.pem',
  );
}

function withPublicKey(secret: KeyObject): SigningKey {
  return { secret, publicKey: rawPublicKey(createPublicKey(secret)) };
}

/** PEM, as `dossier evidence key` prints it. */
export function publicPem({ secret }: SigningKey): string {
  return createPublicKey(secret).export({ type: 'spki', format: 'pem' }).toString();
}

/** Returns the key in a PEM text in the form used by evidence; `undefined` if it is not an Ed25519 key. */
export function publicKeyIn(pem: string): string | undefined {
  try {
    const key = createPublicKey(pem);
    return key.asymmetricKeyType === 'ed25519' ? rawPublicKey(key) : undefined;
  } catch {
    return undefined;
  }
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Written to a second file and then linked: a kill leaves no half key, and if two processes make a key, one key wins. */
function makeText(path: string): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  const beside = `${path}.${randomUUID()}`;
  try {
    writeFileSync(beside, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flush: true });
    linkSync(beside, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(beside, { force: true });
  }
  return readFileSync(path, 'utf8');
}

/** Returns `undefined` if the text is not an Ed25519 key. */
function secretIn(pem: string): KeyObject | undefined {
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyType === 'ed25519' ? key : undefined;
  } catch {
    // OpenSSL's message about a truncated file would not help the user.
    return undefined;
  }
}
