import { searchText } from '../names.js';
import { doorOf } from './address-key.js';
import { stateCode } from './place-codes.js';
import { placeText } from './place-text.js';

/**
 * Returns the texts by which an address is found: the ZIP code followed by the door, and the city followed by the door. `door`:
 * as written by `doorOf`; `place`: by `placeOf`.
 */
export function addressTexts(door: string | undefined, place: string | undefined): readonly string[] {
  if (door === undefined || place === undefined) return [];
  const [city = '', state = '', zip = ''] = place.split(' ');
  return [...(zip === '' ? [] : [`${zip} ${door}`]), ...(city === '' ? [] : [`${city} ${state} ${door}`])];
}

/** The known parts of a place; `state`: USPS code. */
export interface Place {
  readonly city?: string | undefined;
  readonly state?: string | undefined;
  readonly zip?: string | undefined;
}

/**
 * Returns candidate texts for an address in any spelling, one of which `addressTexts` returns for it: `1624 Market Street,
 * Suite 202, Denver, CO 80202`, `1624 market st denver co`, or its street alone with the place in `known`. Empty without a
 * house number or a box, or without a place.
 */
export function soughtAddresses(written: string, known: Place): readonly string[] {
  const texts = new Set<string>();
  for (const { street, city, state, zip } of readings(written.trim().replace(/\s+/g, ' '), known)) {
    const door = doorOf(street);
    if (door === undefined) continue;
    if (zip !== undefined) texts.add(`${zip.slice(0, 5)} ${door}`);
    else if (city !== undefined && state !== undefined) texts.add(`${placeText(city, state)} ${door}`);
  }
  return [...texts];
}

function* readings(written: string, known: Place): Generator<Place & { readonly street: string }> {
  const [behind, zip = known.zip] = /[\s,]+(\d{5})(?:-\d{4})?$/.exec(written) ?? [''];
  const line = written.slice(0, written.length - behind.length);
  yield { street: line, ...known, zip };
  for (const { rest, state } of withoutState(line, known.state)) {
    yield { street: rest, ...known, state, zip };
    const comma = rest.lastIndexOf(',');
    const words = rest.split(/\s+/);
    const ends =
      comma > 0 ? [rest.length - comma] : [1, 2, 3].map((count) => words.slice(-count).join(' ').length);
    for (const end of ends) {
      const city = rest.slice(rest.length - end).replace(/^[,\s]+/, '');
      if (end < rest.length && city.split(/\s+/).every(isOfCity))
        yield { street: rest.slice(0, rest.length - end), city, state, zip };
    }
  }
}

/** `Suite B Denver` is not a city. */
function isOfCity(word: string): boolean {
  return /^\p{L}[\p{L}.'-]+$/u.test(word) && !UNITS.test(word);
}

const UNITS = /^(?:suite|ste|unit|apartment|apt|room|rm|floor|fl|number|no)\.?$/i;

/** The line as it is, and without a state at its end: `CT` is a court or Connecticut. */
function* withoutState(
  line: string,
  known: string | undefined,
): Generator<{ readonly rest: string; readonly state: string | undefined }> {
  yield { rest: line, state: known };
  const words = line.split(/[\s,]+/);
  for (let count = Math.min(3, words.length - 1); count > 0; count--) {
    const state = stateCode(words.slice(-count).join(' '));
    if (state === undefined) continue;
    yield { rest: line.replace(new RegExp(`(?:[\\s,]+[^\\s,]+){${count}}$`), ''), state };
    return;
  }
}

/**
 * Returns a prefix of the text of every address in the place (`placeTexts`); `undefined` if neither ZIP code nor city is known.
 */
export function soughtPlace({ city, state, zip }: Place): string | undefined {
  if (zip !== undefined) return zip.slice(0, 5);
  if (city === undefined || state === undefined || searchText(city) === '') return undefined;
  return placeText(city, state);
}
