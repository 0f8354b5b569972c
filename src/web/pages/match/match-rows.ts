import { ApiError } from '../../../contract/errors.js';
import { isChoice, type KeptList, type RowMatch } from '../../../operations/lists/outcomes.js';
import { questionOf } from '../../../operations/lists/read-list.js';
import { NOTHING_ASKED } from '../../../operations/match/cells.js';
import type { Visit } from '../../site/visit.js';

/** Rows without a certain record whose candidates are compared side by side; those behind them are chosen within the table. */
const MAX_COMPARED = 50;

/** The outcome of a row that the service refused to read. */
const NOT_READ = 'not_read';

/** Matches the rows that are not matched yet, as far as the account may ask in this minute. */
export async function matchRows(visit: Visit, kept: KeptList): Promise<KeptList> {
  const results = [...kept.results];
  let compared = results.filter(isChoice).length;
  for (const cells of kept.list.rows.slice(results.length)) {
    const result = await matchRow(visit, kept, cells);
    if (result === undefined) break;
    if (isChoice(result)) compared += 1;
    const isCompared = isChoice(result) && compared <= MAX_COMPARED;
    results.push(isCompared ? result : withoutEvidence(result));
  }
  return { ...kept, list: { ...kept.list, text: null }, results };
}

function withoutEvidence({ candidates, ...result }: RowMatch): RowMatch {
  return {
    ...result,
    candidates: candidates.map(({ id, name, state, probability }) => ({ id, name, state, probability })),
  };
}

/** Undefined if the account may ask no more in this minute. */
async function matchRow(
  visit: Visit,
  { roles }: KeptList,
  cells: readonly string[],
): Promise<RowMatch | undefined> {
  const { question, faults } = questionOf(roles, cells);
  const withFaults = ({ outcome, reason, candidates }: RowMatch): RowMatch => ({
    ...{ outcome, candidates },
    reason: [...faults, reason].join(' '),
  });
  if (Object.keys(question).length === 0) return withFaults(NOTHING_ASKED);
  try {
    const { data } = await visit.call('match', { query: question });
    return withFaults(data);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'rate_limit_exceeded') return undefined;
    if (error.code !== 'invalid_params') throw error;
    return withFaults({ outcome: NOT_READ, reason: error.detail, candidates: [] });
  }
}
