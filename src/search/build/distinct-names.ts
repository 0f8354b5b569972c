import { NO_NAME } from '../lexicon.js';
import type { Many } from '../many.js';
import { SortedTexts } from '../sorted-texts.js';
import type { LexiconInput } from '../types.js';
import { GrowingNumbers, GrowingTexts } from './growing.js';
import { sortTexts } from './sort-texts.js';

export interface Names {
  readonly texts: SortedTexts;
  /** Name -> its owners. */
  readonly owners: Many;
  /** Document -> its own name; `NO_NAME` where that is empty. */
  readonly ownNames: Uint32Array | null;
}

/** The distinct texts of a lexicon, sorted, each with its distinct owners. Empty texts are left out. */
export function distinctNames(lexicon: LexiconInput, ownerCount: number): Names {
  const raw = new GrowingTexts();
  const rawOwners = new GrowingNumbers();
  const ownNames = lexicon.ownNames ? new Uint32Array(ownerCount).fill(NO_NAME) : null;
  let entry = 0;
  let ownCount = 0;
  for (const [text, owner] of lexicon.entries()) {
    entry += 1;
    if (text === '') continue;
    if (ownNames !== null && entry <= ownerCount) ownCount += 1;
    if (!(owner >= 0 && owner < ownerCount)) {
      throw new RangeError(
        `The lexicon '${lexicon.name}' has the owner ${owner}, but there are ${ownerCount} ${lexicon.owners}.`,
      );
    }
    raw.push(text);
    rawOwners.push(owner);
  }
  return { ...mergeEqual(raw, rawOwners.toArray(), ownNames, ownCount), ownNames };
}

/** The first `ownCount` texts are those of `ownNames`, which is filled in. */
function mergeEqual(
  raw: GrowingTexts,
  rawOwners: Uint32Array,
  ownNames: Uint32Array | null,
  ownCount: number,
): Pick<Names, 'texts' | 'owners'> {
  const { bytes, starts } = raw;
  const texts = new GrowingTexts();
  const ownerStarts = new GrowingNumbers();
  const owners = new Uint32Array(rawOwners.length);
  let filled = 0;
  let previous = -1;
  for (const number of sortTexts(bytes, starts)) {
    if (previous < 0 || !areEqual(bytes, starts, previous, number)) {
      if (previous >= 0) filled = distinctFrom(owners, ownerStarts.at(ownerStarts.length - 1), filled);
      ownerStarts.push(filled);
      texts.pushBytes(bytes, starts[number] as number, starts[number + 1] as number);
    }
    if (ownNames !== null && number < ownCount) ownNames[rawOwners[number] as number] = texts.count - 1;
    owners[filled++] = rawOwners[number] as number;
    previous = number;
  }
  if (previous >= 0) filled = distinctFrom(owners, ownerStarts.at(ownerStarts.length - 1), filled);
  ownerStarts.push(filled);
  return {
    texts: new SortedTexts(texts.bytes, texts.starts),
    owners: { starts: ownerStarts.toArray(), values: owners.subarray(0, filled) },
  };
}

function areEqual(bytes: Uint8Array, starts: Uint32Array, one: number, other: number): boolean {
  const start = starts[one] as number;
  const otherStart = starts[other] as number;
  const length = (starts[one + 1] as number) - start;
  if ((starts[other + 1] as number) - otherStart !== length) return false;
  for (let at = 0; at < length; at++) if (bytes[start + at] !== bytes[otherStart + at]) return false;
  return true;
}

/** Sorts `numbers[from .. to)`, drops repetitions and gives the new end. */
function distinctFrom(numbers: Uint32Array, from: number, to: number): number {
  if (to - from < 2) return to;
  numbers.subarray(from, to).sort();
  let end = from + 1;
  for (let at = from + 1; at < to; at++) {
    if (numbers[at] !== numbers[end - 1]) numbers[end++] = numbers[at] as number;
  }
  return end;
}
