import { searchText } from '../../src/domain/names.js';
import { randomFrom } from '../generate/writers/random.js';
import { around, commonestFirst, fill } from './filled-texts.js';

const SAMPLES = 200;
const LONG = 400;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** Texts by which somebody asks for names that stand in the data, kind by kind. */
export function nameTexts(written: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const names = written.map(searchText).filter((name) => name.includes(' '));
  const words = commonestFirst(names);
  const long = words.filter((word) => word.length > 3);
  const random = randomFrom(7);
  const each = (textOf: (name: string, at: number) => string) => names.slice(0, SAMPLES).map(textOf);
  const filled = (wordsOf: (at: number) => readonly string[]) =>
    Array.from({ length: SAMPLES }, (_, at) => fill(wordsOf(at), 0, LONG));
  return {
    'as filed': written.slice(0, SAMPLES),
    'one typo': each((name) => mistyped(name, random, 1)),
    'two typos': each((name) => mistyped(name, random, 2)),
    'words joined': each((name) => name.replace(' ', '')),
    'a word split': each(split),
    'a word too many': each((name, at) => `${name} ${long[(31 * at) % long.length]}`),
    'common words only': Array.from({ length: SAMPLES }, (_, at) =>
      around(words, Math.floor(at / 4), 1 + (at % 4)).join(' '),
    ),
    '400 characters, common words': filled((at) => around(words, at, 60)),
    '400 characters, a name over and over': filled((at) => [names[at % names.length] ?? '']),
    '400 characters, two words over and over': filled((at) => [
      words[at % words.length] ?? '',
      long[(7 * at) % long.length] ?? '',
    ]),
    '400 characters, misspelt words': filled((at) =>
      around(long, at, 60).map((word) => mistyped(word, random, 1)),
    ),
  };
}

/** A letter left out, put in, exchanged with the next, or replaced; so many times. */
function mistyped(text: string, random: () => number, times: number): string {
  let typed = text;
  for (let turn = 0; turn < times; turn++) {
    const at = Math.floor(random() * (typed.length - 1));
    const letter = LETTERS.charAt(Math.floor(random() * LETTERS.length));
    const [before, here, next, after] = [
      typed.slice(0, at),
      typed.charAt(at),
      typed.charAt(at + 1),
      typed.slice(at + 2),
    ];
    const ways = [
      `${next}${after}`,
      `${here}${letter}${next}${after}`,
      `${next}${here}${after}`,
      `${letter}${next}${after}`,
    ];
    typed = `${before}${ways[Math.floor(random() * ways.length)] ?? ''}`;
  }
  return typed.trim();
}

/** The longest word in two. */
function split(name: string): string {
  const [longest = ''] = name.split(' ').sort((one, other) => other.length - one.length);
  const middle = longest.length >> 1;
  return name.replace(longest, `${longest.slice(0, middle)} ${longest.slice(middle)}`);
}
