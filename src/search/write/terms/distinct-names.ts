import { GrowableUint32 } from '../../../collections/growable.js';
import { GrowableTexts } from '../../../collections/growable-texts.js';
import { NO_NAME } from '../../fields/lexicon.js';
import type { LexiconInput } from '../../format/types.js';
import type { Adjacency } from '../../sets/adjacency.js';
import { SharedTexts } from '../../texts/shared-texts.js';
import { SortedTexts } from '../../texts/sorted-texts.js';
import { sortTexts } from './sort-texts.js';

export interface Names {
  readonly texts: SortedTexts;
  /** Name -> its owners. */
  readonly owners: Adjacency;
  /** Document -> its own name; `NO_NAME` if that is empty. */
  readonly ownNames: Uint32Array | null;
}

/** Returns the distinct texts of a lexicon, sorted, each with its distinct owners. Empty texts are omitted. */
export function distinctNames(lexicon: LexiconInput, ownerCount: number): Names {
  const entries = lexicon.entries();
  if (entries instanceof SharedTexts && !lexicon.ownNames) return ofShared(entries, lexicon, ownerCount);
  return ofListed(entries, lexicon, ownerCount);
}

function ofShared({ count, text, numbers, owners }: SharedTexts, lexicon: LexiconInput, ownerCount: number) {
  refuseUnknown(owners, lexicon, ownerCount);
  const placeOf = new Uint32Array(count).fill(NO_NAME);
  const raw = new GrowableTexts();
  const isUsed = new Uint8Array(count);
  for (const number of numbers) isUsed[number] = 1;
  for (let number = 0; number < count; number++) {
    const own = isUsed[number] === 1 ? text(number) : '';
    if (own === '') continue;
    placeOf[number] = raw.count;
    raw.push(own);
  }
  const { texts, nameOf } = sortedNames(raw);
  const nameOfText = placeOf.map((place) => nameOf[place] ?? NO_NAME);
  return { texts, owners: postingsOf(texts.count, nameOfText, numbers, owners), ownNames: null };
}

function ofListed(
  entries: Iterable<readonly [text: string, owner: number]>,
  lexicon: LexiconInput,
  ownerCount: number,
): Names {
  const raw = new GrowableTexts();
  const growing = new GrowableUint32();
  const ownNames = lexicon.ownNames ? new Uint32Array(ownerCount).fill(NO_NAME) : null;
  let entry = 0;
  let ownCount = 0;
  for (const [text, owner] of entries) {
    entry += 1;
    if (text === '') continue;
    if (ownNames !== null && entry <= ownerCount) ownCount += 1;
    raw.push(text);
    growing.push(owner);
  }
  const owners = growing.view();
  refuseUnknown(owners, lexicon, ownerCount);
  const { texts, nameOf } = sortedNames(raw);
  if (ownNames) for (let at = 0; at < ownCount; at++) ownNames[owners[at] as number] = nameOf[at] as number;
  return { texts, owners: postingsOf(texts.count, nameOf, null, owners), ownNames };
}

/** Returns the distinct texts in order, and the number of each text among them. */
function sortedNames({ bytes, starts, count }: GrowableTexts) {
  const texts = new GrowableTexts();
  const nameOf = new Uint32Array(count);
  let previous = -1;
  for (const text of sortTexts(bytes, starts)) {
    if (previous < 0 || !areEqual(bytes, starts, previous, text)) {
      texts.pushBytes(bytes, starts[text] as number, starts[text + 1] as number);
    }
    nameOf[text] = texts.count - 1;
    previous = text;
  }
  return { texts: new SortedTexts(texts.bytes, texts.starts), nameOf };
}

function areEqual(bytes: Uint8Array, starts: Uint32Array, one: number, other: number): boolean {
  const start = starts[one] as number;
  const otherStart = starts[other] as number;
  const length = (starts[one + 1] as number) - start;
  if ((starts[other + 1] as number) - otherStart !== length) return false;
  for (let at = 0; at < length; at++) if (bytes[start + at] !== bytes[otherStart + at]) return false;
  return true;
}

function refuseUnknown(owners: Uint32Array, { name, owners: kind }: LexiconInput, ownerCount: number): void {
  for (const owner of owners) {
    if (owner < ownerCount) continue;
    throw new RangeError(
      `The lexicon '${name}' has the owner ${owner}, but there are ${ownerCount} ${kind}.`,
    );
  }
}

/**
 * Returns the owners of each of `count` names, distinct and ascending. Entry n has text `numbers[n]` (text n if null), and that
 * text has the name `nameOf[text]`, or none.
 */
function postingsOf(
  count: number,
  nameOf: Uint32Array,
  numbers: Uint32Array | null,
  owners: Uint32Array,
): Adjacency {
  const starts = new Uint32Array(count + 1);
  const nameAt = (entry: number) => nameOf[numbers === null ? entry : (numbers[entry] as number)] as number;
  for (let entry = 0; entry < owners.length; entry++) {
    const name = nameAt(entry);
    if (name !== NO_NAME) starts[name + 1] = (starts[name + 1] as number) + 1;
  }
  for (let name = 0; name < count; name++)
    starts[name + 1] = (starts[name + 1] as number) + (starts[name] as number);
  const values = new Uint32Array(starts[count] as number);
  const next = starts.slice(0, count);
  for (let entry = 0; entry < owners.length; entry++) {
    const name = nameAt(entry);
    if (name === NO_NAME) continue;
    const place = next[name] as number;
    values[place] = owners[entry] as number;
    next[name] = place + 1;
  }
  return { starts, values: values.subarray(0, makeDistinct(starts, values)) };
}

/** Sorts each list of values and removes duplicates, in place; returns the end of the last list. */
function makeDistinct(starts: Uint32Array, values: Uint32Array): number {
  let filled = 0;
  for (let at = 0; at + 1 < starts.length; at++) {
    const [from, to] = [starts[at] as number, starts[at + 1] as number];
    if (!isAscending(values, from, to)) values.subarray(from, to).sort();
    starts[at] = filled;
    for (let index = from; index < to; index++) {
      const value = values[index] as number;
      if (index === from || value !== values[filled - 1]) values[filled++] = value;
    }
  }
  starts[starts.length - 1] = filled;
  return filled;
}

function isAscending(values: Uint32Array, from: number, to: number): boolean {
  for (let at = from + 1; at < to; at++)
    if ((values[at - 1] as number) > (values[at] as number)) return false;
  return true;
}
