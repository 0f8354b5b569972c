import type { MATCH_QUESTIONS } from '../../contract/match.js';
import { cikDigits, einDigits, keyOfNumber, ueiText } from '../../domain/identifiers.js';
import { stateCode } from '../../domain/places/place-codes.js';
import { zipCodeOfCell } from '../../domain/places/zip-code.js';
import type { Question } from '../../linking/match/question/question.js';

export type QuestionColumn = (typeof MATCH_QUESTIONS)[number];

/** Cells of a list as a question; `faults` are cells that could not be read and were left out. */
export interface CellsQuestion {
  readonly question: Question;
  readonly faults: readonly string[];
}

/** Reads spreadsheet cells. `cellOf` returns the text of a cell; empty if there is none. */
export function questionOfCells(cellOf: (column: QuestionColumn) => string): CellsQuestion {
  const faults: string[] = [];
  const cell = (column: QuestionColumn) => cellOf(column).trim().slice(0, LONGEST);
  const checked = (column: QuestionColumn, read: (text: string) => string | undefined) => {
    const text = cell(column);
    const value = text === '' ? '' : read(text);
    if (value === undefined)
      faults.push(`"${text}" is not a valid ${WORDS[column] ?? column} and was ignored.`);
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
      zip: checked('zip', zipCodeOfCell),
    },
    people: [cell('officer'), cell('agent')].filter((person) => person !== ''),
    identifiers: [ein && `ein:${ein}`, uei && `uei:${uei}`, cik && `cik:${cik}`].filter((one) => one !== ''),
    registryNumber: checked('registryNumber', (text) => (keyOfNumber(text) === null ? undefined : text)),
    year: null,
  };
  return { question, faults };
}

/** The result of a row that `asksNothing`. */
export const NOTHING_ASKED = {
  outcome: 'none',
  reason: 'The row has neither a name nor a number.',
  candidates: [],
  candidateCount: 0,
} as const;

export function asksNothing({ name, otherNames, identifiers, registryNumber }: Question): boolean {
  return name === '' && otherNames.length === 0 && identifiers.length === 0 && registryNumber === '';
}

const TELLS = /[\p{L}\p{N}]/u;
const LONGEST = 500;
const WORDS: Readonly<Partial<Record<QuestionColumn, string>>> = {
  ein: 'EIN',
  uei: 'UEI',
  cik: 'CIK',
  state: 'state',
  zip: 'US ZIP code',
  registryNumber: 'register number',
};
