/** Selects rows of one table. Values and words are unquoted; the dialects quote them. */
export type PortalQuery =
  /** Rows in which one of the columns has one of the values. */
  | {
      readonly kind: 'oneOf';
      readonly columns: readonly string[];
      readonly values: readonly string[];
      readonly limit: number;
    }
  /** Rows in which one of the columns contains all the words, as whole words or parts of words. */
  | {
      readonly kind: 'words';
      readonly columns: readonly string[];
      readonly words: readonly string[];
      readonly limit: number;
    };

/** Builds the request for a query, and extracts the rows from its response. */
export interface Dialect {
  /** Path and query string. */
  readonly path: (table: string, query: PortalQuery) => string;
  /** Throws a plain Error if the response is not from this software. */
  readonly rows: (answer: unknown) => readonly JsonRow[];
}

export type JsonRow = Readonly<Record<string, unknown>>;

/** Both dialects double a quote inside a text. */
export function quote(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

/** `upper(name) like '%A%' and ...` for each column, joined by `or`. `%` and `_` in words become spaces. */
export function likeWords(columns: readonly string[], words: readonly string[], upper: string): string {
  const one = (column: string) =>
    words.map((word) => `${upper}(${column}) like ${quote(`%${plain(word)}%`)}`).join(' AND ');
  return columns.map((column) => `(${one(column)})`).join(' OR ');
}

export function inValues(columns: readonly string[], values: readonly string[]): string {
  return columns.map((column) => `${column} in (${values.map(quote).join(',')})`).join(' OR ');
}

function plain(word: string): string {
  return word.replace(/[%_]/g, ' ').toUpperCase();
}

export function isRow(value: unknown): value is JsonRow {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
