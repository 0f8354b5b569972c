import { searchText } from '../../src/domain/names.js';
import { around, commonestFirst, fill, MAX_CHARACTERS } from './filled-texts.js';
import type { Asking, Bearers } from './queries.js';

const SAMPLES = 20;
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

/** Texts that somebody would send who wants a search to take long, kind by kind. */
function hardTexts(names: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const words = commonestFirst(names);
  const [commonest = ''] = words;
  const long = words.filter((word) => word.length > 3);
  const wrong = long.map(misspelt);
  const pairs = LETTERS.flatMap((one) => LETTERS.map((other) => one + other));
  return {
    'the commonest words': turned((turn) => fill(words, turn)),
    'a name over and over': turned((turn) => fill([names[turn] ?? ''], 0)),
    'two words over and over': turned((turn) => fill([words[turn] ?? '', long[7 * turn] ?? ''], 0)),
    'two long words over and over': turned((turn) => fill(around(long, 3 * turn, 2), 0)),
    'misspelt words': turned((turn) => fill(wrong, turn)),
    'eight misspelt words': turned((turn) => around(wrong, 8 * turn, 8).join(' ')),
    'common words and a misspelt one': turned((turn) => `${fill(words, 0, 480)} ${wrong[turn]}`),
    'unknown words of two letters': turned((turn) => fill(pairs, 20 * turn)),
    'one letter after the commonest word': LETTERS.map((letter) => `${commonest} ${letter}`),
    'two letters after the commonest word': pairs.map((pair) => `${commonest} ${pair}`),
    'the beginning of a legal form': ['corpo', 'corp corpo', 'inc inco', 'inc corpo', 'llc limi', 'co compa'],
    'two common words and a letter': turned(
      (turn) => `${around(words, turn % 5, 2).join(' ')} ${LETTERS[turn]}`,
    ),
    'a common word alone, and behind The': turned((turn) =>
      turn % 2 === 0 ? (words[turn >> 1] ?? '') : `the ${words[turn >> 1]}`,
    ),
    'two letters after a name': turned((turn) => `${names[turn]} ${pairs[31 * turn]}`),
    'three letters after the commonest word': turned((turn) => `${commonest} ${long[turn]?.slice(0, 3)}`),
    'the beginning of a word, alone': turned((turn) => long[turn]?.slice(1, 4) ?? commonest),
    '250 letters': turned((turn) => fill(LETTERS, turn)),
    '250 digits': turned((turn) => fill([...'0123456789'], turn)),
    'initials and a name': turned((turn) => `J P M ${names[turn]}`),
    'a word of 500 characters': turned((turn) => (long[turn] ?? '').repeat(500).slice(0, MAX_CHARACTERS)),
    ampersands: ['&'.repeat(MAX_CHARACTERS), '& '.repeat(MAX_CHARACTERS / 2)],
    'marks, ligatures and ideographs': [
      'É'.repeat(250),
      'ﷺ'.repeat(MAX_CHARACTERS),
      fill(['有限公司', '株式会社'], 0),
      fill([...'有限公司株式会社'], 0),
      fill(
        long.slice(0, 40).map((word) => word.replace('a', 'é')),
        0,
      ),
    ],
  };
}

export function hardFilingQueries({ filers }: Bearers): Asking[] {
  const names = filers.map(({ name }) => searchText(name));
  const forms = ['4', '10-K', '8-K', '10-Q', 'SC 13D', ...new Array<string>(400).fill('4')].join(',');
  return request(names, (q) => [
    ['', { q }],
    [', dates, forms, offset 100,000', { q, forms, start_date: '2000-01-02', offset: '100000' }],
    [', newest first, a CIK', { q, sort: 'date', cik: String(filers[0]?.cik ?? 1) }],
  ]);
}

export function hardEntityQueries({ entities }: Bearers): Asking[] {
  return request(entities.map(searchText), (name) => [
    ['', { name }],
    [', filters, offset 100,000', { name, ...EVERY_FILTER, offset: '100000' }],
    [', agent and officer', { name: 'inc', agent: name, officer: name }],
  ]);
}

const EVERY_FILTER = {
  state: 'CO',
  status: 'active',
  type: 'llc',
  formed_after: '1990-01-02',
  formed_before: '2025-11-30',
};

function request(
  names: readonly string[],
  waysOf: (text: string) => readonly (readonly [name: string, Readonly<Record<string, string>>])[],
): Asking[] {
  return Object.entries(hardTexts(names)).flatMap(([kind, texts]) =>
    waysOf('').map(([way], at) => ({
      kind: `hard: ${kind}${way}`,
      requests: texts.map((text) => waysOf(text)[at]?.[1] ?? {}),
    })),
  );
}

function turned(textOf: (turn: number) => string): string[] {
  return Array.from({ length: SAMPLES }, (_, turn) => textOf(turn));
}

/** With two letters in the middle exchanged, or where they are the same one left out. */
function misspelt(word: string): string {
  const at = word.length >> 1;
  const [one, other] = [word.charAt(at - 1), word.charAt(at)];
  return one === other
    ? word.slice(0, at) + word.slice(at + 1)
    : word.slice(0, at - 1) + other + one + word.slice(at + 1);
}
