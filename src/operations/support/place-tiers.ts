import { type NamedPlace, placesBehind } from '../../domain/places/place-text.js';
import type { Tier } from '../../search/format/types.js';

/** A text whose last words are the place of an address. */
export interface PlacedText {
  readonly name: string;
  readonly place: {
    /** The words of the place. */
    readonly written: string;
    /** In which an address there matches. */
    readonly tier: Tier;
  };
}

/** Returns the ways to read the last words of a normalised text as a place; the longest name first. */
export function* placedTexts(text: string): Generator<PlacedText> {
  const words = text.split(' ');
  for (const named of placesBehind(words)) {
    const name = words.slice(0, named.before);
    if (PREPOSITIONS.has(name.at(-1) ?? '')) name.pop();
    if (name.length > 0)
      yield {
        name: name.join(' '),
        place: { written: words.slice(named.before).join(' '), tier: tierOf(named) },
      };
  }
}

/** `rotary club of` is the name of `rotary club of boise`. */
const PREPOSITIONS: ReadonlySet<string> = new Set(['of', 'in', 'at', 'for']);

function tierOf({ text, isWhole }: NamedPlace): Tier {
  return { how: isWhole ? 'exact' : 'prefix', lexicons: ['place'], form: () => ({ text }) };
}
