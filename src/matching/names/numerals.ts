import { cardinalFigure } from '../../domain/business-names/numbers.js';

/**
 * Numbers tell bodies of one name apart (`HOLDINGS II` and `HOLDINGS III`, `LOCAL 567`), so every way of writing
 * one becomes plain digits: leading zeros off, ordinals and roman numerals converted.
 */
export function numberOf(word: string, last: boolean): string | undefined {
  if (/^\d/.test(word)) return digits(word);
  return (
    ORDINAL_WORDS.get(word) ?? cardinalFigure(word) ?? (last || word.length > 1 ? ROMAN.get(word) : undefined)
  );
}

/** `forty four` and `FORTY-FOUR` are `44`; a cardinal of one word stays for `numberOf`. */
export function withFigures(words: readonly string[]): readonly string[] {
  const figures: string[] = [];
  for (let index = 0; index < words.length; index++) {
    const compound = cardinalFigure(words[index] ?? '', words[index + 1] ?? '');
    figures.push(compound ?? words[index] ?? '');
    if (compound !== undefined) index += 1;
  }
  return figures;
}

export function isNumber(token: string): boolean {
  return /^\d+$/.test(token);
}

function digits(word: string): string | undefined {
  const [, figure] = /^0*(\d+)(?:st|nd|rd|th)?$/.exec(word) ?? [];
  return figure;
}

const ORDINAL_WORDS: ReadonlyMap<string, string> = new Map(
  'first second third fourth fifth sixth seventh eighth ninth tenth'
    .split(' ')
    .map((word, index) => [word, String(index + 1)]),
);

/** A single letter is a numeral only where it ends the name; `c`, `d` and `l` are never read as one. */
const ROMAN: ReadonlyMap<string, string> = new Map(
  'i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx'
    .split(' ')
    .map((word, index) => [word, String(index + 1)]),
);
