import { memoizeLast } from '../memoize-last.js';
import { formOfKey, keyOfText, keyText, lettersOf, type NameKey, NO_FORM } from './name-key.js';
import { wordsSought } from './name-words.js';
import { nameOfNickname, nicknameWrittenOut, withoutNickname } from './nicknames.js';
import { NUMBER_TURNS } from './numbers.js';

/** A key or key prefix, and a predicate for the keys with that prefix. */
interface SoughtKey {
  readonly text: string;
  /** The core, with which the keys of all spellings of a name begin. */
  readonly root?: string;
  readonly accepts?: (key: string) => boolean;
}

type Sought = (text: string) => SoughtKey | null;

/** As written. */
export const AS_WRITTEN: Sought = seek((key) => ({ text: keyText(key), root: key.compact }));

/** Further ways to match a whole name, nearest first: by key prefixes. */
export const SAME_NAME = [
  /** The legal form in another spelling, `The` and EDGAR's additions missing or added. */
  seek(({ compact, words, form }) => ({ text: `${compact} ${words} ${form} `, root: compact })),
  /** One of the two without a legal form. */
  seek((key) => {
    const { compact, words } = key;
    return { text: `${compact} ${words} `, root: compact, accepts: sameForm(key) };
  }),
  /** Words joined, split or abbreviated differently. */
  seek((key) => ({ text: `${key.compact} `, root: key.compact, accepts: sameForm(key) })),
  /** Letters that only look like an abbreviation: `M T Bank` matches `M&T Bank`, but not `Mount Bank`. */
  (text) => {
    const [key, letters] = [keyOfLast(text), lettersOf(text)];
    return key === null || key.compact === letters ? null : { text: `${letters} `, accepts: sameForm(key) };
  },
] as const satisfies readonly Sought[];

/** Listed companies with the name. */
export const LISTED_NAME = { how: 'prefix', lexicons: ['listedKey'], form: SAME_NAME[2] } as const;

/** The name with its numbers in another notation: words, digits or Roman. Ranks after all names in the query's notation. */
export const NUMBERS_TURNED: readonly Sought[] = NUMBER_TURNS.flatMap((turn) =>
  SAME_NAME.slice(1, 3).map((seek): Sought => turnedBy(turn, seek)),
);

/** The name with another legal form. */
export const OTHER_FORM: Sought = seek(({ compact }) => ({ text: `${compact} `, root: compact }));

/** The name of the organization with this nickname, alone or as part of a name (`NFL Players Association`), with any legal form. */
export const KNOWN_AS: Sought = turnedBy(nicknameWrittenOut, OTHER_FORM);

/** Same, followed by the country: `National Education Association of the United States`. */
export const KNOWN_AS_NATIONAL: Sought = turnedBy(nameOfNickname, (name) => {
  const { text } = wordsSought(name);
  return { text, accepts: (held) => NATIONAL.test(held.slice(text.length)) };
});

/** A legal form may follow. */
const NATIONAL =
  /^(?: of)?(?: the)? (?:us|usa|united states(?: of america)?|america)(?: (?:incorporated|corporation|company|limited|llc))?$/;

/** The words of a text, with a leading or trailing nickname expanded. */
export const KNOWN_AS_WORDS: Sought = turnedBy(withoutNickname, wordsSought);

/**
 * Names with this prefix, however their words are joined or split. Nothing for a text with a legal form, which is a whole name.
 */
export const BEGINS_JOINED: Sought = seek(({ compact, form }) =>
  form === NO_FORM && compact.length >= SHORTEST
    ? {
        text: compact,
        root: compact,
        ...(ENDS_IN_DIGIT.test(compact) && { accepts: (key) => !/\d/.test(key[compact.length] ?? '') }),
      }
    : null,
);

/** The prefix of a number is another number. */
const ENDS_IN_DIGIT = /\d$/;

/** Shorter prefixes match unrelated names. */
const SHORTEST = 5;

/** Matches the text as returned by `turn`; null if it returns null. */
export function turnedBy<Found>(
  turn: (text: string) => string | null,
  seek: (text: string) => Found | null,
): (text: string) => Found | null {
  return (text) => {
    const other = turn(text);
    return other === null ? null : seek(other);
  };
}

/** All tiers request the key of the same text. */
const keyOfLast = memoizeLast(keyOfText);

function seek(of: (key: NameKey) => SoughtKey | null): Sought {
  return (text) => {
    const key = keyOfLast(text);
    return key === null ? null : of(key);
  };
}

function sameForm({ form }: NameKey): (key: string) => boolean {
  return (key) => form === NO_FORM || [form, NO_FORM].includes(formOfKey(key));
}
