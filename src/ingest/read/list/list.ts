import { InputError } from '../support/context.js';

/** A list of companies as spreadsheets save it: text with delimiters, or a workbook. */
export interface List {
  readonly columns: readonly string[];
  /** The delimiter of the text; a comma for a workbook. */
  readonly delimiter: string;
  /** The sheet that is read, if the workbook has several. */
  readonly sheet?: string;
  /**
   * Yields the rows below the headings once, in constant memory. A row with fewer fields than columns is padded; blank lines
   * are skipped. Throws InputError for a row with more.
   */
  readonly rows: () => AsyncGenerator<readonly string[]>;
}

export interface ListLimits {
  readonly maxColumns: number;
  /** Maximum size of a workbook's decompressed parts. */
  readonly maxUnpackedBytes: number;
}

export const LIST_LIMITS: ListLimits = { maxColumns: 16_384, maxUnpackedBytes: 2 ** 30 };

/** Fits the fields of a row to the columns. Throws InputError for a surplus field. */
export function fitRow(name: string, number: number, row: readonly string[], columns: number): string[] {
  const surplus = row.slice(columns).some((field) => field.trim() !== '');
  if (row.length === 0 || surplus) {
    const fault =
      row.length === 0
        ? 'has an unclosed quote'
        : `has ${row.length} fields, but the first row has ${columns}`;
    throw new InputError(`Row ${number} of ${name} ${fault}. Correct it and start again.`);
  }
  return Array.from({ length: columns }, (_, place) => row[place] ?? '');
}
