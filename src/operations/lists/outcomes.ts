import { LIST_OUTCOMES, type ListCounts, type ListOutcome } from '../../contract/lists.js';
import type { MatchSchema } from '../../contract/match.js';
import type { Conforming } from '../../contract/schema.js';
import type { MatchList } from '../../store/store.js';
import type { Start } from '../list-changes/since-start.js';
import { type RowResult, resultForm } from '../match/result-rows.js';
import { type Question, questionOf, type Roles, type UploadedList } from './read-list.js';

/** A row that was matched. Candidates of the first ambiguous rows have their evidence. */
export interface RowMatch extends RowResult {
  readonly candidates: readonly (RowResult['candidates'][number] & Partial<Pick<Candidate, 'evidence'>>)[];
}

type Candidate = Conforming<typeof MatchSchema>['candidates'][number];

/** The part of a list that is compressed. */
export interface ListContent {
  readonly list: UploadedList;
  readonly roles: Roles;
  /** One for each matched row; later rows are not matched yet. */
  readonly results: readonly RowMatch[];
  /** Ids of chosen candidates, by the place of the row. */
  readonly choices: Readonly<Record<number, string>>;
  /** The position in the change feed when the list was created. */
  readonly feed: { readonly id: string; readonly position: number } | null;
}

/** A list with its rows and results; on the pages at `/match/{id}`. */
export interface KeptList extends Omit<MatchList, 'content' | 'counts' | 'records'>, ListContent {}

/** Returns true if a person must choose, or confirm the only candidate. */
export function isChoice({ outcome }: Pick<RowMatch, 'outcome'>): boolean {
  return outcome === 'ambiguous' || outcome === 'possible';
}

/** The result of a row with the record that the reader chose among its candidates. */
function withChoice(result: RowMatch, chosen: string | undefined): RowMatch {
  const record = result.candidates.find(({ id }) => id === chosen);
  if (record === undefined) return result;
  return { outcome: 'chosen', reason: 'Chosen from the candidates.', candidates: [record] };
}

/** The record of a row that is found or was chosen. */
export function recordOf({
  outcome,
  candidates: [first],
}: RowResult): RowResult['candidates'][number] | undefined {
  return outcome === 'found' || outcome === 'chosen' ? first : undefined;
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
  readonly cells: readonly string[];
  readonly question: Question;
  /** Before any choice. */
  readonly match: RowMatch;
  readonly chosen: string | undefined;
  /** With the choice. */
  readonly result: RowResult;
  readonly outcome: ListOutcome;
}

const NOT_MATCHED: RowMatch = { outcome: 'not_matched', reason: 'Not matched yet.', candidates: [] };

/** All rows in the order of the list. */
export function placedRows({ list, roles, results, choices }: KeptList): readonly PlacedRow[] {
  return list.rows.map((cells, place) => {
    const match = results[place] ?? NOT_MATCHED;
    const chosen = choices[place];
    const result = withChoice(match, chosen);
    const { question } = questionOf(roles, cells);
    return { place, cells, question, match, chosen, result, outcome: result.outcome as ListOutcome };
  });
}

/** The number of rows by outcome. */
export function countsOf(kept: KeptList): ListCounts {
  const counts = Object.fromEntries(LIST_OUTCOMES.map((outcome) => [outcome, 0])) as Record<
    ListOutcome,
    number
  >;
  for (const [place] of kept.list.rows.entries()) {
    const { outcome } = withChoice(kept.results[place] ?? NOT_MATCHED, kept.choices[place]);
    counts[outcome as ListOutcome] += 1;
  }
  return counts;
}

/** Ids of the records that are found or chosen, each once. */
export function recordsOf({ results, choices }: Pick<KeptList, 'results' | 'choices'>): readonly string[] {
  const ids = results.flatMap((result, place) => recordOf(withChoice(result, choices[place]))?.id ?? []);
  return [...new Set(ids)];
}

/** Where the changes of a list start. */
export function startOfList({ feed, createdAt }: Pick<KeptList, 'feed' | 'createdAt'>): Start {
  return { feed: feed?.id ?? '', position: feed?.position ?? 0, at: createdAt };
}

/** The list with all its own columns and the results, as `dossier match` writes it. */
export function resultCsv(kept: KeptList): string {
  const form = resultForm(kept.list, false);
  return (
    form.head +
    placedRows(kept)
      .map(({ cells, result }) => form.row(cells, result))
      .join('')
  );
}
