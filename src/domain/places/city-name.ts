import { plainText } from '../names.js';
import { STATE_NAMES } from './place-codes.js';

/**
 * Returns the words of a city without a repeated state: `WASHINGTON DC`, `Washington, D.C. 20001` and `Washington NW` become
 * `washington`, `KANSAS CITY KS` in Kansas becomes `kansas city`. Expands `ST`, `FT` and `MT`. `state`: USPS code.
 */
export function cityName(city: string, state: string): string {
  const words = plainText(city.replaceAll('.', ''))
    .replace(/ \d{5}(?: \d{4})?$/, '')
    .replace(/ (\S) (\S)$/, ' $1$2')
    .split(' ');
  const isDistrict = words[0] === 'washington' && (state === '' || state === 'DC');
  const repeated = isDistrict ? DISTRICT : [state.toLowerCase(), STATE_NAMES.get(state)?.toLowerCase() ?? ''];
  return withoutEnds(words, repeated)
    .map((word) => WRITTEN_OUT.get(word) ?? word)
    .join(' ');
}

/** Keeps at least one word, and no trailing word that needs another: `PORT WASHINGTON` in Washington. */
function withoutEnds(words: readonly string[], ends: readonly string[]): readonly string[] {
  for (const end of ends) {
    const length = end === '' ? 0 : end.split(' ').length;
    const rest = words.slice(0, words.length - length);
    if (length === 0 || rest.length === 0 || words.slice(-length).join(' ') !== end) continue;
    if (!INCOMPLETE.has(rest.at(-1) ?? '')) return withoutEnds(rest, ends);
  }
  return words;
}

const DISTRICT = ['dc', 'district of columbia', 'nw', 'ne', 'sw', 'se'];
const WRITTEN_OUT: ReadonlyMap<string, string> = new Map([
  ['st', 'saint'],
  ['ste', 'saint'],
  ['sainte', 'saint'],
  ['ft', 'fort'],
  ['mt', 'mount'],
  ['mtn', 'mountain'],
  ['hts', 'heights'],
  ['spgs', 'springs'],
  ['jct', 'junction'],
  ['twp', 'township'],
]);
const INCOMPLETE: ReadonlySet<string> = new Set(
  'port fort ft mount mt lake point north south east west new old upper lower saint st of'.split(' '),
);
