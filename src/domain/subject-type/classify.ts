import type { SubjectType } from '../../contract/vocabulary.js';
import { featuresOf, wordBucketOf } from './features.js';
import { TRADE_WORDS } from './trade-words.js';
import { BIAS, SCALE, WEIGHTS } from './weights.js';

/**
 * Classifies a name as an individual or an organization, by logistic regression over hashed features. Only
 * used if neither the record class nor a type field decides. Doubtful names are organizations, because
 * classifying a company as a person hides it. About 5 µs per name; see `npm run bench:subject -- FILE` and
 * `scripts/train-subject-type.ts`. `doubt`: min. odds, in natural logarithms, for a source in which few names
 * are persons.
 */
export function subjectTypeOfName(name: string, doubt = DOUBT): SubjectType {
  return subjectTypeBy({ personLogOdds, weightOf: (bucket) => SCALE * (TABLE[bucket] ?? 0) }, name, doubt);
}

/** The result of a fit on names. */
export interface SubjectModel {
  personLogOdds(name: string): number;
  /** The weight of a feature bucket; positive values support a person. */
  weightOf(bucket: number): number;
}

/** Classifies with any fit, to measure one on names that it has not seen. */
export function subjectTypeBy(model: SubjectModel, name: string, doubt: number): SubjectType {
  if (NOT_ONE_PERSON.test(name) || BEGINS_WITH_INITIALS.test(name) || NAMES_A_TRADE.test(name)) {
    return 'organization';
  }
  const min = isTwoUnknownToFirms(model, name) ? doubt - LESS_DOUBT : doubt;
  return model.personLogOdds(name) > min ? 'person' : 'organization';
}

/** Natural logarithm of the odds that the name is a person's. */
export function personLogOdds(name: string): number {
  const buckets = featuresOf(name);
  let sum = 0;
  for (const bucket of buckets) sum += TABLE[bucket] ?? 0;
  return BIAS + (SCALE * sum) / Math.sqrt(buckets.length);
}

/**
 * Given names and surnames that are rare in the training data have little weight, so the odds stay near even
 * (`DENYS OSTRYK`). Of two words in a company name, at least one is nearly always a company word.
 */
function isTwoUnknownToFirms(model: SubjectModel, name: string): boolean {
  const words = TWO_WORDS.exec(name)?.slice(1) ?? [];
  return words.length === 2 && words.every((word) => model.weightOf(wordBucketOf(word)) > -FIRMS_WORD);
}

/** Odds of two to one. In five-fold cross-validation 1.1 % of organisations are then classified as persons. */
export const DOUBT = 0.7;

/**
 * On names the fit has not seen, over two splits into five folds, nine more persons are classified as persons, and one firm is.
 */
const LESS_DOUBT = 0.4;
/** Weight of a word that is slightly more frequent in firms' names than in persons'. */
const FIRMS_WORD = 0.075;
const TWO_WORDS = /^\s*(\p{L}+)\s+(\p{L}+)\s*$/u;

/** A single word, two parties joined by `&`, or a legal form at the end, even if the rest looks like a person's name. */
const NOT_ONE_PERSON =
  /^[^\p{L}]*[\p{L}\p{M}]*[^\p{L}]*$|&|\b(?:llc|inc|corp|ltd|limited|incorporated|corporation|company)\W*$/iu;

/**
 * A name that starts with three or more consonants is a company's initials (`CFM HVAC`), unless it is a
 * title. A surname before a comma may have no vowel (`SRB, JOHN`).
 */
const BEGINS_WITH_INITIALS = /^(?!(?:mrs|msgr|mstr)\b)[bcdfghj-np-tvwxz]{3,}(?:[\s./-]+(?=[\p{L}\p{N}])|$)/iu;

const NAMES_A_TRADE = new RegExp(`\\b(?:${TRADE_WORDS.join('|')})\\b`, 'i');

const TABLE = new Int8Array(Buffer.from(WEIGHTS, 'base64'));
