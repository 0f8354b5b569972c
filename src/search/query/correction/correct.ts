import { type ParsedQuery, parseQuery } from '../../fields/parsed-query.js';
import { isAbbreviated } from '../../texts/abbreviated.js';
import { editCost } from '../../texts/edit-cost.js';
import { editedText, twiceEditedText } from '../../texts/edited-text.js';
import type { Candidate, Known } from './words-known.js';

/** A shorter single word is a ticker or a prefix rather than a misspelt name. */
const SHORTEST_ALONE = 5;
/** A shorter whole name has too many neighbours. */
const SHORTEST_NAME = 6;
/** A text of several words is likelier if it matches in an earlier tier: cost per tier, in nats. */
const BY_TIER = 0.6;
const MAX_JOINED = 24;
/** Words that occur in names are split only in texts of at most this number of words. */
const MAX_SPLIT = 4;
/** The cost of splitting a word that occurs in names: higher than any other cost of this kind. */
const SPLIT_OF_KNOWN = 10;
/** If the other words match at most this number of names, the last word may be the prefix of any number of words. */
export const FEW_MATCHES = 65_536;
/** If they match more, the last word may be the prefix of at most this number of words; each is looked up. */
export const FEW_WORDS = 1_000;

type FirstTier = (parsed: ParsedQuery) => number | undefined;

/**
 * Returns the text that was probably meant, or null. It is the first of these that matches a name:
 * 1. a whole name with one letter wrong; 2. the text with its last word as a prefix; 3. with two words joined or one split; 4.
 * with words replaced that are in no name, or in no name together with the others. Within a kind the likeliest comes first: by
 * the typing error and, for single words, by the number of names with the word.
 */
export function corrections(parsed: ParsedQuery, known: Known, firstTier: FirstTier): ParsedQuery | null {
  const { words } = parsed;
  const [alone] = words;
  if (alone === undefined) return null;
  if (words.length > 1) {
    return (
      likeliest(wholeNames(parsed, known), firstTier) ??
      stillTyped(parsed, known, firstTier) ??
      likeliest(joinedOrSplit(parsed, known), firstTier) ??
      reworded(parsed, known, (candidates) => likeliest(candidates, firstTier)) ??
      likeliest(prominentNames(parsed, known), firstTier)
    );
  }
  const typed = stillTyped(parsed, known, firstTier);
  if (typed !== null || [...alone].length < SHORTEST_ALONE || !isGuessable(alone)) return typed;
  const near = [...known.near(alone, 1)].map(([word, count]) => ({
    parsed: parseQuery(word),
    cost: (editCost(alone, word, 1) ?? 0) - Math.log(count),
  }));
  const candidates = [...near, ...wholeNames(parsed, known)].filter(
    (one) => !isLonger(alone, one.parsed.text),
  );
  return (
    likeliest(candidates, firstTier) ??
    likeliest(joinedOrSplit(parsed, known), firstTier) ??
    (near.length > 0 ? null : reworded(parsed, known, (given) => likeliest(given, firstTier))) ??
    likeliest(prominentNames(parsed, known), firstTier)
  );
}

/** Returns the likeliest whole name with one letter wrong, or null: only the first kind of correction. */
export function oneLetterWrong(parsed: ParsedQuery, known: Known, firstTier: FirstTier): ParsedQuery | null {
  return likeliest(wholeNames(parsed, known), firstTier);
}

/** A word with a suffix is another word (`insider`), unless it is a plural or doubles the last letter. */
function isLonger(word: string, other: string): boolean {
  return word.startsWith(other) && !word.endsWith('s') && word.at(-1) !== other.at(-1);
}

/** Returns the candidate with the lowest cost that matches a name; of equals, the first in alphabetical order. */
function likeliest(candidates: readonly Candidate[], firstTier: FirstTier): ParsedQuery | null {
  let best: Candidate | null = null;
  for (const one of candidates) {
    if (best !== null && one.cost > best.cost) continue;
    const tier = firstTier(one.parsed);
    if (tier === undefined) continue;
    // Not for single words: it would prefer tickers to words.
    const cost = one.cost + (one.parsed.words.length > 1 ? tier * BY_TIER : 0);
    if (best === null || cost < best.cost || (cost === best.cost && one.parsed.text < best.parsed.text)) {
      best = { parsed: one.parsed, cost };
    }
  }
  return best?.parsed ?? null;
}

