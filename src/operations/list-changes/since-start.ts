import type { ChangeFilter, FeedState } from '../../store/store.js';

/** Where a watch or list starts: the position of a feed, and for other feeds the time. */
export interface Start {
  readonly feed: string;
  readonly position: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/**
 * The filter for the events since the start. A position of another feed, or beyond its end, means that the data was recreated or a backup was
 * restored; then the time decides.
 */
export function sinceStart(
  filter: ChangeFilter,
  { feed, position, at }: Start,
  { id, newest }: Pick<FeedState, 'id' | 'newest'>,
): ChangeFilter {
  return { ...filter, ...(feed === id && position <= newest ? { after: position } : { since: at }) };
}
