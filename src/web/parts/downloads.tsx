import { counted, number } from './numbers.js';

/** Rows of one file; an export has all. */
export const MAX_FILE_ROWS = 1_000;

interface DownloadsProps {
  /** Path and query of the page; its files have the path with another ending. */
  readonly at: string;
  /** Null if it is not known. */
  readonly total: number | null;
  readonly isMetered: boolean;
}

/** Links to the rows of a page as files. */
export function Downloads({ at, total, isMetered }: DownloadsProps) {
  if (total === 0) return null;
  const [path, query] = at.split('?');
  const to = (form: string) => `${path}.${form}${query ? `?${query}` : ''}`;
  const isCut = total === null || total > MAX_FILE_ROWS;
  const rows = isCut ? `The first ${number(MAX_FILE_ROWS)} rows` : counted(total, 'row');
  return (
    <p class="actions">
      {`${rows} as `}
      <a href={to('csv')}>CSV</a>
      {' or '}
      <a href={to('xlsx')}>Excel workbook</a>
      {isMetered && '; costs the same as reading all pages'}
    </p>
  );
}
