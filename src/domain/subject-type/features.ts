import { FNV_BASIS, FNV_PRIME, fnv1a } from '../../collections/hash.js';

/** Features are hashed into this many buckets, each with one weight. */
export const BUCKETS = 1 << 16;

/**
 * The features of a name, as bucket numbers: words and their positions, pairs of words, letter n-grams,
 * punctuation, and the overall shape (`word, word letter`). Case is ignored, because publishers differ. A
 * bucket may occur several times.
 */
export function featuresOf(name: string): number[] {
  const words = wordsOf(name);
  const buckets: number[] = [];
  addWhole(buckets, name, words);
  words.forEach(({ text }, index) => {
    addWord(buckets, words, index);
    if (text.length > 1) addLetters(buckets, text);
  });
  return buckets;
}

/** The bucket of a word at any position. */
export function wordBucketOf(word: string): number {
  return bucketOf(WORD, wordsOf(word)[0]?.text ?? '');
}

/** A word in upper case without accents, and whether a comma follows. */
interface Word {
  readonly text: string;
  readonly comma: boolean;
}

function wordsOf(name: string): Word[] {
  const plain = ASCII.test(name) ? name : name.normalize('NFKD').replace(ACCENTS, '');
  const words = plain.toUpperCase().replace(APOSTROPHES, '').matchAll(WORDS);
  return [...words].map(([, text = '', comma]) => ({ text, comma: comma !== undefined }));
}

function addWhole(buckets: number[], name: string, words: readonly Word[]): void {
  const kinds = words.map(({ text, comma }) => kindOf(text) + (comma ? ',' : ''));
  buckets.push(bucketOf(SHAPE, kinds.slice(0, LONGEST_SHAPE).join(' ')));
  buckets.push(bucketOf(SHAPE_END, kinds.slice(-2).join(' ')));
  buckets.push(bucketOf(LENGTH, `${Math.min(words.length, MAX_WORDS)}`));
  for (const mark of MARKS) if (name.includes(mark)) buckets.push(bucketOf(MARK, mark));
}

/** i: a letter, d: contains a digit, s: short, w: a longer word. */
function kindOf(word: string): string {
  if (/\d/.test(word)) return 'd';
  if (word.length === 1) return 'i';
  return word.length < 4 ? 's' : 'w';
}

function addWord(buckets: number[], words: readonly Word[], index: number): void {
  const text = words[index]?.text ?? '';
  const next = words[index + 1]?.text;
  const place = `${index === 0 ? 'first' : next === undefined ? 'last' : 'inner'} of ${words.length}`;
  buckets.push(bucketOf(WORD, text));
  if (index === 0) buckets.push(bucketOf(FIRST, text));
  buckets.push(next === undefined ? bucketOf(LAST, text) : bucketOf(PAIR, `${text} ${next}`));
  buckets.push(
    bucketOf(ENDING, `${place} ${text.slice(-3)}`),
    bucketOf(ENDING, `${place} ${text.slice(-2)}`),
  );
}

/** N-grams of three and four letters, including word boundaries. */
function addLetters(buckets: number[], word: string): void {
  const edged = `^${word}$`;
  for (let start = 0; start + 3 <= edged.length; start += 1) {
    buckets.push(bucketOf(LETTERS, edged.slice(start, start + 3)));
    if (start + 4 <= edged.length) buckets.push(bucketOf(LETTERS, edged.slice(start, start + 4)));
  }
}

/** The kind of feature is hashed like a code unit before its text. The weights were trained on these values. */
function bucketOf(kind: number, text: string): number {
  const hash = fnv1a(text, Math.imul(FNV_BASIS ^ kind, FNV_PRIME));
  return (hash ^ (hash >>> 15)) & (BUCKETS - 1);
}

const SHAPE = 1;
const SHAPE_END = 2;
const LENGTH = 3;
const MARK = 4;
const WORD = 5;
const FIRST = 6;
const LAST = 7;
const PAIR = 8;
const ENDING = 9;
const LETTERS = 10;

const LONGEST_SHAPE = 6;
const MAX_WORDS = 8;
const MARKS = ['&', '/', '#', '(', ':', '+', '!', '@', '-', "'", '.', '"'];
// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII as a whole.
const ASCII = /^[\x00-\x7f]*$/;
const ACCENTS = /\p{M}+/gu;
const APOSTROPHES = /['`\u2018\u2019\u02bc]/g;
const WORDS = /([\p{L}\p{N}]+)[^\p{L}\p{N},]*(,)?/gu;
