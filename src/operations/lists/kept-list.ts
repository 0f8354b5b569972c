import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import { ApiError } from '../../contract/errors.js';
import type { ListCounts } from '../../contract/lists.js';
import { type MatchList, type MatchLists, NEVER } from '../../store/store.js';
import { countsOf, type KeptList, type ListContent, recordsOf } from './outcomes.js';

/** Days for which a list without an account is stored; an account's list is stored until it is deleted. */
export const KEPT_DAYS = 30;
/** Lists of one account, or of all visitors who are not signed in. */
export const MAX_LISTS = 100;
/** Of requests that change one list at the same time, one succeeds in each round. */
const MAX_ATTEMPTS = 20;
const MAX_BYTES = 2 * 2 ** 20;
/** Rows of a thousand characters each, and candidates with their evidence. */
const MAX_UNPACKED = 64 * 2 ** 20;

interface NewList extends Pick<ListContent, 'list' | 'roles' | 'feed'> {
  readonly name: string;
  /** Id of the account; empty if not signed in. */
  readonly owner: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** A cryptographic source. */
  readonly random?: (size: number) => Uint8Array;
}

/** Returns a new list. Its id has 128 random bits. */
export function newList({ name, owner, at, random = randomBytes, ...content }: NewList): KeptList {
  const id = `lst_${Buffer.from(random(16)).toString('hex')}`;
  const endsAt = owner === '' ? at + KEPT_DAYS * 86_400_000 : NEVER;
  return { id, owner, name, createdAt: at, endsAt, ...content, results: [], choices: {} };
}

/** Returns the stored form of a list. Throws the 413 if it is too large. */
export async function packList(kept: KeptList): Promise<MatchList> {
  const { id, owner, name, createdAt, endsAt, ...content } = kept;
  const packed = await promisify(deflate)(JSON.stringify(content satisfies ListContent));
  if (packed.length > MAX_BYTES)
    throw new ApiError('content_too_large', 'The list is too large to store. Split it.');
  const counts = JSON.stringify(countsOf(kept));
  return { id, owner, name, createdAt, endsAt, counts, records: recordsOf(kept), content: packed };
}

/** Stores a new list. Throws the 413 if it is too large. Rejects with `ConflictError` if the account has too many. */
export async function saveList(matchLists: MatchLists, kept: KeptList, at: number): Promise<void> {
  await matchLists.put(await packList(kept), MAX_LISTS, at);
}

/**
 * Throws the 404 for a list that is unknown, has expired or belongs to another account. Anyone with the id may read a list without
 * an account. `owner`: the account of the request; empty if not signed in.
 */
export async function findList(
  matchLists: MatchLists,
  id: string,
  owner: string,
  at: number,
): Promise<KeptList> {
  return unpackList(await storedList(matchLists, id, owner, at));
}

/**
 * Applies a change to a list and stores it. If another request changed the list meanwhile, applies the change to the new list, so that
 * neither is lost. Throws the 404 as `findList`, also for a list that was deleted meanwhile, the 409 if other requests keep changing it, and the 413 if it is too large.
 */
export async function changeList(
  matchLists: MatchLists,
  { id, owner, at }: { readonly id: string; readonly owner: string; readonly at: number },
  change: (kept: KeptList) => KeptList,
): Promise<KeptList> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const stored = await storedList(matchLists, id, owner, at);
    const changed = change(await unpackList(stored));
    if (await matchLists.replace(await packList(changed), stored.content)) return changed;
  }
  throw new ApiError('conflict', 'Other requests keep changing the list. Try again.');
}

async function storedList(matchLists: MatchLists, id: string, owner: string, at: number): Promise<MatchList> {
  const found = await matchLists.find(id, at);
  if (found && (found.owner === '' || found.owner === owner)) return found;
  throw new ApiError('not_found', NO_LIST);
}

async function unpackList(stored: MatchList): Promise<KeptList> {
  const { content, records: _records, counts: _counts, ...row } = stored;
  const text = await promisify(inflate)(content, { maxOutputLength: MAX_UNPACKED });
  return { ...row, ...(JSON.parse(text.toString()) as ListContent) };
}

/** Names of the records of a list, by id. */
export function recordNames({ results }: KeptList): ReadonlyMap<string, string> {
  return new Map(results.flatMap(({ candidates }) => candidates.map(({ id, name }) => [id, name] as const)));
}

export const NO_LIST = 'There is no such list. Lists made without signing in are deleted after 30 days.';

/** The counts of a stored list that was not unpacked. */
export function storedCounts({ counts }: Pick<MatchList, 'counts'>): ListCounts {
  return JSON.parse(counts) as ListCounts;
}
