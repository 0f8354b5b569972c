import { type RowResult, resultForm } from '../../../operations/match/result-rows.js';
import type { Answered, PastedList } from './list.js';

/** The list with all its own columns and what was found, as `dossier match` writes it. */
export function resultCsv(list: PastedList, answered: readonly Answered[]): string {
  const form = resultForm(list, false);
  return form.head + answered.map((row) => form.row(row.cells, withChoice(row))).join('');
}

/** A record that the reader chose among candidates is found. */
function withChoice({ result, chosen }: Answered): RowResult {
  const record = result.candidates.find(({ id }) => id === chosen);
  if (record === undefined) return result;
  return { outcome: 'found', reason: 'Chosen among the candidates.', candidates: [record] };
}
