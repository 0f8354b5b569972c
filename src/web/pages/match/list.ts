import { parse } from 'csv-parse/sync';
import { MATCH_QUESTIONS } from '../../../contract/match.js';
import type { Match } from '../../site/answers.js';

type Column = (typeof MATCH_QUESTIONS)[number];

export type Question = Readonly<Partial<Record<Column, string>>>;

/** A row of the list with what was found for it. */
export interface Answered {
  readonly question: Question;
  /** Undefined if it could not be asked; `problem` says why. */
  readonly match: Match | undefined;
  readonly problem: string | undefined;
  /** The id that the reader chose among candidates. */
  readonly chosen: string | undefined;
}

/** Rows of a list that are looked up by one page. */
export const ROWS_MOST = 1_000;

export interface PastedList {
  readonly questions: readonly Question[];
  /** Heads of columns that are no question. */
  readonly unknown: readonly string[];
  /** Rows beyond the most. */
  readonly left: number;
}

/**
 * A list as a spreadsheet copies it (tabs) or saves it (commas). If its first line names a column `name` or an identifier,
 * it is the head; else each line is a name. Throws `Error` for a quoted cell that does not end.
 */
export function readList(text: string): PastedList {
  const delimiter = text.includes('\t') ? '\t' : ',';
  const rows: string[][] = parse(text, {
    ...{ delimiter, bom: true, trim: true, relax_quotes: true },
    ...{ skip_empty_lines: true, relax_column_count: true },
  });
  const heads = (rows[0] ?? []).map(columnOf);
  const hasHead = heads.some((head) => head !== undefined && head !== 'state');
  const lines = hasHead
    ? rows.slice(1)
    : text.split(/\r?\n/).flatMap((line) => (line.trim() ? [[line.trim()]] : []));
  const columns = hasHead ? heads : (['name'] as const);
  return {
    questions: lines.slice(0, ROWS_MOST).map((cells) => questionOf(columns, cells)),
    unknown: hasHead ? (rows[0] ?? []).filter((_, at) => heads[at] === undefined) : [],
    left: Math.max(0, lines.length - ROWS_MOST),
  };
}

function questionOf(columns: readonly (Column | undefined)[], cells: readonly string[]): Question {
  return Object.fromEntries(
    columns.flatMap((column, at) => {
      const value = cells[at]?.trim() ?? '';
      return column === undefined || value === '' ? [] : [[column, value]];
    }),
  );
}

/** Other words for a column, in small letters without blanks. */
const OTHER_WORDS: Readonly<Record<string, Column>> = {
  company: 'name',
  companyname: 'name',
  vendor: 'name',
  businessname: 'name',
  legalname: 'name',
  zipcode: 'zip',
  postalcode: 'zip',
  address: 'street',
  taxid: 'ein',
  st: 'state',
  town: 'city',
};

function columnOf(head: string): Column | undefined {
  const plain = head.toLowerCase().replace(/[^a-z]/g, '');
  return MATCH_QUESTIONS.find((column) => column.toLowerCase() === plain) ?? OTHER_WORDS[plain];
}