/** Returns texts whose key starts with that of a whole name at distance 1. */
function wholeNames({ text }: ParsedQuery, known: Known): Candidate[] {
  const key = known.wholeNear(text);
  if (key === null || [...key.field].length < SHORTEST_NAME) return [];
  return [...key.near].flatMap((field) => {
    const meant = editedText(text, [key.field, field], (of) => known.fieldOf(of));
    return meant === null ? [] : [{ parsed: parseQuery(meant), cost: editCost(key.field, field, 1) ?? 0 }];
  });
}

/** Returns texts that are the whole name of a prominent record with two letters wrong. */
function prominentNames({ text }: ParsedQuery, known: Known): Candidate[] {
  const key = known.fieldOf(text) ?? '';
  if ([...key].length < SHORTEST_NAME) return [];
  return [...known.prominentNear(text)].flatMap((field) => {
    const meant = twiceEditedText(text, [key, field], (of) => known.fieldOf(of));
    return meant === null ? [] : [{ parsed: parseQuery(meant), cost: editCost(key, field, 2) ?? 0 }];
  });
}

/** Returns the text with its last word as a prefix of known words. Unknown words among the others are corrected. */
function stillTyped(parsed: ParsedQuery, known: Known, firstTier: FirstTier): ParsedQuery | null {
  const last = parsed.words.at(-1) ?? '';
  if (/^\d+$/.test(last) || known.has(last) || !known.begins(last)) return null;
  const before = parseQuery(parsed.words.slice(0, -1).join(' '));
  const partial = ({ text, words }: ParsedQuery): ParsedQuery => ({
    text: [text, last].filter((part) => part !== '').join(' '),
    words: [...words, last],
    isLastPartial: true,
  });
  const isDistinctive = (of: ParsedQuery) =>
    known.beginningWith(last, FEW_WORDS) !== null || known.countMatches(of.words) <= FEW_MATCHES;
  const first: FirstTier = (of) => (isDistinctive(of) ? firstTier(partial(of)) : undefined);
  if (before.words.every((word) => known.has(word)))
    return first(before) === undefined ? null : partial(before);
  const better = reworded(before, known, (candidates) => likeliest(candidates, first));
  return better && partial(better);
}

/**
 * Joins two adjacent words, or splits a word in two. The word must be in no name. In a text with other words it may also be in
 * other names: `homedepot atlanta` for `HOME DEPOT OF ATLANTA`, although there is a `HOMEDEPOT LLC`.
 */
function joinedOrSplit({ words }: ParsedQuery, known: Known): Candidate[] {
  if (words.length > MAX_JOINED) return [];
  return words.flatMap((word, at) => {
    const [next] = words.slice(at + 1);
    const joined = next !== undefined && known.has(word + next) ? [words.toSpliced(at, 2, word + next)] : [];
    const isKnown = known.has(word);
    const split =
      isKnown && (words.length === 1 || words.length > MAX_SPLIT)
        ? []
        : splits(word, known).map((two) => words.toSpliced(at, 1, ...two));
    const cost = isKnown ? SPLIT_OF_KNOWN : 0;
    return [
      ...joined.map((one) => ({ parsed: parseQuery(one.join(' ')), cost: 0 })),
      ...split.map((one) => ({ parsed: parseQuery(one.join(' ')), cost })),
    ];
  });
}

function splits(word: string, known: Known): (readonly [string, string])[] {
  if (!isGuessable(word)) return [];
  const found: (readonly [string, string])[] = [];
  for (let at = 1; at < word.length; at++) {
    const two = [word.slice(0, at), word.slice(at)] as const;
    if (two.some((part) => part.length >= 3) && two.every((part) => known.has(part))) found.push(two);
  }
  return found;
}

/** Shorter words have too many neighbours to guess one of them. */
const SHORTEST = 4;
const LONGEST = 40;
/**
 * Words of at least this length may have two wrong letters. So may shorter words if no name has the word and few names have the
 * others.
 */
