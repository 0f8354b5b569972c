import { randomBytes } from 'node:crypto';
import type { Scope } from '../contract/vocabulary.js';
import { displayPrefix, hashApiKey, keyState, makeApiKey } from '../domain/accounts/api-key.js';
import type { DataFolder } from '../store/folder/data-folder.js';
import type { Actor, KeyRecord, Ledger } from '../store/store.js';

/** A new key with its secret, which the ledger does not store. */
interface IssuedKey {
  readonly key: string;
  readonly record: KeyRecord;
}

/** Creates a key for an account. */
export async function issueKey(
  ledger: Ledger,
  folder: Pick<DataFolder, 'kind'>,
  of: { accountId: string; name: string; scopes: readonly Scope[]; expiresAt: number | null; now: number },
  by?: Actor,
  random: (size: number) => Uint8Array = randomBytes,
): Promise<IssuedKey> {
  const key = makeApiKey(folder.kind === 'sample' ? 'test' : 'live', random);
  const record = await ledger.createKey(
    {
      accountId: of.accountId,
      name: of.name,
      hash: hashApiKey(key),
      prefix: displayPrefix(key),
      scopes: of.scopes,
      createdAt: of.now,
      expiresAt: of.expiresAt,
    },
    by,
  );
  return { key, record };
}

/**
 * Creates a key that replaces another, which expires after `overlapMs` or at its own expiry, whichever is earlier. Resolves to
 * `undefined` if there is no such valid key.
 */
export async function rotateKey(
  ledger: Ledger,
  folder: Pick<DataFolder, 'kind'>,
  { id, overlapMs, now }: { id: string; overlapMs: number; now: number },
  by: Actor,
  random?: (size: number) => Uint8Array,
): Promise<IssuedKey | undefined> {
  const old = await ledger.getKey(id);
  if (!old) return undefined;
  // A repeated request returns the first result, even if the old key has expired since.
  const isRepeated = by.once !== undefined && (await ledger.wasDone('key.create', by));
  if (!isRepeated && keyState(old, now) !== 'valid') return undefined;
  const { accountId, name, scopes, expiresAt } = old;
  const issued = await issueKey(ledger, folder, { accountId, name, scopes, expiresAt, now }, by, random);
  await ledger.expireKey(id, Math.min(now + overlapMs, expiresAt ?? Number.MAX_SAFE_INTEGER), by);
  return issued;
}
