import type { SubjectType } from '../../contract/vocabulary.js';
import { featuresOf } from './features.js';
import { TRADE_WORDS } from './trade-words.js';
import { BIAS, SCALE, WEIGHTS } from './weights.js';

/**
 * Whether a name is that of a named individual or of an organisation, by logistic regression over hashed features.
 * To be asked only where neither the record class nor a type field of the source says it. Doubtful names are
 * organisations: to call a firm a person hides it from those who look for firms. About 5 microseconds a name;
 * `npm run bench:subject -- FILE` measures it, `scripts/train-subject-type.ts` fits it. `doubt`: the least odds, in natural
 * logarithms, for a source that tells that few of its names are persons'.
 */
export function subjectTypeOfName(name: string, doubt = DOUBT): SubjectType {
  const isNone = NOT_ONE_PERSON.test(name) || BEGINS_WITH_INITIALS.test(name) || NAMES_A_TRADE.test(name);
  return !isNone && personLogOdds(name) > doubt ? 'person' : 'organization';
}

/** Natural logarithm of the odds that the name is a person's. */
export function personLogOdds(name: string): number {
  const buckets = featuresOf(name);
  let sum = 0;
  for (const bucket of buckets) sum += TABLE[bucket] ?? 0;
  return BIAS + (SCALE * sum) / Math.sqrt(buckets.length);
}

/** Odds of two to one. In five-fold cross-validation 1.3 % of organisations are then called persons. */
export const DOUBT = 0.7;

/** A single word, two parties joined by `&`, or a legal form at the end, however much the rest is like a name. */
const NOT_ONE_PERSON =
  /^[^\p{L}]*[\p{L}\p{M}]*[^\p{L}]*$|&|\b(?:llc|inc|corp|ltd|limited|incorporated|corporation|company)\W*$/iu;

/**
 * Three letters or more without a vowel that begin a name are a firm's initials (`CFM HVAC`), unless they are a title. A
 * surname before a comma may have none (`SRB, JOHN`).
 */
const BEGINS_WITH_INITIALS = /^(?!(?:mrs|msgr|mstr)\b)[bcdfghj-np-tvwxz]{3,}(?:[\s./-]+(?=[\p{L}\p{N}])|$)/iu;

const NAMES_A_TRADE = new RegExp(`\\b(?:${TRADE_WORDS.join('|')})\\b`, 'i');

const TABLE = new Int8Array(Buffer.from(WEIGHTS, 'base64'));
