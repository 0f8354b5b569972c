import { editCost } from '../../texts/edit-cost.js';
import { type ParsedQuery, parseQuery } from '../parsed-query.js';
import type { Candidate } from './candidate.js';
import type { Known } from './words-known.js';

/** Shorter words have too many neighbours to guess one of them. */
const SHORTEST = 4;
const LONGEST = 40;
/** Two letters may be wrong in words of so many or more. */
const LONG = 8;
/** A text with more misspelt words is no text that somebody mistyped. */
const MOST_MISSPELT = 8;
/** So many words are suspected at most beside those that no name bears, and in texts of up to so many words. */
const MOST_SUSPECTED = 8;
/** So few names are read; if there are more, the neighbours of a word are looked up. */
const MOST_READ = 1_000;
const MOST_NEAR = 6;
/** If more words are wrong, only neighbours at distance 1 are looked up: at 2 it takes some milliseconds a word. */
const MOST_FAR = 2;
const MOST_TEXTS = 24;

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

/** The words that are misspelt for certain; then these and one other, the longest first. */
function* suspectedPlaces(words: readonly string[], known: Known): Generator<ReadonlySet<string>> {
  const unknown = new Set(words.filter((word) => !known.has(word)));
  if (unknown.size > MOST_MISSPELT || ![...unknown].every(isGuessable)) return;
  if (unknown.size > 0) yield unknown;
  const others = [...new Set(words)].filter((word) => !unknown.has(word) && isGuessable(word));
  if (others.length > MOST_SUSPECTED || unknown.size > 1) return;
  for (const one of others.sort((a, b) => b.length - a.length)) yield new Set([...unknown, one]);
}

function replacements(words: readonly string[], suspects: ReadonlySet<string>, known: Known): Candidate[] {
  const others = [...new Set(words.filter((word) => !suspects.has(word)))];
  const bearers = others.length === 0 ? null : known.bearers(others, MOST_READ);
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
  const found = new Map<string, { meant: Map<string, string>; cost: number; count: number }>();
  for (const name of bearers) {
    const rest = name.split(' ').filter((word) => !borne.has(word));
    const meant = new Map<string, string>();
    let cost = 0;
    for (const word of suspects) {
      const best = nearest(known.spelt(word), rest);
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
    .slice(0, MOST_TEXTS);
}

function nearest(word: string, among: readonly string[]): { word: string; cost: number } | null {
  let best: { word: string; cost: number } | null = null;
  for (const one of among) {
    const cost = one === word ? null : editCost(word, one, word.length >= LONG ? 2 : 1);
    if (cost !== null && (best === null || cost < best.cost)) best = { word: one, cost };
  }
  return best;
}

/** The likeliest neighbours of each suspect, the best of all together and then with one of them exchanged. */
function byNeighbours(suspects: ReadonlySet<string>, known: Known): Meant[] {
  const most = suspects.size <= MOST_FAR ? 2 : 1;
  const choices = new Map([...suspects].map((word) => [word, neighboursOf(word, most, known)]));
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
  return found.slice(0, MOST_TEXTS);
}

function neighboursOf(word: string, most: 1 | 2, known: Known): { meant: string; cost: number }[] {
  const at = (distance: 1 | 2) =>
    [...known.near(known.spelt(word), distance)]
      .map(([meant, count]) => ({ meant, cost: (editCost(word, meant, distance) ?? 0) - Math.log(count) }))
      .sort((a, b) => a.cost - b.cost || (a.meant < b.meant ? -1 : 1))
      .slice(0, MOST_NEAR);
  const near = at(1);
  return near.length > 0 || most === 1 || [...word].length < LONG ? near : at(2);
}
