import { megabytes, type Preflight } from '../../loading/preflight.js';
import { textTable } from '../table.js';

/** A line for each source, and one for all of them. */
export function describePreflight({ sources, knownBytes, unknown, freeBytes }: Preflight): string {
  const rows = sources.map(({ source, fetch, files, bytes, records, seconds, missing }) => [
    source,
    fetch,
    files,
    bytes === null ? null : megabytes(bytes),
    `${records.toLocaleString('en-US')}${seconds === null ? '+' : ''}`,
    seconds === null ? null : `${seconds} s`,
    missing.join(', '),
  ]);
  const header = ['source', 'fetch', 'files', 'size', 'records', 'last load', 'not set'];
  const free = megabytes(freeBytes);
  const others =
    unknown.sources === 0
      ? ''
      : `; ${unknown.sources} more do not say their size and have ${unknown.records.toLocaleString('en-US')} records or more`;
  return `${textTable(header, rows)}\nTo fetch: ${megabytes(knownBytes)} as far as known${others}. Free disk: ${free}.`;
}
