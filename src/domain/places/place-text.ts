import { writtenOut } from '../business-names/spellings.js';
import { searchText } from '../names.js';
import { addressParts } from './address-parts.js';
import { stateCode } from './place-codes.js';

/**
 * Returns the place of a US address in one line: `newhaven ct 06511` for `1 MAIN ST, NEW HAVEN, CT 06511-1234`; else
 * `undefined`.
 */
export function placeOf(address: string | undefined): string | undefined {
  if (address === undefined) return undefined;
  const { city, state, zip } = addressParts(address);
  return state === '' ? undefined : placeText(city, state, zip);
}

/** `state`: a USPS code. */
export function placeText(city: string, state: string, zip = ''): string {
  return [cityText(searchText(city).split(' ')), state.toLowerCase(), zip.slice(0, 5)].join(' ').trimEnd();
}

/** Returns the texts by which a place is searched: itself, by prefix, its state and its ZIP code. */
export function placeTexts(place: string): readonly string[] {
  const [city = '', state = '', zip = ''] = place.split(' ');
  return [...(city === '' ? [] : [place]), state, zip];
}

/** A place named after the first words of a text. */
export interface NamedPlace {
  /** The number of words before it. */
  readonly before: number;
  /** The text of such a place, or a prefix of it. */
  readonly text: string;
  readonly isWhole: boolean;
}

/** Maximum number of words in the name of a city or state. */
const MAX_WORDS = 3;

/**
 * Returns the places that the last words of a normalised text may name: a state, a ZIP code, a city with or without these.
 * Shortest first.
 */
export function* placesBehind(words: readonly string[]): Generator<NamedPlace> {
  const end = words.length;
  const zip = /^\d{5}$/.test(words[end - 1] ?? '') ? (words[end - 1] as string) : '';
  const rest = zip === '' ? end : end - 1;
  const states = zip === '' ? [] : [{ before: rest, state: '' }];
  for (let count = 1; count <= MAX_WORDS && count < rest; count++) {
    const state = stateCode(words.slice(rest - count, rest).join(' '));
    if (state !== undefined) states.push({ before: rest - count, state: state.toLowerCase() });
  }
  for (const { before, state } of states) {
    if (before > 0) yield { before, text: zip || state, isWhole: true };
  }
  for (const { before, state } of [...states, ...(zip === '' ? [{ before: end, state: '' }] : [])]) {
    for (let count = 1; count <= MAX_WORDS && count < before; count++) {
      const city = cityText(words.slice(before - count, before));
      yield { before: before - count, text: `${city} ${state}`, isWhole: false };
    }
  }
}

/** `St. Louis` and `Saint Louis` are equal. */
function cityText(words: readonly string[]): string {
  return words.map(writtenOut).join('');
}
