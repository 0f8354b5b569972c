import { memoizeLast } from '../memoize-last.js';
import { formOfKey, keyOfText, keyText, lettersOf, type NameKey, NO_FORM } from './name-key.js';
import { wordsSought } from './name-words.js';
import { nameOfNickname, nicknameWrittenOut, withoutNickname } from './nicknames.js';
import { NUMBER_TURNS } from './numbers.js';

/** A key, or the beginning of one, and which of the keys that begin so are meant. */
interface SoughtKey {
  readonly text: string;
  readonly accepts?: (key: string) => boolean;
}

type Sought = (text: string) => SoughtKey | null;

/** As written. */
export const AS_WRITTEN: Sought = seek((key) => ({ text: keyText(key) }));

/** The further ways in which a name can be the one that was asked for, the nearest first: by beginnings of its key. */
export const SAME_NAME = [
  /** The legal form spelt otherwise, `The` and what EDGAR adds left out or put in. */
  seek(({ compact, words, form }) => ({ text: `${compact} ${words} ${form} ` })),
  /** One of the two without a legal form. */
  seek((key) => ({ text: `${key.compact} ${key.words} `, accepts: sameForm(key) })),
  /** Words joined, split or abbreviated otherwise. */
  seek((key) => ({ text: `${key.compact} `, accepts: sameForm(key) })),
  /** Letters that only look like an abbreviation: `M T Bank` for `M&T Bank`, and not for `Mount Bank`. */
  (text) => {
    const [key, letters] = [keyOfLast(text), lettersOf(text)];
    return key === null || key.compact === letters ? null : { text: `${letters} `, accepts: sameForm(key) };
  },
] as const satisfies readonly Sought[];

/** Listed companies of the name. */
export const LISTED_NAME = { how: 'prefix', lexicons: ['listedKey'], form: SAME_NAME[2] } as const;

/** The name with its numbers written otherwise, in words, in figures or Roman: after all that are written as asked. */
export const NUMBERS_TURNED: readonly Sought[] = NUMBER_TURNS.flatMap((turn) =>
  SAME_NAME.slice(1, 3).map((seek): Sought => turnedBy(turn, seek)),
);

/** The name with another legal form. */
export const OTHER_FORM: Sought = seek(({ compact }) => ({ text: `${compact} ` }));

/** The name of the organization that people call so, alone or as part of a name (`NFL Players Association`), with whatever legal form. */
export const KNOWN_AS: Sought = turnedBy(nicknameWrittenOut, OTHER_FORM);

/** The same with the country behind it: `National Education Association of the United States`. */
export const KNOWN_AS_NATIONAL: Sought = turnedBy(nameOfNickname, (name) => {
  const { text } = wordsSought(name);
  return { text, accepts: (held) => NATIONAL.test(held.slice(text.length)) };
});

/** A legal form may follow. */
const NATIONAL =
  /^(?: of)?(?: the)? (?:us|usa|united states(?: of america)?|america)(?: (?:incorporated|corporation|company|limited|llc))?$/;

/** The words of a text with a nickname in front written out. */
export const KNOWN_AS_WORDS: Sought = turnedBy(withoutNickname, wordsSought);

/** Names that begin so, however their words are joined or split; of a text with a legal form none, for it is a whole name. */
export const BEGINS_JOINED: Sought = seek(({ compact, form }) =>
  form === NO_FORM && compact.length >= SHORTEST
    ? {
        text: compact,
        ...(ENDS_IN_DIGIT.test(compact) && { accepts: (key) => !/\d/.test(key[compact.length] ?? '') }),
      }
    : null,
);

/** The beginning of a number is another number. */
const ENDS_IN_DIGIT = /\d$/;

/** Shorter beginnings are borne by names that have nothing in common. */
const SHORTEST = 5;

/** Seeks the text as it is turned; null where it has nothing to turn. */
export function turnedBy<Found>(
  turn: (text: string) => string | null,
  seek: (text: string) => Found | null,
): (text: string) => Found | null {
  return (text) => {
    const other = turn(text);
    return other === null ? null : seek(other);
  };
}

/** All tiers ask for the key of one text. */
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
