import { COUNTRIES } from '../../../../domain/business-names/countries.js';
import { spellingsOfForm, splitForms } from '../../../../domain/business-names/legal-forms.js';
import { spellingsOf } from '../../../../domain/business-names/spellings.js';

/**
 * A condition of FTS5 on names: all words in one of the columns, abbreviations in any spelling, words joined or split
 * otherwise. Null where nothing is asked.
 */
export interface NameMatch {
  /** With the legal form, in any spelling. */
  readonly whole: string;
  /** Without it; the same where there is none. */
  readonly core: string;
}

export function nameMatch(text: string | null, ...columns: readonly string[]): NameMatch | null {
  if (text === null) return null;
  const { core, forms } = splitForms(text.split(' '));
  const telling = core.filter((word) => word !== 'and');
  const words = wordsOf(telling.length > 0 ? telling : core);
  const inOne = (condition: string) =>
    `(${columns.map((column) => `${column} : (${condition})`).join(' OR ')})`;
  const spelt = [...new Set(forms)].map((form) =>
    anyOf(spellingsOfForm(form).map((one) => allOf(one.split(' ')))),
  );
  return { whole: inOne([words, ...spelt].join(' AND ')), core: inOne(words) };
}

/** Each word stands in the name: as it is, as a part of two or three that are joined there, or in two pieces. */
function wordsOf(words: readonly string[]): string {
  const ways = words.map((word) => new Set(spellingsOf(word).map(phrase)));
  for (const length of JOINED) {
    for (let from = 0; from + length <= words.length; from++) {
      const joined = phrase(words.slice(from, from + length).join(''));
      for (let at = from; at < from + length; at++) ways[at]?.add(joined);
    }
  }
  for (const { from, length, other } of countriesIn(words)) {
    for (let at = from; at < from + length; at++) ways[at]?.add(phrase(other));
  }
  if (words.length <= MOST_SPLIT) {
    for (const [at, word] of words.entries()) for (const two of splits(word)) ways[at]?.add(two);
  }
  return [...new Set(ways.map((way) => anyOf([...way])))].join(' AND ');
}

const JOINED = [2, 3];
/** In a text of more words none is also tried in two pieces: each place is looked up. */
const MOST_SPLIT = 8;
const LONGEST_SPLIT = 24;

/** `o reilly` of `oreilly`, and `at and t` of `att`: two words that follow each other, at every place. */
function splits(word: string): string[] {
  const letters = [...word];
  if (letters.length > LONGEST_SPLIT) return [];
  return letters.slice(1).flatMap((_, at) => {
    const [first, second] = [letters.slice(0, at + 1).join(''), letters.slice(at + 1).join('')];
    return [phrase(`${first} ${second}`), phrase(`${first} and ${second}`)];
  });
}

/** The place at which the words name a country, in any spelling, and how else it is written. */
function* countriesIn(words: readonly string[]) {
  for (const [short, long] of COUNTRIES) {
    const { length } = long.split(' ');
    for (const [at, word] of words.entries()) {
      if (word === short) yield { from: at, length: 1, other: long };
      if (words.slice(at, at + length).join(' ') === long) yield { from: at, length, other: short };
    }
  }
}

function anyOf(conditions: readonly string[]): string {
  return conditions.length === 1 ? (conditions[0] ?? '') : `(${conditions.join(' OR ')})`;
}

function allOf(words: readonly string[]): string {
  return `(${words.map(phrase).join(' AND ')})`;
}

/** One word, or words that follow each other. They hold letters and digits only, and are quoted all the same. */
function phrase(words: string): string {
  return `"${words.replaceAll('"', '""')}"`;
}
