import type { Pair } from './compare/comparison.js';
import { benefitTrust } from './compare/kind/benefit-trust.js';
import { isWhole } from './compare/name/names.js';
import { secondLine } from './compare/place/second-line.js';
import { verdictOf } from './features.js';
import { GREEK_LETTERS, STAFF_WORDS, UNIT_WORDS } from './names/distinctive-words.js';
import type { NormalName } from './names/normalise.js';
import { STATE_WORDS } from './names/state-words.js';
import type { Prepared, PreparedName } from './records/prepare.js';

/**
 * True if the names lead to a relative of the body: its host, its trustee, its auxiliary, the trust that insures its staff, or
 * a charity named after the county. No other evidence makes such a pair certain: relatives share addresses and officers.
 */
export function isAnotherBody(pair: Pair): boolean {
  const { ours, theirs, names } = pair;
  return (
    verdictOf(secondLine, pair) === 'conflict' ||
    verdictOf(benefitTrust, pair) === 'conflict' ||
    namesHostOfFirstLine(names.ours, ours) ||
    namesHostOfFirstLine(names.theirs, theirs) ||
    hasUnitAlone(names.theirs, theirs, ours) ||
    hasUnitAlone(names.ours, ours, theirs) ||
    isOtherFraternity(names.ours, names.theirs) ||
    (!isWhole(names) &&
      (hasStaffAlone(names.ours, names.theirs) || hasStaffAlone(names.theirs, names.ours))) ||
    isGovernmentInPart(pair)
  );
}

/** Returns whether the name is that of a city, a town, a county or a school district. */
export function isGovernment({ core, tokens, written }: NormalName): boolean {
  return GOVERNMENT_OF.test(written) || (tokens.length <= LONGEST_GOVERNMENT && GOVERNMENT.test(core));
}

/**
 * A second line that repeats words of the first is a short form of it (`BIKE UNION MENTORING PROJECT`, `BIKE UNION`), or names
 * the host (`FACULTY OF BRYANT COLLEGE` and `BRYANT COLLEGE FACULTY`, `BRYANT COLLEGE`).
 */
function namesHostOfFirstLine({ kind, tokens }: PreparedName, { names: [first] }: Prepared): boolean {
  if (kind !== 'sort' || first === undefined || tokens.length >= first.tokens.length) return false;
  if (!tokens.every((token) => first.tokens.includes(token))) return false;
  const rest = first.tokens.filter((token) => !tokens.includes(token));
  return (
    tokens[0] !== first.tokens[0] ||
    HOSTS.has(tokens.at(-1) ?? '') ||
    rest.some((token) => UNIT_WORDS.has(token))
  );
}

/** Only the first line is shared, and the second, which the other record lacks, is that of an auxiliary or a chapter. */
function hasUnitAlone(name: PreparedName, { names }: Prepared, other: Prepared): boolean {
  if (name.kind !== 'current' || name.bodies.some((word) => UNIT_WORDS.has(word))) return false;
  const second = names.find(({ kind }) => kind === 'sort');
  return second?.tokens.some((token) => UNIT_WORDS.has(token) && !hasToken(other, token)) === true;
}

/** `NATIONAL WEATHER SERVICE EMPLOYEES ORGANIZATION` and its host */
function hasStaffAlone({ tokens }: NormalName, other: NormalName): boolean {
  return tokens.some((token) => STAFF_WORDS.has(token) && !other.tokens.includes(token));
}

/** `KAPPA ALPHA PSI` and `ALPHA KAPPA PSI` */
function isOtherFraternity(ours: NormalName, theirs: NormalName): boolean {
  const [our, their] = [ours, theirs].map(({ tokens }) => tokens.filter((token) => GREEK_LETTERS.has(token)));
  return our?.join(' ') !== their?.join(' ') && our?.toSorted().join(' ') === their?.toSorted().join(' ');
}

function hasToken({ names }: Prepared, token: string): boolean {
  return names.some(({ tokens }) => tokens.includes(token));
}

/** Charities and clubs are named after the county they serve, in part of a name or on a second line. */
function isGovernmentInPart({ names }: Pair): boolean {
  const { ours, theirs, same } = names;
  if (!isGovernment(ours) && !isGovernment(theirs)) return false;
  if (ours.kind === 'sort' || theirs.kind === 'sort') return true;
  // `HOLMES COUNTY COMPANY`
  if (ours.legalForm !== theirs.legalForm) return true;
  return !isWhole(names) && same !== 'words' && !isStateAlone(ours, theirs) && !isStateAlone(theirs, ours);
}

/** `ADAMS COUNTY NEBRASKA` is `ADAMS COUNTY` plus the name of a state. */
function isStateAlone(shorter: NormalName, longer: NormalName): boolean {
  return STATES.has(longer.core.replace(`${shorter.core} `, ''));
}

/** In the spelling of normalised names. */
const STATES: ReadonlySet<string> = new Set(STATE_WORDS.values());
const HOSTS: ReadonlySet<string> = new Set(
  'university college school academy hospital church bank library museum company'.split(' '),
);
const GOVERNMENT_OF =
  /^(?:city|town|township|village|borough|county|parish) of | (?:city|town|village|county) of$/;
/** In words: `PRINCE WILLIAM COUNTY`, `SOUTH HADLEY SCHOOL DISTRICT`. Longer names are those of charities. */
const LONGEST_GOVERNMENT = 4;
/** In the spelling of normalised names. */
const GOVERNMENT = / (?:county|parish|township|borough|supervisory union|school district)$/;
