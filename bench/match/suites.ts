import { join } from 'node:path';
import { bulkId } from '../../src/domain/ids.js';
import type { Question } from '../../src/linking/match/question/question.js';
import { groupOf } from '../links/group.js';
import { type Dataset, type Query, readQueries } from '../links/suite.js';
import { isFitHalf } from '../links/tables.js';

/** The registers in which the answers of the suites stand. */
export const IRS = 'us_irs_eo_bmf';
export const FILERS = 'us_sam_entities';

/** A query of a suite, asked as a user asks. */
export interface Asked {
  readonly id: string;
  readonly question: Question;
  /** The id of the right record; undefined where none is loaded, and the right answer is that there is none. */
  readonly answer: string | undefined;
  /** Rules, weights and thresholds are made by looking at the one half, and measured on the other. */
  readonly half: 'seen' | 'unseen';
}

/** The questions of a suite. `isLoaded` tells of an id whether the store holds it. */
export function readQuery(folder: string, dataset: Dataset, isLoaded: (id: string) => boolean): Asked[] {
  const register = dataset === 'sec_time' ? FILERS : IRS;
  const queries = readQueries(join(folder, `${dataset}.queries.dev.tsv.gz`), dataset);
  return queries.map((query) => ({
    id: query.record.id,
    question: questionOf(query),
    answer: answerOf(query, dataset, register, isLoaded),
    half: isFitHalf(groupOf(query)) ? 'seen' : 'unseen',
  }));
}

function questionOf({ record }: Query): Question {
  const [first, ...others] = record.names.map(({ text }) => text);
  return {
    name: first ?? '',
    otherNames: others,
    // Most returns tell only the state of domicile: who asks says that.
    address: { street: '', city: '', zip: '', ...record.address, state: stateOf(record) },
    people: record.people ?? [],
    identifiers: [],
    registryNumber: '',
    year: null,
  };
}

function stateOf({ address, incorporationState = '' }: Query['record']): string {
  return address?.state || incorporationState;
}

/**
 * A return whose filer the suite does not hold is labelled as none. If the store holds the filer's record after all, that
 * record is the answer.
 */
function answerOf(
  { record, truth }: Query,
  dataset: Dataset,
  register: string,
  isLoaded: (id: string) => boolean,
): string | undefined {
  if (truth?.linkable) return bulkId(register, truth.id);
  if (dataset !== 'nine90_bmf') return undefined;
  const own = bulkId(register, record.id.slice(1));
  return isLoaded(own) ? own : undefined;
}
