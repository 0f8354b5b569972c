import { printableLine } from '../platform/printable.js';

/** Rows below a header, padded to the widest cell; numbers are right-aligned. */
export function textTable(
  header: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): string {
  const cells = [header, ...rows.map((row) => row.map((cell) => shown(cell)))];
  const widths = header.map((_, column) =>
    cells.reduce((widest, row) => Math.max(widest, (row[column] ?? '').length), 0),
  );
  const right = header.map((_, column) => rows.some((row) => typeof row[column] === 'number'));
  const lines = cells.map((row) =>
    row.map((cell, column) =>
      right[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
    ),
  );
  return lines.map((line) => line.join('  ').trimEnd()).join('\n');
}

function shown(cell: string | number | null): string {
  if (cell === null) return '-';
  return typeof cell === 'number' ? cell.toLocaleString('en-US') : printableLine(cell);
}
