import type { MatchOutcome } from '../../contract/vocabulary.js';
import { formulaSafe } from '../../domain/formula-safe.js';
import type { Matcher } from '../../linking/match/matcher.js';
import { asksNothing, type CellsQuestion, NOTHING_ASKED } from './cells.js';

/** What was found for a row: the result of the match. */
export interface RowResult {
  readonly outcome: string;
  readonly reason: string;
  /** The likeliest first. */
  readonly candidates: readonly {
    readonly id: string;
    readonly name: string;
    readonly state?: string | null | undefined;
    readonly probability: number;
  }[];
}

/** Matches a row; the reason names the cells that could not be read. */
export async function matchCells(
  { question, faults }: CellsQuestion,
  matcher: Matcher,
): Promise<RowResult & { readonly outcome: MatchOutcome }> {
  const { outcome, reason, candidates } = asksNothing(question)
    ? NOTHING_ASKED
    : await matcher.match(question);
  return {
    outcome,
    reason: [...faults, reason].join(' '),
    candidates: candidates.map(({ candidate: { data }, probability }) => ({
      id: data.id,
      name: data.name,
      state: data.state ?? null,
      probability,
    })),
  };
}

interface ListForm {
  readonly columns: readonly string[];
  readonly delimiter: string;
}

/** The columns that are added behind those of the list. */
export const RESULT_COLUMNS = ['outcome', 'id', 'matched_name', 'probability', 'why', 'candidates'] as const;

/** How results are written: the text before all rows, and the text of one. */
interface ResultForm {
  readonly head: string;
  row(fields: readonly string[], match: RowResult): string;
}

/** CSV with the list's own separator, or a JSON object a line. */
export function resultForm({ columns, delimiter }: ListForm, isJson: boolean): ResultForm {
  if (!isJson) {
    const line = (cells: readonly string[]) =>
      `${cells.map((one) => cell(formulaSafe(one), delimiter)).join(delimiter)}\r\n`;
    return {
      head: line([...columns, ...RESULT_COLUMNS]),
      row: (fields, match) => line([...fields, ...resultCells(match)]),
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

/** `chosen`: a person chose the record among the candidates. */
const IDENTIFYING: readonly string[] = ['found', 'chosen'];

/** The cells of `RESULT_COLUMNS`. */
export function resultCells({ outcome, reason, candidates }: RowResult): string[] {
  const [first] = candidates;
  const isFound = IDENTIFYING.includes(outcome) && first !== undefined;
  return [
    outcome,
    isFound ? first.id : '',
    isFound ? first.name : '',
    first === undefined ? '' : rounded(first.probability).toString(),
    reason,
    isFound ? '' : candidates.map(({ id, probability }) => `${id} (${rounded(probability)})`).join(' '),
  ];
}

function addedValues({ outcome, reason, candidates }: RowResult) {
  const [first] = candidates;
  const isFound = IDENTIFYING.includes(outcome) && first !== undefined;
  return {
    outcome,
    id: isFound ? first.id : null,
    matched_name: isFound ? first.name : null,
    probability: first === undefined ? null : rounded(first.probability),
    why: reason,
    candidates: isFound
      ? []
      : candidates.map(({ id, name, state = null, probability }) => ({
          id,
          name,
          state,
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
  const taken = new Set<string>(RESULT_COLUMNS);
  return columns.map((column) => {
    let key = column;
    for (let number = 2; taken.has(key); number++) key = `${column}_${number}`;
    taken.add(key);
    return key;
  });
}
