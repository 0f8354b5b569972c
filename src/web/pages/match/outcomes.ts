import { type RowResult, resultForm } from '../../../operations/match/result-rows.js';
import type { KeptList, RowMatch } from './kept-list.js';
import { type Question, questionOf } from './list.js';

/** Returns true if a person must choose, or confirm the only candidate. */
export function isChoice({ outcome }: Pick<RowMatch, 'outcome'>): boolean {
  return outcome === 'ambiguous' || outcome === 'possible';
}

/** The list with all its own columns and what was found, as `dossier match` writes it. */
export function resultCsv({ list, results, choices }: KeptList): string {
  const form = resultForm(list, false);
  return (
    form.head +
    results
      .map((result, place) => form.row(list.rows[place] ?? [], withChoice(result, choices[place])))
      .join('')
  );
}

/** The result of a row with the record that the reader chose among its candidates. */
function withChoice(result: RowMatch, chosen: string | undefined): RowResult {
  const record = result.candidates.find(({ id }) => id === chosen);
  if (record === undefined) return result;
  return { outcome: 'chosen', reason: 'Chosen from the candidates.', candidates: [record] };
}

/** The candidates of rows that have only one, by the place of the row. */
export function soleCandidates({ results }: KeptList): Readonly<Record<number, string>> {
  return Object.fromEntries(
    results.flatMap(({ outcome, candidates: [first, second] }, place) =>
      isChoice({ outcome }) && first && !second ? [[place, first.id]] : [],
    ),
  );
}

/** A row with its result, and its place in the list. */
export interface PlacedRow {
  readonly place: number;
  readonly question: Question;
  readonly match: RowMatch;
  readonly chosen: string | undefined;
  readonly outcome: string;
  readonly reason: string;
}

export function placedRows({ list, roles, results, choices }: KeptList): readonly PlacedRow[] {
  return results.map((match, place) => {
    const chosen = choices[place];
    const { outcome, reason } = withChoice(match, chosen);
    const { question } = questionOf(roles, list.rows[place] ?? []);
    return { place, question, match, chosen, outcome, reason };
  });
}
