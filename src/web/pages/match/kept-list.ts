import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import { ApiError } from '../../../contract/errors.js';
import type { RowResult } from '../../../operations/match/result-rows.js';
import type { MatchList } from '../../../store/store.js';
import type { Match } from '../../site/answers.js';
import type { Visit } from '../../site/visit.js';
import type { Roles, UploadedList } from './list.js';

/** Days for which a list is stored. */
export const KEPT_DAYS = 30;
/** Lists of one account, or of all visitors who are not signed in. */
const MAX_LISTS = 100;
const MAX_BYTES = 2 * 2 ** 20;
/** Rows of a thousand characters each, and candidates with their evidence. */
const MAX_UNPACKED = 64 * 2 ** 20;

/** A row that was matched. Candidates of the first ambiguous rows have their evidence. */
export interface RowMatch extends RowResult {
  readonly candidates: readonly (RowResult['candidates'][number] & Partial<Pick<Candidate, 'evidence'>>)[];
}

type Candidate = Match['candidates'][number];

/** A list on the page, at `/match/{id}`. */
export interface KeptList {
  readonly id: string;
  readonly owner: string;
  readonly createdAt: number;
  readonly endsAt: number;
  readonly list: UploadedList;
  readonly roles: Roles;
  /** One for each row that was matched; the rows behind were not yet. */
  readonly results: readonly RowMatch[];
  /** Ids of chosen candidates, by the place of the row. */
  readonly choices: Readonly<Record<number, string>>;
}

/** A list that was just uploaded. Its id has 128 random bits. */
export function newList(visit: Visit, list: UploadedList, roles: Roles): KeptList {
  const { at } = visit.facts;
  const id = randomBytes(16).toString('base64url');
  const endsAt = at + KEPT_DAYS * 86_400_000;
  return { id, owner: ownerOf(visit), createdAt: at, endsAt, list, roles, results: [], choices: {} };
}

/** Throws the 413 for a list that is too large to be stored. */
export async function saveList(
  visit: Visit,
  { id, owner, createdAt, endsAt, ...content }: KeptList,
): Promise<void> {
  const packed = await promisify(deflate)(JSON.stringify(content));
  if (packed.length > MAX_BYTES)
    throw new ApiError('content_too_large', 'The list is too large to store. Split it.');
  await visit.matchLists.put({ id, owner, createdAt, endsAt, content: packed }, MAX_LISTS, visit.facts.at);
}

/** Throws the 404 for a list that is unknown, has expired or belongs to another account. */
export async function findList(visit: Visit): Promise<KeptList> {
  const found = await visit.matchLists.find(visit.facts.params.id ?? '', visit.facts.at);
  if (!found || !mayOpen(visit, found))
    throw new ApiError('not_found', 'There is no such list. Lists are deleted after 30 days.');
  const { content, ...row } = found;
  const text = await promisify(inflate)(content, { maxOutputLength: MAX_UNPACKED });
  return { ...row, ...(JSON.parse(text.toString()) as Omit<KeptList, keyof MatchList>) };
}

/** A list of an account is the account's; one that was made without signing in is everybody's who has its address. */
function mayOpen(visit: Visit, { owner }: MatchList): boolean {
  return owner === '' || owner === ownerOf(visit);
}

function ownerOf({ facts }: Visit): string {
  return facts.caller?.account.id ?? '';
}
