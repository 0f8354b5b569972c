import { ApiError } from '../../contract/errors.js';
import type { FeedState } from '../../store/store.js';
import { type Faults, quoted } from '../query/query.js';

/** A place in one feed; clients send it back as it is. */
export interface Cursor {
  readonly feed: string;
  readonly position: number;
}

export function cursorText({ id }: Pick<FeedState, 'id'>, position: number): string {
  return `${id}-${position.toString(36)}`;
}

export function readCursor(given: string, faults: Faults, name: string): Cursor | null {
  const [, feed, position] = /^([0-9a-f]{12})-([0-9a-z]{1,10})$/.exec(given) ?? [];
  if (feed === undefined || position === undefined) {
    return faults.add(name, `must be a cursor of an earlier response; got ${quoted(given)}.`);
  }
  return { feed, position: Number.parseInt(position, 36) };
}

/** Throws the 410 for a cursor of another feed: the data was loaded again, or a backup was restored. */
export function positionIn(state: FeedState, { feed, position }: Cursor): number {
  if (feed === state.id) return position;
  throw cursorExpired(state, 'The cursor belongs to another feed: the data was recreated.');
}

export function cursorExpired(state: FeedState, detail: string): ApiError {
  return new ApiError('cursor_expired', `${detail} Start from an export, or from \`oldestCursor\`.`, {
    members: { oldestCursor: cursorText(state, state.oldest), export: '/api/v1/exports' },
  });
}
