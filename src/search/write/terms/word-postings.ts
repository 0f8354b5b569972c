import { GrowableUint32 } from '../../../collections/growable.js';
import { GrowableTexts } from '../../../collections/growable-texts.js';
import type { Adjacency } from '../../sets/adjacency.js';
import { invert } from '../../sets/adjacency.js';
import { SortedTexts } from '../../texts/sorted-texts.js';
import { sortTexts } from './sort-texts.js';
import { WordTable } from './word-table.js';

interface WordPostings {
  readonly vocabulary: SortedTexts;
  /** Word -> the names that contain it. */
  readonly names: Adjacency;
}

const BLANK = 0x20;

/** Returns the names that contain each word; a word counts once per name. */
export function wordPostings(texts: SortedTexts): WordPostings {
  const table = new WordTable();
  const tokens = tokenise(texts, table);
  const order = sortTexts(table.words.bytes, table.words.starts);
  return { vocabulary: inOrder(table.words, order), names: invert(byPlace(tokens, order), order.length) };
}

/** Returns the distinct words of each name, as numbers of the table. */
function tokenise(texts: SortedTexts, table: WordTable): Adjacency {
  const { bytes, starts } = texts;
  const tokens = new GrowableUint32();
  const tokenStarts = new Uint32Array(texts.count + 1);
  const lastName = new GrowableUint32();
  for (let name = 0; name < texts.count; name++) {
    eachWord(bytes, starts[name] as number, starts[name + 1] as number, (from, to) => {
      const word = table.number(bytes, from, to);
      if (word === lastName.length) lastName.push(name);
      else if (lastName.at(word) === name) return;
      lastName.set(word, name);
      tokens.push(word);
    });
    tokenStarts[name + 1] = tokens.length;
  }
  return { starts: tokenStarts, values: tokens.view() };
}

function eachWord(
  bytes: Uint8Array,
  from: number,
  to: number,
  visit: (from: number, to: number) => void,
): void {
  let start = from;
  for (let at = from; at <= to; at++) {
    if (at < to && bytes[at] !== BLANK) continue;
    if (at > start) visit(start, at);
    start = at + 1;
  }
}

function inOrder(words: GrowableTexts, order: Uint32Array): SortedTexts {
  const sorted = new GrowableTexts();
  const { bytes, starts } = words;
  for (const word of order) sorted.pushBytes(bytes, starts[word] as number, starts[word + 1] as number);
  return new SortedTexts(sorted.bytes, sorted.starts);
}

/** Replaces words by their places in `order`, in place. */
function byPlace({ starts, values }: Adjacency, order: Uint32Array): Adjacency {
  const places = new Uint32Array(order.length);
  for (let place = 0; place < order.length; place++) places[order[place] as number] = place;
  for (let at = 0; at < values.length; at++) values[at] = places[values[at] as number] as number;
  return { starts, values };
}
