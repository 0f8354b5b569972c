import { number } from './numbers.js';

interface PagerProps {
  readonly offset: number;
  readonly limit: number;
  readonly shown: number;
  readonly total: number | null;
  readonly hasMore: boolean;
  /** The address of the page at an offset. */
  readonly at: (offset: number) => string;
}

/** Back and on, with the place in the whole. */
export function Pager({ offset, limit, shown, total, hasMore, at }: PagerProps) {
  if (offset === 0 && !hasMore) return null;
  return (
    <nav class="pager" aria-label="Pages">
      {offset > 0 && (
        <a rel="prev" href={at(Math.max(0, offset - limit))}>
          Previous
        </a>
      )}
      <span class="quiet">
        {shown === 0 ? 'No further results' : `${number(offset + 1)} to ${number(offset + shown)}`}
        {total === null ? '' : ` of ${number(total)}`}
      </span>
      {hasMore && (
        <a rel="next" href={at(offset + limit)}>
          Next
        </a>
      )}
    </nav>
  );
}
