import { GrowableUint32 } from '../../collections/growable.js';
import { DocumentCollector } from '../fields/document-collector.js';
import type { LexiconAbout } from '../format/layout.js';
import type { LexiconInput } from '../format/types.js';
import { type Adjacency, invert } from '../sets/adjacency.js';
import { bitmapOfNumbers } from '../sets/bitmap/make.js';
import { asBitmap, type NumberSet } from '../sets/number-set.js';
import type { NumberRange, SortedTexts } from '../texts/sorted-texts.js';
import { broadNames, broadPrefixes, broadSets, PostingWeights } from './materialise.js';
import { BitmapTableWriter } from './sections/bitmap-table-writer.js';
import type { ContainerWriter } from './sections/container-writer.js';
import { distinctNames, type Names } from './terms/distinct-names.js';
import { wordPostings } from './terms/word-postings.js';

interface LexiconLimits {
  /** A prefix or set of words with more documents than this is materialised. */
  readonly broadFrom: number;
  /** A word in more names than this has a bitmap, otherwise a list. */
  readonly listAtMost: number;
}

/** Receives the documents of each materialised prefix and set of words. */
type OnBroad = (of: 'range' | 'words', number: number, documents: NumberSet) => void;

/** N words that always occur together form 2^N sets. Limits the size of the file; results do not change. */
const MAX_BROAD_SETS = 4_096;

/** Writes what `Lexicon` reads. `groups`: null if the owners are documents. */
export function writeLexicon(
  writer: ContainerWriter,
  section: string,
  lexicon: LexiconInput,
  groups: Adjacency | null,
  documentCount: number,
  limits: LexiconLimits,
  onBroad: OnBroad,
): LexiconAbout {
  const ownerCount = groups === null ? documentCount : groups.starts.length - 1;
  const names = distinctNames(lexicon, ownerCount);
  const weights = new PostingWeights(names.owners, groups);
  const fold = new DocumentCollector(groups, documentCount);
  writeTexts(writer, `${section}/names`, names.texts);
  writeMany(writer, `${section}/owners`, names.owners);
  if (groups !== null) writeMany(writer, `${section}/names-of-owner`, invert(names.owners, ownerCount));
  if (names.ownNames !== null) writer.add(`${section}/own-names`, names.ownNames);
  const ranges =
    lexicon.by !== 'whole'
      ? broadPrefixes(names.texts, weights, limits.broadFrom)
      : broadNames(names.texts.count, weights, limits.broadFrom);
  writeRanges(writer, `${section}/broad-ranges`, ranges, names, fold, onBroad);
  const broadSets =
    lexicon.by === 'words' ? writeWords(writer, section, names, weights, fold, limits, onBroad) : [];
  const { name, owners, by } = lexicon;
  const about = { name, owners, by, broadSets, listAtMost: limits.listAtMost };
  return names.ownNames === null ? about : { ...about, ownNames: true };
}

function writeWords(
  writer: ContainerWriter,
  section: string,
  names: Names,
  weights: PostingWeights,
  fold: DocumentCollector,
  limits: LexiconLimits,
  onBroad: OnBroad,
): string[] {
  const postings = wordPostings(names.texts);
  writeTexts(writer, `${section}/words`, postings.vocabulary);
  writePostings(writer, `${section}/postings`, postings.names, limits.listAtMost);
  const table = new BitmapTableWriter(writer, `${section}/broad-sets`);
  const keys: string[] = [];
  for (const set of broadSets(postings.names, weights, limits.broadFrom, MAX_BROAD_SETS)) {
    addDocuments(table, fold, names, set.names, (documents) => onBroad('words', keys.length, documents));
    keys.push(set.words.join(','));
  }
  table.finish();
  return keys;
}

function writeRanges(
  writer: ContainerWriter,
  section: string,
  ranges: Iterable<NumberRange>,
  names: Names,
  fold: DocumentCollector,
  onBroad: OnBroad,
): void {
  const table = new BitmapTableWriter(writer, section);
  const ends = new GrowableUint32();
  const inOrder = [...ranges].sort((one, other) => one.from - other.from || one.to - other.to);
  for (const [number, range] of inOrder.entries()) {
    addDocuments(table, fold, names, range, (documents) => onBroad('range', number, documents));
    ends.push(range.from);
    ends.push(range.to);
  }
  table.finish();
  writer.add(`${section}/ends`, ends.view());
}

function addDocuments(
  table: BitmapTableWriter,
  fold: DocumentCollector,
  names: Names,
  which: NumberRange | Uint32Array,
  onDocuments: (documents: NumberSet) => void,
): void {
  const documents = fold.documentsOf(names.owners, which);
  onDocuments(documents);
  table.add(asBitmap(documents));
}

/** `counts`: the number of names with the word. `places`: the start of its list, or the number of its bitmap. */
function writePostings(writer: ContainerWriter, section: string, names: Adjacency, listAtMost: number): void {
  const wordCount = names.starts.length - 1;
  const counts = new Uint32Array(wordCount);
  const places = new Uint32Array(wordCount);
  const lists = new GrowableUint32();
  const table = new BitmapTableWriter(writer, section);
  for (let word = 0; word < wordCount; word++) {
    const bearers = names.values.subarray(names.starts[word], names.starts[word + 1]);
    counts[word] = bearers.length;
    places[word] = bearers.length > listAtMost ? table.add(bitmapOfNumbers(bearers)) : lists.length;
    if (bearers.length <= listAtMost) for (const name of bearers) lists.push(name);
  }
  table.finish();
  writer.add(`${section}/counts`, counts);
  writer.add(`${section}/places`, places);
  writer.add(`${section}/lists`, lists.view());
}

export function writeTexts(writer: ContainerWriter, section: string, texts: SortedTexts): void {
  writer.add(`${section}/bytes`, texts.bytes);
  writer.add(`${section}/starts`, texts.starts);
}

export function writeMany(writer: ContainerWriter, section: string, many: Adjacency): void {
  writer.add(`${section}/starts`, many.starts);
  writer.add(`${section}/values`, many.values);
}