const LONG = 8;
/** Words of at least this length are compared if few names contain the other words. */
const SHORTEST_BESIDE_OTHERS = 3;
const LONG_BESIDE_OTHERS = 3;
/** A text with more misspelt words is not a typing error. */
const MAX_MISSPELT = 5;
/** Max words suspected in addition to words that are in no name. In a text with more candidates, none is suspected. */
const MAX_SUSPECTED = 8;
/** Max names to read; if there are more, the neighbours of a word are looked up instead. */
const MAX_READ = 1_000;
const MAX_NEAR = 6;
/** If more words are wrong, only neighbours at distance 1 are looked up: distance 2 takes some milliseconds per word. */
const MAX_FAR = 2;
const MAX_TEXTS = 24;
const ABBREVIATED = 4;

type Choose = (candidates: readonly Candidate[]) => ParsedQuery | null;

/**
 * Replaces the words that are in no name and, if that matches nothing, one more. The replacement is one letter away (two in a
 * long word) and occurs in a name with the other words. Returns null if no name matches.
 */
function reworded(parsed: ParsedQuery, known: Known, choose: Choose): ParsedQuery | null {
  for (const suspects of suspectedPlaces(parsed.words, known)) {
    const found = choose(replacements(parsed.words, suspects, known));
    if (found !== null) return found;
  }
  return null;
}

/** Returns true if the word is neither a number nor too short nor longer than anything that people type. */
function isGuessable(word: string): boolean {
  if (word.length > 2 * LONGEST || /^\d+$/.test(word)) return false;
  const { length } = [...word];
  return length >= SHORTEST && length <= LONGEST;
}

/** Returns true if the word is guessable or may be an abbreviation. */
function isReplaceable(word: string, known: Known): boolean {
  return isGuessable(word) || /^[a-z]{2,3}$/.test(word) || known.meantBy(word).length > 0;
}

/**
 * Yields the words that are certainly misspelt; then these and one other, the longest first; then all words that may be
 * abbreviations.
 */
function* suspectedPlaces(words: readonly string[], known: Known): Generator<ReadonlySet<string>> {
  const unknown = new Set(words.filter((word) => !known.has(word)));
  if (unknown.size > MAX_MISSPELT || ![...unknown].every((word) => isReplaceable(word, known))) return;
  if (unknown.size > 0) yield unknown;
  const others = [...new Set(words)].filter((word) => !unknown.has(word) && isReplaceable(word, known));
  if (others.filter(isGuessable).length > MAX_SUSPECTED || unknown.size > 1) return;
  const longestFirst = others.sort((a, b) => b.length - a.length).slice(0, MAX_SUSPECTED);
  for (const one of longestFirst) yield new Set([...unknown, one]);
  const abbreviations = words.filter((word) => known.meantBy(word).length > 0);
  if (abbreviations.length > 0 && abbreviations.length < words.length) yield new Set(abbreviations);
}

function replacements(words: readonly string[], suspects: ReadonlySet<string>, known: Known): Candidate[] {
  const others = words.filter((word) => !suspects.has(word));
  const bearers = others.length === 0 ? null : known.bearers(others, MAX_READ);
  const found =
    bearers === null ? byNeighbours(suspects, known) : byBearers(suspects, others, bearers, known);
  return found.map(({ meant, cost }) => ({
    parsed: parseQuery(words.map((word) => meant.get(word) ?? word).join(' ')),
    cost,
  }));
}

interface Meant {
  readonly meant: ReadonlyMap<string, string>;
  readonly cost: number;
}

/** Finds replacements of the suspects in the names that contain all the other words: a name may have one of these twice. */
function byBearers(
  suspects: ReadonlySet<string>,
  others: readonly string[],
  bearers: readonly string[],
  known: Known,
): Meant[] {
  const borne = others.map((word) => known.spelt(word));
  const isFar = suspects.size <= MAX_FAR && ![...suspects].some((word) => known.has(word));
  const nearestTo = new Map(
    [...suspects].map((word) => [word, nearest(word, isFar ? LONG_BESIDE_OTHERS : LONG, known)]),
  );
  const found = new Map<string, { meant: Map<string, string>; cost: number; count: number }>();
  for (const name of bearers) {
    const rest = withoutEach(name.split(' '), borne);
    const meant = new Map<string, string>();
    let cost = 0;
    for (const [word, nearestAmong] of nearestTo) {
      const best = nearestAmong(rest);
      if (best === null) break;
      meant.set(word, best.word);
      cost += best.cost;
    }
    if (meant.size < suspects.size) continue;
    const key = [...meant.values()].join(' ');
    const same = found.get(key);
    found.set(key, { meant, cost, count: (same?.count ?? 0) + 1 });
  }
  return [...found.values()]
    .map(({ meant, cost, count }) => ({ meant, cost: cost - Math.log(count) }))
    .sort((a, b) => a.cost - b.cost)
    .slice(0, MAX_TEXTS);
}

