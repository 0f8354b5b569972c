import { memoizeLast } from '../memoize-last.js';
import { plainText, searchText } from '../names.js';
import { endsWithCountry, shortCountry } from './countries.js';
import { splitForms } from './legal-forms.js';
import { writtenOut } from './spellings.js';

/**
 * Returns the texts in which a name's words are searched: abbreviations expanded, without leading or trailing
 * `the`. A name with separate initials (`J P MORGAN`, `BERGUM WILLIAM R A`) or a phrase as legal form
 * (`LIMITED LIABILITY COMPANY`) has two: as `wordsOfText` writes it, which comes first, and unchanged, so
 * that each initial and each word is found. `United States` is also searched in its short form, and `Trustees of X
 * College` as `X College`.
 */
export function nameWords(name: string): readonly string[] {
  const texts = textWords(searchText(name));
  const apart = spelt(plainText(name).split(' '));
  const governed = texts.flatMap((text) => (GOVERNORS.test(text) ? text.replace(GOVERNORS, '') : []));
  const all = [...new Set([...texts, apart, ...governed])];
  if (!INITIAL_BEFORE_COMMA.test(name)) return all;
  return [...new Set([...all, ...[partsText(name), searchText(plainText(name))].map(wordsOfText)])];
}

/** The legal name of many colleges and churches is that of their governing body. */
const GOVERNORS = /^(?:board of )?(?:president and )?(?:trustees|fellows|directors) of (?:the )?(?=\S+ \S)/;

/** An initial, a comma, and an initial: `V, L.P.` is searched as `V LP` and as `VLP`. */
const INITIAL_BEFORE_COMMA = /(?<![\p{L}\p{N}])\p{L}\.?\s*,\s*\p{L}(?![\p{L}\p{N}])/u;

/** Joins initials on each side of a comma. */
function partsText(name: string): string {
  return name
    .split(',')
    .map(searchText)
    .filter((part) => part !== '')
    .join(' ');
}

/** Same for a normalised text: its words and, if it contains `United States`, these with the short form. */
export function textWords(text: string): readonly string[] {
  const words = wordsOfText(text);
  const short = shortCountry(words);
  return short === words ? [words] : [words, short];
}

function wordsOfText(text: string): string {
  const words = text.split(' ');
  if (!PHRASE.test(text)) return spelt(words);
  const { core, tail } = splitForms(words);
  return spelt([...core, ...tail.join(' ').split(' ')]);
}

/** The words by which a normalised text is searched, in all tiers. */
export const wordsSought = memoizeLast((text: string) => ({ text: shortCountry(wordsOfText(text)) }));

/** Same without spaces. */
export function wordsJoined(text: string): { readonly text: string } {
  return { text: wordsSought(text).text.replaceAll(' ', '') };
}

/** Same with an incomplete last word: `co` of `computer`. */
export function lastAsTyped(text: string): { readonly text: string } {
  const last = text.slice(text.lastIndexOf(' ') + 1);
  const { text: words } = wordsSought(text);
  const before = endsWithCountry(text) ? wordsOfText(text) : words;
  return { text: `${before.slice(0, before.lastIndexOf(' ') + 1)}${last}` };
}

/** Too many names start with shorter numbers, which are often joined to a word (`3` for `3M`). */
const SHORTEST_NUMBER = 3;

type Sought = { readonly text: string; readonly accepts?: (name: string) => boolean };

/** Prefixes of names. If the text ends in a number, only names with the whole number: `local 217`, not `local 2176`. */
function beginningsOf(form: (text: string) => Sought): (text: string) => Sought {
  return (request) => {
    const { text } = form(request);
    if (text.length < SHORTEST_NUMBER || !/\d$/.test(text)) return { text };
    return { text, accepts: (name) => !/\d/.test(name[text.length] ?? '') };
  };
}

/** Prefixes of names: of the words, and of these as typed if that differs. */
export const NAME_BEGINNINGS: readonly ((text: string) => Sought | null)[] = [
  beginningsOf(wordsSought),
  (text) => (lastAsTyped(text).text === wordsSought(text).text ? null : beginningsOf(lastAsTyped)(text)),
];

/** Matches every legal form of several words, and fails fast on most names. */
const PHRASE = /(?:^| )(?:limited|ltd|liability|prof|professional|natl|national|public) /;

function spelt(words: readonly string[]): string {
  let [from, to] = [0, words.length];
  if (to - from > 1 && words[from] === 'the') from++;
  if (to - from > 1 && words[to - 1] === 'the') to--;
  return words.slice(from, to).map(writtenOut).join(' ').trim();
}
