import { isAnotherBody } from '../../matching/another-body.js';
import type { Pair } from '../../matching/compare/comparison.js';
import { dates } from '../../matching/compare/dates.js';
import { identifier } from '../../matching/compare/identifier.js';
import { body } from '../../matching/compare/kind/body.js';
import { legalForm } from '../../matching/compare/kind/legal-form.js';
import { holders } from '../../matching/compare/name/holders.js';
import { isWhole } from '../../matching/compare/name/names.js';
import { numbers } from '../../matching/compare/name/numbers.js';
import { otherNames } from '../../matching/compare/name/other-names.js';
import { state } from '../../matching/compare/place/state.js';
import { street } from '../../matching/compare/place/street.js';
import { zip } from '../../matching/compare/place/zip.js';
import { verdictOf } from '../../matching/features.js';
import { isNeighbour } from '../../matching/neighbour.js';
import type { Scored } from './findings.js';

/**
 * Returns whether a body without rivals is certain enough to be returned as found: by its probability, or by its address. A
 * link requires more.
 */
export function isCertain({ pair, foundFrom, isNameTelling }: Scored, probability: number): boolean {
  if (isAnotherKind(pair) || isAnotherBody(pair)) return false;
  const isOther = verdictOf(otherNames, pair) === 'conflict';
  if (isWhole(pair.names)) {
    const isPlaced = pair.ours.address?.state !== '' || verdictOf(state, pair) !== 'unknown';
    if (!isPlaced || (!isNameTelling && verdictOf(state, pair) === 'unknown')) {
      return !isOther && isNameEnough(pair, probability, foundFrom);
    }
    return probability >= (isOther ? OTHER_NAME_FROM : foundFrom);
  }
  if (isOther) return false;
  const { overlap } = pair.names;
  if (overlap >= ALIKE && probability >= foundFrom) return true;
  return overlap >= PARTLY && isSameDoor(pair) && probability >= SAME_DOOR_FROM;
}

/** True if the record has a whole name of the request, and neither the names nor the dates point to two bodies. */
export function isNamesake(pair: Pair): boolean {
  if (!isWhole(pair.names) || isAnotherBody(pair)) return false;
  return ![legalForm, identifier, dates, otherNames].some((one) => verdictOf(one, pair) === 'conflict');
}

/** True if no other record has the name: a conflicting address may then be a former or a future one. */
export function isOnlyHolder(pair: Pair): boolean {
  return isNamesake(pair) && verdictOf(holders, pair) === 'agree';
}

/**
 * Like `isNamesake` in the state of the request, if the other record is far less likely. A person reviews a match; nobody
 * reviews a link.
 */
export function isOutdone(record: Scored, other: Scored): boolean {
  if (isNeighbour(record, other)) return true;
  if (!isWhole(record.pair.names) || isWhole(other.pair.names)) return false;
  return verdictOf(state, record.pair) === 'agree' && record.score - other.score >= FAR;
}

/**
 * Returns true if the other record has a name of the question at its address, and this record has one elsewhere. The name leads to one body and
 * the address to the other, so a person must decide.
 */
export function isAtTheDoor(other: Scored, record: Scored): boolean {
  if (verdictOf(street, record.pair) === 'agree' || verdictOf(street, other.pair) !== 'agree') return false;
  return isWhole(other.pair.names);
}

/** True if the names differ in a number or in a kind of body (a foundation, an auxiliary) that only one has. */
function isAnotherKind(pair: Pair): boolean {
  return (
    !isWhole(pair.names) &&
    [numbers, body].some((one) => !['agree', 'unknown'].includes(verdictOf(one, pair)))
  );
}

/**
 * If no place can be compared, a sole holder must match by its first line, and that line must be long, or short with the same
 * legal form: namesakes in other states may not be loaded.
 */
function isNameEnough(pair: Pair, probability: number, foundFrom: number): boolean {
  const { same, ours, theirs } = pair.names;
  if (same !== 'core' || theirs.kind === 'sort' || verdictOf(holders, pair) !== 'agree') return false;
  if (ours.tokens.length >= LONG) return probability >= foundFrom;
  return verdictOf(legalForm, pair) === 'agree' && probability >= SAME_FORM_FROM;
}

function isSameDoor(pair: Pair): boolean {
  return verdictOf(street, pair) === 'agree' && verdictOf(zip, pair) === 'agree';
}

const ALIKE = 0.85;
const PARTLY = 0.6;
/** If one side has the name in addition to another name. */
const OTHER_NAME_FROM = 0.97;
/** In words. */
const LONG = 3;
const SAME_FORM_FROM = 0.85;
const SAME_DOOR_FROM = 0.85;
/** Difference of scores in natural logarithms of odds. */
const FAR = 1;
