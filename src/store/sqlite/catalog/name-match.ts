import { spellingsOfForm, splitForms } from '../../../domain/business-names/legal-forms.js';
import { spellingsOf } from '../../../domain/business-names/spellings.js';

/**
 * A condition of FTS5 on names: all words in one of the columns, abbreviations in any spelling, two neighbours also as one word.
 * Null where nothing is asked.
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

/** All of them, or two neighbours joined and the rest. */
function wordsOf(words: readonly string[]): string {
  const distinct = [...new Set(words)];
  const apart = distinct.map(inAnySpelling).join(' AND ');
  if (words.length < 2 || words.length > MOST_JOINED) return `(${apart})`;
  const joined = words.slice(1).map((word, at) => {
    const rest = words.toSpliced(at, 2);
    return allOf([`${words[at] ?? ''}${word}`, ...rest]);
  });
  return anyOf([`(${apart})`, ...joined]);
}

/** More words are not also tried joined: the condition would grow with their square. */
const MOST_JOINED = 6;

function inAnySpelling(word: string): string {
  return anyOf(spellingsOf(word).map(quoted));
}

function anyOf(conditions: readonly string[]): string {
  return conditions.length === 1 ? (conditions[0] ?? '') : `(${conditions.join(' OR ')})`;
}

function allOf(words: readonly string[]): string {
  return `(${words.map(quoted).join(' AND ')})`;
}

/** Words hold letters and digits only, and are quoted all the same. */
function quoted(word: string): string {
  return `"${word.replaceAll('"', '""')}"`;
}