/** Returns the words without one of each of `others`. */
function withoutEach(words: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...others];
  return words.filter((word) => {
    const at = left.indexOf(word);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/**
 * Returns a function that finds the word nearest to `written`; `null` if none is near. Words of at least `long` letters may have
 * two wrong letters. Compares a word that occurs in many names once.
 */
function nearest(written: string, long: number, known: Known) {
  const [word, meant] = [known.spelt(written), known.meantBy(written)];
  const costs = new Map<string, number | null>();
  return (among: readonly string[]): { word: string; cost: number } | null => {
    let best: { word: string; cost: number } | null = null;
    for (const one of among) {
      let cost = costs.get(one);
      if (cost === undefined) {
        cost = meant.includes(one)
          ? ABBREVIATED
          : one === word
            ? null
            : changeCost(word, one, word.length >= long ? 2 : 1, known);
        costs.set(one, cost);
      }
      if (cost !== null && (best === null || cost < best.cost)) best = { word: one, cost };
    }
    return best;
  };
}

/** An abbreviation for a word, or a word for an abbreviation, costs as much as a typing error. */
function changeCost(word: string, meant: string, max: number, known: Known): number | null {
  if (isAbbreviated(word, meant) || isAbbreviated(meant, word)) return ABBREVIATED;
  return word.length < SHORTEST_BESIDE_OTHERS ? null : misspeltCost(word, meant, max, known);
}

/**
 * Returns the lowest cost at which the word, or an abbreviation of it, was misspelt; null if that takes more than `max`
 * letters.
 */
export function misspeltCost(word: string, meant: string, max: number, known: Known): number | null {
  const costs = known.writings(meant).flatMap((one) => editCost(word, one, max) ?? []);
  return costs.length === 0 ? null : Math.min(...costs);
}

/** Returns the likeliest neighbours of all suspects together, then the same with one of them exchanged. */
function byNeighbours(suspects: ReadonlySet<string>, known: Known): Meant[] {
  const max = suspects.size <= MAX_FAR ? 2 : 1;
  const choices = new Map([...suspects].map((word) => [word, neighboursOf(word, max, known)]));
  const best: [string, string][] = [];
  let cost = 0;
  for (const [word, [first]] of choices) {
    if (first === undefined) return [];
    best.push([word, first.meant]);
    cost += first.cost;
  }
  const found: Meant[] = [{ meant: new Map(best), cost }];
  for (const [word, [first, ...rest]] of choices) {
    for (const other of rest) {
      const meant = new Map([...best, [word, other.meant] as const]);
      found.push({ meant, cost: cost - (first?.cost ?? 0) + other.cost });
    }
  }
  return found.slice(0, MAX_TEXTS);
}

/**
 * Returns neighbours at distance 1 and the words that the word abbreviates. If there are none and the word is long: neighbours
 * at distance 2.
 */
function neighboursOf(word: string, max: 1 | 2, known: Known): { meant: string; cost: number }[] {
  const near = [...nearAt(1, word, known), ...meantBy(word, known)]
    .sort((a, b) => a.cost - b.cost || (a.meant < b.meant ? -1 : 1))
    .slice(0, MAX_NEAR);
  return near.length > 0 || max === 1 || [...word].length < LONG ? near : nearAt(2, word, known);
}

function nearAt(distance: 1 | 2, word: string, known: Known): { meant: string; cost: number }[] {
  if (!isGuessable(word)) return [];
  return [...known.near(known.spelt(word), distance)]
    .map(([meant, count]) => ({
      meant,
      cost: (misspeltCost(word, meant, distance, known) ?? 0) - Math.log(count),
    }))
    .sort((a, b) => a.cost - b.cost || (a.meant < b.meant ? -1 : 1))
    .slice(0, MAX_NEAR);
}

function meantBy(word: string, known: Known): { meant: string; cost: number }[] {
  return known.meantBy(word).flatMap((meant) => {
    const count = known.countMatches([meant]);
    return count === 0 ? [] : [{ meant, cost: ABBREVIATED - Math.log(count) }];
  });
}
