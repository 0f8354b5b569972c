import type { Pair } from '../../matching/compare/comparison.js';
import type { NormalName } from '../../matching/names/normalise.js';
import type { Population } from '../../matching/population/population.js';
import type { Prepared } from '../../matching/records/prepare.js';
import { Scorer } from '../../matching/score.js';
import type { Weights } from '../../matching/weights/declare.js';
import { WEIGHTS, type WeightsName } from '../../matching/weights/index.js';
import type { Candidate } from './candidate.js';
import type { Named, Scored } from './findings.js';
import { nearness } from './place.js';

/** The weights tables of links. */
export type MatchWeights = Readonly<Record<WeightsName, Weights>>;

/**
 * Probabilities from which 99 % of the development requests were matched correctly. Lower than the table's threshold for links,
 * because a link is made without review and only to the holder of a rare name.
 */
const FOUND_FROM: Readonly<Record<WeightsName, number>> = { irs: 0.908, sam: 0.94, sec: 0.9 };

export class PairScorer {
  readonly #scorers: Readonly<Record<WeightsName, Scorer>>;

  constructor({ irs, sam, sec }: MatchWeights = WEIGHTS) {
    this.#scorers = { irs: new Scorer(irs), sam: new Scorer(sam), sec: new Scorer(sec) };
  }

  score(query: Prepared, { candidate, names }: Named, population: Population): Scored {
    const theirs = candidate.prepared;
    const ours = theirs.record.isBenefitTrust && isTrustByName(names.ours) ? asTrust(query) : query;
    const pair: Pair = { ours, theirs, population, names };
    const near = nearness(pair);
    const scored = tablesFor(near === 'door', pair, candidate).map((kind): Scored => {
      const { table } = this.#scorers[kind];
      const score = this.#scorers[kind].score(pair);
      const foundFrom = FOUND_FROM[kind];
      return { candidate, pair, score, table, foundFrom, nearness: near, isNameTelling: kind === 'sec' };
    });
    return scored.reduce((best, one) => (one.score > best.score ? one : best));
  }
}

/**
 * Each table was fitted on queries with as much information as the request: `sam` with a street, `irs` without. All records of
 * the IRS's file are scored with the same table, or one without a street would outrank the one at the requested street. Both
 * were fitted on the IRS's file. For other registers the `sec` table, which trusts an equal name, may be used as well. A
 * federal register has the current address, and bodies move. A state's register only has its own bodies, so the table is not
 * used for it if another state was requested, or none and namesakes elsewhere may not be loaded.
 */
function tablesFor(
  isAtDoor: boolean,
  { ours, theirs, population }: Pair,
  { sourceId, data }: Candidate,
): readonly [WeightsName, ...WeightsName[]] {
  const [our, their] = [ours.address, theirs.address];
  const isIrs = sourceId === IRS_FILE;
  const table = our?.raw.street && (isIrs || their?.raw.street) ? 'sam' : 'irs';
  // The table without streets applies to a record at the address as well: an equal street never lowers a probability.
  if (isIrs) return isAtDoor ? ['sam', 'irs'] : [table];
  const [ourState, theirState] = [our?.state ?? '', their?.state ?? ''];
  const isHere = ourState === '' ? population.covers('') : ourState === theirState;
  const tables = isAtDoor ? (['sam', 'irs'] as const) : ([table] as const);
  return isHere || data.jurisdictionLevel === 'federal' ? [...tables, 'sec'] : tables;
}

/** A request lacks the IRS's marks of a trust, so its name must show it. */
function isTrustByName({ core }: NormalName): boolean {
  return TRUST_WORDS.test(core);
}

function asTrust(query: Prepared): Prepared {
  return { ...query, record: { ...query.record, isBenefitTrust: true } };
}

/** In the spelling of normalised names. */
const TRUST_WORDS =
  /\b(?:veba|welfare|benefit|beneficiary|beneficial|retiree|pension|relief|sick|sickness|disability|unemployment|severance|vacation)\b|\b(?:employee|member|health|medical|training|legal) .*\b(?:trust|fund|plan)\b/;
const IRS_FILE = 'us_irs_eo_bmf';
