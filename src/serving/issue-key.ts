import { randomBytes } from 'node:crypto';
import type { Scope } from '../contract/vocabulary.js';
import { displayPrefix, hashApiKey, makeApiKey } from '../domain/accounts/api-key.js';
import type { DataFolder } from '../store/folder/data-folder.js';
import type { Actor, KeyRecord, Ledger } from '../store/store.js';

/** Makes a key for an account and returns it with its one showing of the secret. */
export async function issueKey(
  ledger: Ledger,
  folder: Pick<DataFolder, 'kind'>,
  of: { accountId: string; name: string; scopes: readonly Scope[]; expiresAt: number | null; now: number },
  by?: Actor,
  random: (size: number) => Uint8Array = randomBytes,
): Promise<{ readonly key: string; readonly record: KeyRecord }> {
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
