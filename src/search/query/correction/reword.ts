import { type ParsedQuery, parseQuery } from '../../fields/parsed-query.js';
import { isAbbreviated } from '../../texts/abbreviated.js';
import { editCost } from '../../texts/edit-cost.js';
import type { Candidate } from './candidate.js';
import type { Known } from './words-known.js';

/** Shorter words have too many neighbours to guess one of them. */
const SHORTEST = 4;
const LONGEST = 40;
/** Words of this length or more may have two wrong letters. If no name has the word, and few names have the other words, shorter words may too. */
const LONG = 8;
/** Beside others that few names have, so short a word is compared, too. */
const SHORTEST_BESIDE_OTHERS = 3;
const LONG_BESIDE_OTHERS = 3;
/** A text with more misspelt words is no text that somebody mistyped. */
const MAX_MISSPELT = 8;
/** The most words suspected in addition to words that no name has; longer texts have none suspected. */
const MAX_SUSPECTED = 8;
/** So few names are read; if there are more, the neighbours of a word are looked up. */
const MAX_READ = 1_000;
const MAX_NEAR = 6;
/** If more words are wrong, only neighbours at distance 1 are looked up: at 2 it takes some milliseconds a word. */
const MAX_FAR = 2;
const MAX_TEXTS = 24;
const ABBREVIATED = 4;

type Choose = (candidates: readonly Candidate[]) => ParsedQuery | null;

/**
 * The text with the words replaced that no name bears and, where that finds nothing, one more: what stands beside the others in a
 * name, one letter away (two in a long word). Null where no name meets any.
 */
export function reworded(parsed: ParsedQuery, known: Known, choose: Choose): ParsedQuery | null {
  for (const suspects of suspectedPlaces(parsed.words, known)) {
    const found = choose(replacements(parsed.words, suspects, known));
    if (found !== null) return found;
  }
  return null;
}

/** Neither short nor longer than any word that somebody types, and no number. */
export function isGuessable(word: string): boolean {
  if (word.length > 2 * LONGEST || /^\d+$/.test(word)) return false;
  const { length } = [...word];
  return length >= SHORTEST && length <= LONGEST;
}

/** A short word may be an abbreviation. */
function isReplaceable(word: string, known: Known): boolean {
  return isGuessable(word) || /^[a-z]{2,3}$/.test(word) || known.meantBy(word).length > 0;
}

/** The words that are misspelt for certain; then these and one other, the longest first. */
function* suspectedPlaces(words: readonly string[], known: Known): Generator<ReadonlySet<string>> {
  const unknown = new Set(words.filter((word) => !known.has(word)));
  if (unknown.size > MAX_MISSPELT || ![...unknown].every((word) => isReplaceable(word, known))) return;
  if (unknown.size > 0) yield unknown;
  const others = [...new Set(words)].filter((word) => !unknown.has(word) && isReplaceable(word, known));
  if (others.filter(isGuessable).length > MAX_SUSPECTED || unknown.size > 1) return;
  const longestFirst = others.sort((a, b) => b.length - a.length).slice(0, MAX_SUSPECTED);
  for (const one of longestFirst) yield new Set([...unknown, one]);
}

function replacements(words: readonly string[], suspects: ReadonlySet<string>, known: Known): Candidate[] {
  const others = [...new Set(words.filter((word) => !suspects.has(word)))];
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

/** The words in place of the suspects in the names that bear all the other words. */
function byBearers(
  suspects: ReadonlySet<string>,
  others: readonly string[],
  bearers: readonly string[],
  known: Known,
): Meant[] {
  const borne = new Set(others.map((word) => known.spelt(word)));
  const isFar = suspects.size <= MAX_FAR && ![...suspects].some((word) => known.has(word));
  const nearestTo = new Map(
    [...suspects].map((word) => [word, nearest(known.spelt(word), isFar ? LONG_BESIDE_OTHERS : LONG, known)]),
  );
  const found = new Map<string, { meant: Map<string, string>; cost: number; count: number }>();
  for (const name of bearers) {
    const rest = name.split(' ').filter((word) => !borne.has(word));
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

/** Two letters may be wrong in words of `long` letters and more. A word that stands in many names is compared once. */
function nearest(word: string, long: number, known: Known) {
  const meant = known.meantBy(word);
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

/** An abbreviation for a word, or a word for an abbreviation, is as likely as a slip. */
function changeCost(word: string, meant: string, max: number, known: Known): number | null {
  if (isAbbreviated(word, meant) || isAbbreviated(meant, word)) return ABBREVIATED;
  return word.length < SHORTEST_BESIDE_OTHERS ? null : misspeltCost(word, meant, max, known);
}

/** The least cost of having misspelt the word, or an abbreviation of it. */
export function misspeltCost(word: string, meant: string, max: number, known: Known): number | null {
  const costs = known.writings(meant).flatMap((one) => editCost(word, one, max) ?? []);
  return costs.length === 0 ? null : Math.min(...costs);
}

/** The likeliest neighbours of each suspect, the best of all together and then with one of them exchanged. */
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

/** Neighbours at distance 1 and what the word is an abbreviation of; if there are none, of a long word those at 2. */
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
    const count = known.countBearers([meant]);
    return count === 0 ? [] : [{ meant, cost: ABBREVIATED - Math.log(count) }];
  });
}
