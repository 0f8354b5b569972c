import { searchText } from '../names.js';
import { shortCountryJoined } from './countries.js';
import { splitForms } from './legal-forms.js';
import { writtenOut } from './spellings.js';

/**
 * Returns the key by which whole names are compared: four fields separated by spaces, from general to
 * specific, so that names with a common key prefix are equal in a wider or narrower sense.
 *
 * - `compact`: the core (no legal form, no leading `The`, no EDGAR suffix), abbreviations expanded, without
 * `and` and spaces, the United States as `us`;
 * - `words`: the lengths of the core's words as written, in base 36: distinguishes `wal mart` from `walmart`,
 * `intl` from `international`;
 * - `form`: the legal forms, normalized; `-` for none;
 * - `spelling`: the lengths and spelling of all other words.
 */
export interface NameKey {
  readonly compact: string;
  readonly words: string;
  readonly form: string;
  readonly spelling: string;
}

export const NO_FORM = '-';

/** The key of a normalised text; null if it has no words. */
export function keyOfText(text: string): NameKey | null {
  if (text === '') return null;
  const words = text.split(' ');
  const { core, forms } = splitForms(words);
  const before = words.length > 1 && words[0] === 'the' ? 1 : 0;
  return {
    compact: compactOf(core),
    words: lengthsOf(core),
    form: forms.length === 0 ? NO_FORM : forms.join(' ').replaceAll(' ', '.'),
    spelling: `${before}${lengthsOf(words.slice(before + core.length))}`,
  };
}

/** The key of a name as written, as text; empty if nothing in it is searchable. */
export function nameKey(name: string): string {
  const key = keyOfText(comparedText(name));
  return key === null ? '' : keyText(key);
}

/** The normalised text of a whole name, without EDGAR suffixes. */
export function comparedText(name: string): string {
  return searchText(withoutEdgarTail(name));
}

export function keyText({ compact, words, form, spelling }: NameKey): string {
  return `${compact} ${words} ${form} ${spelling}`;
}

/** The legal form in a key's text. */
export function formOfKey(text: string): string {
  return text.split(' ')[2] ?? NO_FORM;
}

/** The core of a normalized text without spaces, like `compact`, but with two-letter words unchanged. */
export function lettersOf(text: string): string {
  const words = telling(splitForms(text.split(' ')).core);
  return words.map((word) => (word.length === 2 ? word : writtenOut(word))).join('');
}

function compactOf(core: readonly string[]): string {
  const words = telling(core);
  const whole = words.map((word, at) => (isPrefix(word, at, words) ? word : writtenOut(word)));
  return shortCountryJoined(whole.join(''));
}

function telling(core: readonly string[]): readonly string[] {
  const words = core.filter((word) => word !== 'and');
  return words.length > 0 ? words : core;
}

/** `co` at the start of a name and in `Co-op` is part of its word, not a company. */
function isPrefix(word: string, at: number, words: readonly string[]): boolean {
  const next = words[at + 1];
  return word === 'co' && next !== undefined && (at === 0 || /^op(?:s|erative|eratives)?$/.test(next));
}

function lengthsOf(words: readonly string[]): string {
  return words.map((word) => [...word].length.toString(36)).join('.');
}

/** EDGAR distinguishes filers with one name by `/DE/`, `\\NEW\\`, `/ADR` at the end. */
const TAIL = /\s*[/\\]\s?[A-Z]{1,4}(?:[/\\]|$)\s*$/i;
const SET_OFF = /(?:\s[/\\]\s?[A-Z]{1,4}|[/\\][A-Z]{1,4}[/\\])\s*$/i;

/**
 * The name without EDGAR suffixes. A suffix without a space before it or a slash after it only counts after a legal form:
 * `CORP/DE` has one, `AC/DC` has none.
 */
export function withoutEdgarTail(name: string): string {
  if (!/[/\\]/.test(name)) return name;
  const shorter = name.replace(TAIL, '');
  if (shorter === name || shorter === '') return name;
  const isTail = SET_OFF.test(name) || splitForms(searchText(shorter).split(' ')).forms.length > 0;
  return isTail ? withoutEdgarTail(shorter) : name;
}
