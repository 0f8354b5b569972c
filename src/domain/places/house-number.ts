import { cardinalFigure } from '../business-names/numbers.js';

/**
 * Returns the street with a house number in words as digits: `ONE APPLE PARK WAY`, `Twenty-Five Elm St`. A line with a number
 * in digits is the street; a number in words above it belongs to a name (`TWO RIVERS FARM, 12 ELM ST`).
 */
export function withHouseNumber(street: string): string {
  if (!IN_WORDS.test(street) || STREET_LINE.test(street)) return street;
  return street.replace(IN_WORDS, (written, start: string, first: string, second = '') => {
    const compound = second === '' ? undefined : cardinalFigure(first.toLowerCase(), second.toLowerCase());
    if (compound !== undefined) return `${start}${compound}`;
    const single = cardinalFigure(first.toLowerCase());
    return single === undefined ? written : `${start}${single}${written.slice(start.length + first.length)}`;
  });
}

/** `ONE` or `Twenty-Five` at the start of a line, followed by a word. */
const IN_WORDS =
  /(^|[,;\n]\s*)(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|\w{3,5}ty)(?:[ -](one|two|three|four|five|six|seven|eight|nine))?(?= +[a-z])/i;
/** Not `23RD FLOOR`. */
const STREET_LINE = /(?:^|[,;\n])\s*\d+[a-z]?\s/i;
