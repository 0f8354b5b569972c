import { formulaSafe } from '../../domain/formula-safe.js';
import type { Match } from '../../linking/match/findings.js';
import type { ListHead } from './list-rows.js';

/** The columns that are added behind those of the list. */
const ADDED = ['outcome', 'id', 'matched_name', 'probability', 'why', 'candidates'] as const;

/** How results are written: the text before all rows, and the text of one. */
export interface ResultForm {
  readonly head: string;
  row(fields: readonly string[], match: Match): string;
}

/** CSV with the list's own separator, or a JSON object a line. */
export function resultForm({ columns, delimiter }: ListHead, isJson: boolean): ResultForm {
  if (!isJson) {
    const line = (cells: readonly string[]) =>
      `${cells.map((one) => cell(formulaSafe(one), delimiter)).join(delimiter)}\r\n`;
    return {
      head: line([...columns, ...ADDED]),
      row: (fields, match) => line([...fields, ...addedCells(match)]),
    };
  }
  const keys = distinct(columns);
  return {
    head: '',
    row: (fields, match) => {
      const own = fields.map((field, place) => [keys[place] ?? '', field]);
      return `${JSON.stringify({ ...Object.fromEntries(own), ...addedValues(match) })}\n`;
    },
  };
}

function addedCells({ outcome, reason, candidates }: Match): string[] {
  const [first] = candidates;
  const isFound = outcome === 'found' && first !== undefined;
  return [
    outcome,
    isFound ? first.candidate.data.id : '',
    isFound ? first.candidate.data.name : '',
    first === undefined ? '' : rounded(first.probability).toString(),
    reason,
    isFound
      ? ''
      : candidates
          .map(({ candidate, probability }) => `${candidate.data.id} (${rounded(probability)})`)
          .join(' '),
  ];
}

function addedValues({ outcome, reason, candidates }: Match) {
  const [first] = candidates;
  const isFound = outcome === 'found' && first !== undefined;
  return {
    outcome,
    id: isFound ? first.candidate.data.id : null,
    matched_name: isFound ? first.candidate.data.name : null,
    probability: first === undefined ? null : rounded(first.probability),
    why: reason,
    candidates: isFound
      ? []
      : candidates.map(({ candidate: { data }, probability }) => ({
          id: data.id,
          name: data.name,
          state: data.state ?? null,
          probability: rounded(probability),
        })),
  };
}

function rounded(probability: number): number {
  return Math.round(probability * 10_000) / 10_000;
}

function cell(text: string, delimiter: string): string {
  // In a list with | between its columns a quote is a character like others.
  const special = delimiter === '|' ? /[\r\n]/ : /["\r\n]/;
  const isPlain = !text.includes(delimiter) && !special.test(text);
  return isPlain ? text : `"${text.replaceAll('"', '""')}"`;
}

/** Keys of an object: of two columns of one heading, or of one that is added here, the later one gets a number. */
function distinct(columns: readonly string[]): readonly string[] {
  const taken = new Set<string>(ADDED);
  return columns.map((column) => {
    let key = column;
    for (let number = 2; taken.has(key); number++) key = `${column}_${number}`;
    taken.add(key);
    return key;
  });
}
