import { stringify } from 'csv-stringify/sync';
import { MATCH_QUESTIONS } from '../../../contract/match.js';
import { formulaSafe } from '../../../domain/formula-safe.js';
import type { Answered } from './list.js';

const ADDED = ['outcome', 'id', 'matched_name', 'probability', 'why'] as const;

/** The list with what was found, as RFC 4180; cells that a spreadsheet would compute begin with an apostrophe. */
export function resultCsv(answered: readonly Answered[]): string {
  const used = MATCH_QUESTIONS.filter((column) =>
    answered.some(({ question }) => question[column] !== undefined),
  );
  const lines = answered.map(({ question, match, problem, chosen }) => {
    const candidates = match?.candidates ?? [];
    const record =
      match?.outcome === 'found'
        ? candidates[0]
        : candidates.find(({ id }) => id === chosen && chosen !== '');
    return [
      ...used.map((column) => question[column] ?? ''),
      match?.outcome ?? 'not asked',
      record?.id ?? '',
      record?.name ?? '',
      record ? String(record.probability) : '',
      problem ?? match?.reason ?? '',
    ].map(formulaSafe);
  });
  return stringify([[...used, ...ADDED], ...lines], { record_delimiter: 'windows' });
}
