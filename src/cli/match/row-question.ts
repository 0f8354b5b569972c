import { MATCH_QUESTIONS } from '../../contract/match.js';
import { cikDigits, einDigits, keyOfNumber, ueiText } from '../../domain/identifiers.js';
import { stateCode } from '../../domain/places/place-codes.js';
import type { Question } from '../../linking/match/question/question.js';
import { CliError } from '../context.js';

/** Which column holds what: option -> its heading, or its number from 1 on. */
export type ColumnOptions = Readonly<Partial<Record<QuestionColumn, string>>>;
export type QuestionColumn = (typeof MATCH_QUESTIONS)[number];

/** A row as a question; `faults` are cells that could not be read and were left out. */
export interface RowQuestion {
  readonly question: Question;
  readonly faults: readonly string[];
}

/** Finds the columns once and reads row by row. Throws `CliError` where a column is not there, or twice. */
export function questionReader(
  columns: readonly string[],
  options: ColumnOptions,
): (row: readonly string[]) => RowQuestion {
  const places = new Map(
    MATCH_QUESTIONS.flatMap((asked) => {
      const column = options[asked];
      return column === undefined ? [] : [[asked, placeOf(column, columns)] as const];
    }),
  );
  return (row) => {
    const faults: string[] = [];
    const cell = (asked: QuestionColumn) => (row[places.get(asked) ?? -1] ?? '').trim().slice(0, LONGEST);
    const checked = (asked: QuestionColumn, read: (text: string) => string | undefined) => {
      const text = cell(asked);
      const value = text === '' ? '' : read(text);
      if (value === undefined) faults.push(`"${text}" is no ${WORDS[asked] ?? asked} and was left out.`);
      return value ?? '';
    };
    const [ein, uei, cik] = [
      checked('ein', (text) => einDigits(/^\d{8}$/.test(text) ? `0${text}` : text)),
      checked('uei', ueiText),
      checked('cik', cikDigits),
    ];
    const name = cell('name');
    const question = {
      name: TELLS.test(name) ? name : '',
      otherNames: cell('otherName')
        .split(';')
        .flatMap((one) => one.trim() || []),
      address: {
        street: cell('street'),
        city: cell('city'),
        state: checked('state', stateCode),
        // Spreadsheets take a ZIP code for a number and drop the zeros before it.
        zip: cell('zip').replace(/^\d{3,4}$/, (digits) => digits.padStart(5, '0')),
      },
      people: [cell('officer'), cell('agent')].filter((person) => person !== ''),
      identifiers: [ein && `ein:${ein}`, uei && `uei:${uei}`, cik && `cik:${cik}`].filter(
        (one) => one !== '',
      ),
      registryNumber: checked('registryNumber', (text) => (keyOfNumber(text) === null ? undefined : text)),
      year: null,
    };
    return { question, faults };
  };
}

export function asksNothing({ name, otherNames, identifiers, registryNumber }: Question): boolean {
  return name === '' && otherNames.length === 0 && identifiers.length === 0 && registryNumber === '';
}

function placeOf(column: string, columns: readonly string[]): number {
  const wanted = column.trim().toLowerCase();
  const places = [...columns.keys()].filter((place) => columns[place]?.toLowerCase() === wanted);
  if (places.length > 1) {
    const numbers = places.map((place) => place + 1).join(' and ');
    throw new CliError(`Columns ${numbers} are both called ${column}; name one of them by its number.`);
  }
  const [place] = places;
  if (place !== undefined) return place;
  const number = /^\d+$/.test(wanted) ? Number(wanted) : 0;
  if (number >= 1 && number <= columns.length) return number - 1;
  throw new CliError(`There is no column ${column}; there are ${columns.join(', ')}.`);
}

const TELLS = /[\p{L}\p{N}]/u;
const LONGEST = 500;
const WORDS: Readonly<Partial<Record<QuestionColumn, string>>> = {
  ein: 'EIN',
  uei: 'UEI',
  cik: 'CIK',
  state: 'state',
  registryNumber: 'number of a register',
};
