import { APOSTROPHE_SIGNS, searchText } from '../names.js';
import { writtenOut } from './spellings.js';

/** A range of a text, `to` exclusive, in UTF-16 code units. */
export interface Mark {
  readonly from: number;
  readonly to: number;
}

const LETTER = String.raw`[\p{L}\p{N}\p{M}]`;
/**
 * Separate initials (`J P`, `J. P.`), or a word with joining punctuation: `O'Reilly`, `AT&T` and `U.S.A` are written with and
 * without it.
 */
const WRITTEN_WORD = new RegExp(
  String.raw`(?<!${LETTER})\p{L}(?:[. ]{1,2}\p{L}(?!${LETTER}))+|${LETTER}+(?:[${APOSTROPHE_SIGNS}.&]${LETTER}+)*`,
  'gu',
);

/**
 * Returns the ranges of a name that match the query words, from its start. `words`: normalized; abbreviations
 * equal their full words. An incomplete word is marked as far as it was typed.
 */
export function marksIn(name: string, words: readonly string[], isLastPartial: boolean): Mark[] {
  const whole = new Set((isLastPartial ? words.slice(0, -1) : words).map(writtenOut));
  const start = isLastPartial ? (words.at(-1) ?? '') : '';
  return [...name.matchAll(WRITTEN_WORD)].flatMap(({ 0: written, index: from }) => {
    const plain = searchText(written).split(' ');
    const own = [plain.join(''), ...plain, ...plain.map(writtenOut)];
    if (own.some((word) => whole.has(word))) return { from, to: from + written.length };
    if (start === '' || !own.some((word) => word.startsWith(start))) return [];
    const isWritten = written.slice(0, start.length).toLowerCase() === start;
    return { from, to: from + (isWritten ? start.length : written.length) };
  });
}

/** The leading words of a name with as many letters as the query, for names with other spacing. */
export function marksAtBeginning(name: string, text: string): Mark[] {
  const max = text.replaceAll(' ', '').length;
  const marks: Mark[] = [];
  let letters = 0;
  for (const { 0: written, index: from } of name.matchAll(WRITTEN_WORD)) {
    if (letters >= max) break;
    letters += searchText(written).replaceAll(' ', '').length;
    marks.push({ from, to: from + written.length });
  }
  return marks;
}
