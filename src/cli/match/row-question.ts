import { MATCH_QUESTIONS } from '../../contract/match.js';
import type { Roles } from '../../operations/lists/read-list.js';
import { type CellsQuestion, type QuestionColumn, questionOfCells } from '../../operations/match/cells.js';
import { CliError } from '../context.js';

/** Column assignment: option -> heading, or number starting at 1. */
export type ColumnOptions = Readonly<Partial<Record<QuestionColumn, string>>>;

/** Finds the columns once and reads row by row. Throws `CliError` where a column is not there, or twice. */
export function questionReader(
  columns: readonly string[],
  options: ColumnOptions,
): (row: readonly string[]) => CellsQuestion {
  const places = new Map(
    MATCH_QUESTIONS.flatMap((question) => {
      const column = options[question];
      return column === undefined ? [] : [[question, placeOf(column, columns)] as const];
    }),
  );
  return (row) => questionOfCells((question) => row[places.get(question) ?? -1] ?? '');
}

/** What each column is used as. Throws `CliError`. */
export function rolesOf(columns: readonly string[], options: ColumnOptions): Roles {
  const used = new Map(
    MATCH_QUESTIONS.flatMap((question) => {
      const column = options[question];
      return column === undefined ? [] : [[placeOf(column, columns), question] as const];
    }),
  );
  return columns.map((_, place) => used.get(place) ?? null);
}

/** For a message: of a wide list the first columns. */
export function columnList(columns: readonly string[]): string {
  const more = columns.length - MAX_NAMED;
  const named = columns.slice(0, MAX_NAMED).join(', ');
  return more > 0 ? `${named} and ${more.toLocaleString('en-US')} more` : named;
}

const MAX_NAMED = 20;

function placeOf(column: string, columns: readonly string[]): number {
  const wanted = column.trim().toLowerCase();
  const places = [...columns.keys()].filter((place) => columns[place]?.toLowerCase() === wanted);
  if (places.length > 1) {
    const numbers = places.map((place) => place + 1).join(' and ');
    throw new CliError(`Columns ${numbers} are both named ${column}; specify one by its number.`);
  }
  const [place] = places;
  if (place !== undefined) return place;
  const number = /^\d+$/.test(wanted) ? Number(wanted) : 0;
  if (number >= 1 && number <= columns.length) return number - 1;
  throw new CliError(`There is no column ${column}. Columns: ${columnList(columns)}.`);
}
