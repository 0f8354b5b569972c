import { type ParsedQuery, parseQuery } from '../../fields/parsed-query.js';
import { editCost } from '../../texts/edit-cost.js';
import { editedText, twiceEditedText } from '../../texts/edited-text.js';
import type { Candidate } from './candidate.js';
import { isGuessable, reworded } from './reword.js';
import type { Known } from './words-known.js';

/** A shorter word alone is a ticker or a beginning rather than a misspelt name. */
const SHORTEST_ALONE = 5;
/** A whole name of fewer characters has too many neighbours. */
const SHORTEST_NAME = 6;
/** A text of several words that a name bears in an earlier tier is likelier: so much for each tier, in nats. */
const BY_TIER = 0.6;
const MAX_JOINED = 24;
/** Words that some name has are split only in texts of at most this number of words. */
const MAX_SPLIT = 4;
/** A split of a word that some name bears is less likely than any other of the kind. */
const SPLIT_OF_KNOWN = 10;
/** If the other words leave at most this number of names, a last word may be the beginning of any number of words. */
export const FEW_BEARERS = 65_536;
/** Otherwise it may begin at most this number of words, each of which is looked up. */
export const FEW_WORDS = 1_000;

type FirstTier = (parsed: ParsedQuery) => number | undefined;

/**
 * The text that was probably meant, or null: the first of these that some name matches:
 * 1. a whole name with one letter wrong; 2. the text with its last word still being typed; 3. with two words joined or one split;
 * 4. with words replaced that no name has, or that no name has together with the others. Within a kind the likeliest comes first: by the
 * typing error and, for single words, by the number of names with the word.
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

/** The likeliest whole name with one letter wrong, or null: the first kind of correction alone. */
export function oneLetterWrong(parsed: ParsedQuery, known: Known, firstTier: FirstTier): ParsedQuery | null {
  return likeliest(wholeNames(parsed, known), firstTier);
}

/** A word with an ending is another word (`insider`), unless it is a plural or its last letter was written twice. */
function isLonger(word: string, other: string): boolean {
  return word.startsWith(other) && !word.endsWith('s') && word.at(-1) !== other.at(-1);
}

/** The candidate of the least cost that a name meets; of equals the first in the alphabet. */
export function likeliest(candidates: readonly Candidate[], firstTier: FirstTier): ParsedQuery | null {
  let best: Candidate | null = null;
  for (const one of candidates) {
    if (best !== null && one.cost > best.cost) continue;
    const tier = firstTier(one.parsed);
    if (tier === undefined) continue;
    // A word alone would become a ticker rather than a word.
    const cost = one.cost + (one.parsed.words.length > 1 ? tier * BY_TIER : 0);
    if (best === null || cost < best.cost || (cost === best.cost && one.parsed.text < best.parsed.text)) {
      best = { parsed: one.parsed, cost };
    }
  }
  return best?.parsed ?? null;
}

/** Texts whose key begins with that of a whole name at distance 1. */
function wholeNames({ text }: ParsedQuery, known: Known): Candidate[] {
  const key = known.wholeNear(text);
  if (key === null || [...key.field].length < SHORTEST_NAME) return [];
  return [...key.near].flatMap((field) => {
    const meant = editedText(text, [key.field, field], (of) => known.fieldOf(of));
    return meant === null ? [] : [{ parsed: parseQuery(meant), cost: editCost(key.field, field, 1) ?? 0 }];
  });
}

/** Texts that are the whole name of a prominent record, with two letters wrong. */
function prominentNames({ text }: ParsedQuery, known: Known): Candidate[] {
  const key = known.fieldOf(text) ?? '';
  if ([...key].length < SHORTEST_NAME) return [];
  return [...known.prominentNear(text)].flatMap((field) => {
    const meant = twiceEditedText(text, [key, field], (of) => known.fieldOf(of));
    return meant === null ? [] : [{ parsed: parseQuery(meant), cost: editCost(key, field, 2) ?? 0 }];
  });
}

/** The text whose last word begins known words, and stands for all of them; the others are known, or become so. */
function stillTyped(parsed: ParsedQuery, known: Known, firstTier: FirstTier): ParsedQuery | null {
  const last = parsed.words.at(-1) ?? '';
  if (/^\d+$/.test(last) || known.has(last) || !known.begins(last)) return null;
  const before = parseQuery(parsed.words.slice(0, -1).join(' '));
  const partial = ({ text, words }: ParsedQuery): ParsedQuery => ({
    text: [text, last].filter((part) => part !== '').join(' '),
    words: [...words, last],
    isLastPartial: true,
  });
  const isTelling = (of: ParsedQuery) =>
    known.beginningWith(last, FEW_WORDS) !== null || known.countBearers(of.words) <= FEW_BEARERS;
  const first: FirstTier = (of) => (isTelling(of) ? firstTier(partial(of)) : undefined);
  if (before.words.every((word) => known.has(word)))
    return first(before) === undefined ? null : partial(before);
  const better = reworded(before, known, (candidates) => likeliest(candidates, first));
  return better && partial(better);
}

/**
 * Writes two neighbours as one word, or one word as two. The word must be one that no name has. If the text has other words, it may also be one that
 * other names have: `homedepot atlanta` for `HOME DEPOT OF ATLANTA`, although there is a `HOMEDEPOT LLC`.
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
