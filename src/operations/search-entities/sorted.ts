import type { EntityOrder } from '../../contract/vocabulary.js';
import { dayOf } from '../../domain/records/current-record.js';
import type { SortedPage, SortPlace } from '../../store/store.js';
import { type Faults, quoted } from '../query/query.js';
import type { Dependencies } from '../support/dependencies.js';

/** Maximum number of results that are sorted by a value: a short row is read for each, 25 ms in all, on the thread for long reads. */
export const MAX_SORTED = 10_000;

type SortedBy = Exclude<EntityOrder, 'relevance'>;

/** The order that a cursor continues, and where. */
export interface SortCursor {
  readonly by: SortedBy;
  readonly place: SortPlace;
}

function cursorText(by: SortedBy, { key, id }: SortPlace): string {
  return Buffer.from(JSON.stringify([by, key, id])).toString('base64url');
}

export function readPlace(given: string, faults: Faults, name: string): SortCursor | null {
  const fault = () => faults.add(name, `must be a cursor of an earlier response; got ${quoted(given)}.`);
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(given, 'base64url').toString());
  } catch {
    return fault();
  }
  if (!Array.isArray(parts) || parts.length !== 3 || !parts.every((part) => typeof part === 'string'))
    return fault();
  const [by, key, id] = parts as [string, string, string];
  if (by !== 'name' && by !== 'formed' && by !== 'status') return fault();
  return { by, place: { key, id } };
}

interface SortedResults<Result> {
  readonly ranked: readonly Result[];
  readonly hasMore: boolean;
  /** Null after the last page. */
  readonly cursor: string | null;
}

/** The page of all results, by the number of their record, in the order of a value. */
export async function sortedPage<Result>(
  { after, offset, limit }: Omit<SortedPage, 'max'> & { readonly limit: number },
  by: SortedBy,
  results: ReadonlyMap<number, Result>,
  { slowReads, now }: Pick<Dependencies, 'slowReads' | 'now'>,
  accountId: string,
): Promise<SortedResults<Result>> {
  const page = { after, offset, max: limit + 1 };
  const order = { by, today: dayOf(now()) };
  const sorted = await slowReads.sortedEntities([...results.keys()], order, page, accountId);
  const shown = sorted.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = sorted.length > limit;
  return {
    ranked: shown.flatMap(({ number }) => results.get(number) ?? []),
    hasMore,
    cursor: hasMore && last ? cursorText(by, last) : null,
  };
}
