import { compares, type PortalRow, parseWhere, SoqlError } from './soql.js';

/** A table of a Socrata portal. `:id` and `:updated_at` are made where rows do not bring their own. */
export interface SocrataTable {
  readonly rows: readonly PortalRow[];
  /** Columns beside those that rows hold: a column may be null in every row. */
  readonly columns?: readonly string[];
  /** Field name -> heading of the portal's own download. */
  readonly headings?: Readonly<Record<string, string>>;
}

const DEFAULT_LIMIT = 1_000;
const MAX_ROWS = 50_000;
const LOADED_AT = '2026-01-01T00:00:00.000Z';

/** The answer of `/resource/<id>.json`. Throws SoqlError where the portal would say 400. */
export function answerRows(table: SocrataTable, query: URLSearchParams): PortalRow[] {
  const rows = systemRows(table);
  const columns = columnsOf(table);
  const found = rows.filter((row) => conditions(query, columns).every((holds) => holds(row)));
  const select = query.get('$select') ?? '*';
  if (select === 'count(*)') return [{ count: String(found.length) }];
  const ordered = sort(found, query.get('$order'), columns);
  const offset = wholeNumber(query, '$offset', 0);
  const limit = Math.min(wholeNumber(query, '$limit', DEFAULT_LIMIT), MAX_ROWS);
  return ordered.slice(offset, offset + limit).map((row) => written(row, select, columns));
}

/** The answer of `/resource/<id>.csv`: field names, ISO dates, all columns whatever the rows hold. */
export function answerCsv(table: SocrataTable, query: URLSearchParams): string {
  const columns = [...columnsOf(table)].filter((column) => !column.startsWith(':'));
  const lines = answerRows(table, query).map((row) => columns.map((column) => quoted(row[column])));
  return [columns, ...lines].map((cells) => `${cells.join(',')}\n`).join('');
}

/** The answer of `/api/views/<id>/rows.csv`: all rows, display names, dates as MM/DD/YYYY. */
export function downloadCsv(table: SocrataTable): string {
  const columns = [...columnsOf(table)].filter((column) => !column.startsWith(':'));
  const lines = table.rows.map((row) => columns.map((column) => csvCell(row[column])));
  return [columns.map((column) => csvCell(table.headings?.[column] ?? column)), ...lines]
    .map((cells) => `${cells.join(',')}\n`)
    .join('');
}

function systemRows(table: SocrataTable): PortalRow[] {
  return table.rows.map((row, index) => ({
    ':id': `row-${String(index).padStart(6, '0')}`,
    ':created_at': LOADED_AT,
    ':updated_at': LOADED_AT,
    ...row,
  }));
}

function columnsOf({ rows, columns = [] }: SocrataTable): Set<string> {
  return new Set([
    ':id',
    ':created_at',
    ':updated_at',
    ...columns,
    ...rows.flatMap((row) => Object.keys(row)),
  ]);
}

/** `$where`, `$q`, and any column as a simple filter for equality. */
function conditions(query: URLSearchParams, columns: ReadonlySet<string>) {
  const holds: ((row: PortalRow) => boolean)[] = [];
  for (const [name, value] of query) {
    if (name === '$where') holds.push(parseWhere(value, columns));
    else if (name === '$q') holds.push((row) => hasWords(row, value));
    else if (!name.startsWith('$')) {
      if (!columns.has(name)) throw noColumn(name);
      holds.push((row) => compares('=', (row[name] ?? null) as string | number | null, value));
    }
  }
  return holds;
}

/** `$q` finds whole words in any text column. */
function hasWords(row: PortalRow, text: string): boolean {
  const values = Object.entries(row).filter(([column, value]) => !column.startsWith(':') && value !== null);
  const words = new Set(values.flatMap(([, value]) => wordsOf(String(value))));
  return wordsOf(text).every((word) => words.has(word));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function sort(rows: readonly PortalRow[], order: string | null, columns: ReadonlySet<string>): PortalRow[] {
  const keys = (order ?? ':id').split(',').map((part) => {
    const [column = '', direction] = part.trim().split(/\s+/);
    if (!columns.has(column)) throw noColumn(column);
    return { column, sign: direction?.toLowerCase() === 'desc' ? -1 : 1 };
  });
  return [...rows].sort((a, b) => {
    for (const { column, sign } of keys) {
      const [left, right] = [String(a[column] ?? ''), String(b[column] ?? '')];
      if (left !== right) return left < right ? -sign : sign;
    }
    return 0;
  });
}

/** Nulls are left out and numbers are strings, as in real answers; system fields only where they are selected. */
function written(row: PortalRow, select: string, columns: ReadonlySet<string>): PortalRow {
  const wanted = select.split(',').flatMap((part) => {
    const name = part.trim();
    if (name === ':*') return [...columns].filter((column) => column.startsWith(':'));
    if (name === '*') return [...columns].filter((column) => !column.startsWith(':'));
    if (!columns.has(name)) throw noColumn(name);
    return [name];
  });
  const filled = wanted.filter((column) => row[column] !== undefined && row[column] !== null);
  return Object.fromEntries(filled.map((column) => [column, asPublished(row[column])]));
}

function asPublished(value: unknown): unknown {
  return typeof value === 'number' ? String(value) : value;
}

function csvCell(value: unknown): string {
  return quoted(String(value ?? '').replace(/^(\d{4})-(\d{2})-(\d{2})T00:00:00\.000$/, '$2/$3/$1'));
}

function quoted(value: unknown): string {
  const text = String(value ?? '');
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function wholeNumber(query: URLSearchParams, name: string, fallback: number): number {
  const text = query.get(name);
  if (text === null) return fallback;
  if (!/^\d+$/.test(text)) throw new SoqlError('query.soql.invalid-limit', `Invalid ${name}: ${text}`);
  return Number(text);
}

function noColumn(name: string): SoqlError {
  return new SoqlError('query.soql.no-such-column', `No such column: ${name}`);
}
