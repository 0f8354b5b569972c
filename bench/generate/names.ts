import { pickFrom, zipf } from './writers/random.js';

const WORDS = 200_000;
const SYLLABLES =
  'an bel cor dan el fir gra hol in jar ka lor mon nor os par qui ros sun tal ur ven wil yor zen'.split(' ');
const LEGAL_FORMS = ['INC', 'INC', 'INC', 'CORP', 'LLC', 'LLC', 'LTD', 'LP', 'TRUST', '/DE/'];

/** Invented company names: words by Zipf's law over 200,000, `INC` in 30 % of them. */
export function companyNames(random: () => number): () => string {
  const draw = zipf(WORDS, random);
  return () => {
    const count = 1 + Math.floor(random() * 3);
    const words = Array.from({ length: count }, () => wordAt(draw()));
    return [...words, pickFrom(LEGAL_FORMS, random)].join(' ').toUpperCase();
  };
}

export function personNames(random: () => number): () => string {
  const draw = zipf(WORDS, random);
  return () =>
    `${wordAt(draw())} ${wordAt(draw())} ${String.fromCharCode(65 + Math.floor(random() * 26))}`.toUpperCase();
}

/** The n-th invented word; the frequent ones are short. */
export function wordAt(number: number): string {
  let rest = number;
  let word = '';
  do {
    word += SYLLABLES[rest % SYLLABLES.length];
    rest = Math.floor(rest / SYLLABLES.length);
  } while (rest > 0);
  return word;
}
