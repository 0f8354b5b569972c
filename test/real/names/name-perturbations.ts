import { splitForms } from '../../../src/domain/business-names/legal-forms.js';
import { searchText } from '../../../src/domain/names.js';

/** A way in which people write a name otherwise; null where the name has nothing to change. */
export interface Perturbation {
  readonly kind: string;
  /** The share of the names so written whose own record must come first. */
  readonly min: number;
  /** The share of absent names so written for which another record may come first; default .04. */
  readonly max?: number;
  readonly change: (
    name: string,
    random: () => number,
    held: { has(word: string): boolean },
  ) => string | null;
}

const FORMS: readonly (readonly [short: string, long: string])[] = [
  ['inc', 'Incorporated'],
  ['corp', 'Corporation'],
  ['co', 'Company'],
  ['ltd', 'Limited'],
  ['llc', 'Limited Liability Company'],
  ['lp', 'Limited Partnership'],
];

const KEYS = 'abcdefghijklmnopqrstuvwxyz';

export const PERTURBATIONS: readonly Perturbation[] = [
  { kind: 'as filed', min: 1, max: 0.02, change: (name) => name },
  ...FORMS.map(([short, long]) => ({ kind: `${short}: respelt`, min: 0.99, change: respelt(short, long) })),
  { kind: 'form left out', min: 0.985, max: 0.05, change: withoutForm },
  { kind: 'The added or left out', min: 0.99, change: theTurned },
  { kind: 'hyphen, apostrophe, & varied', min: 0.97, change: signsVaried },
  { kind: 'one typo', min: 0.95, change: (name, random) => mistyped(name, random, 1) },
  { kind: 'one typo that is a word of another name', min: 0.9, change: heldTypo },
  { kind: 'two typos in 10 letters and more', min: 0.9, change: twoTypos },
  { kind: 'a word abbreviated', min: 0.98, change: abbreviated },
  { kind: 'a word abbreviated and the form left out', min: 0.96, change: abbreviatedCore },
  { kind: 'numbers written otherwise', min: 0.97, change: numbersTurned },
  { kind: 'a question behind the name', min: 0.98, change: questionBehind },
];

/** Abbreviations by which people ask, most of which stand for one word of several. */
const ABBREVIATIONS =
  `international int'l; international intl; manufacturing mfg; association ass'n; association assoc; brothers bros;
  national nat'l; department dept; university univ; services svcs; services serv; technologies tech; technology tech; holdings hldgs;
  holding hldg; management mgmt; group grp; pharmaceuticals pharma; pharmaceuticals pharm; laboratories labs; industries ind;
  insurance ins; financial fin; development dev; properties props; foundation found; foundation fdn; center ctr; american amer;
  hospital hosp; institute inst; community comm; communications comm; systems sys; energy engy; resources res; enterprises ent;
  engineering eng; construction const; electric elec; investment inv; medical med; products prod; transportation trans; trust tr;
  saint st; mount mt; fort ft; north n; south s; capital cap; acquisition acq; education educ; committee comm; society soc;
  solutions soln; partners ptnrs; general gen; therapeutics therap`
    .split(/;\s*/)
    .map((pair) => pair.split(' ') as [long: string, short: string]);

const NUMBERS =
  `one 1 i; two 2 ii; three 3 iii; four 4 iv; five 5 v; six 6 vi; seven 7 vii; eight 8 viii; nine 9 ix; twelve 12 xii;
  first 1st; second 2nd; third 3rd; fifth 5th`
    .split(/;\s*/)
    .map((number) => number.split(' '));

const QUESTIONS = [
  '10-K',
  'annual report',
  'stock price',
  'headquarters',
  'SEC filings',
  'investor relations',
  'phone number',
];

function abbreviated(name: string, random: () => number): string | null {
  const fitting = ABBREVIATIONS.filter(([long]) => new RegExp(`\\b${long}\\b`, 'i').test(name));
  const [long, short] = fitting[Math.floor(random() * fitting.length)] ?? [];
  return long === undefined ? null : name.replace(new RegExp(`\\b${long}\\b`, 'i'), short ?? '');
}

function abbreviatedCore(name: string, random: () => number): string | null {
  const core = withoutForm(name);
  return core && abbreviated(core, random);
}

/** A number behind the first word in another of the three ways. */
function numbersTurned(name: string, random: () => number): string | null {
  const words = name.split(' ');
  const at = words.findIndex((word, place) => place > 0 && numberOf(word) !== undefined);
  const ways = numberOf(words[at] ?? '')?.filter((way) => way !== words[at]?.toLowerCase()) ?? [];
  const way = ways[Math.floor(random() * ways.length)];
  return way === undefined ? null : words.with(at, way).join(' ');
}

function numberOf(word: string): readonly string[] | undefined {
  return NUMBERS.find((ways) => ways.includes(word.toLowerCase()));
}

function questionBehind(name: string, random: () => number): string | null {
  const core = splitForms(searchText(name).split(' ')).core.join(' ');
  return `${core} ${QUESTIONS[Math.floor(random() * QUESTIONS.length)]}`;
}

function respelt(short: string, long: string) {
  return (name: string) => {
    const written = new RegExp(`\\b(?:${short.split('').join('\\.?')}\\b\\.?|${long})(?=[\\s,]*$)`, 'i');
    const found = written.exec(name)?.[0];
    if (found === undefined || splitForms(searchText(name).split(' ')).forms.length === 0) return null;
    const isLong = found.toLowerCase() === long.toLowerCase();
    return name.replace(written, isLong ? short : long);
  };
}

function withoutForm(name: string): string | null {
  const { core, forms } = splitForms(searchText(name).split(' '));
  return forms.length === 0 ? null : core.join(' ');
}

function theTurned(name: string): string {
  return /^the\s/i.test(name) ? name.replace(/^the\s+/i, '') : `The ${name}`;
}

function signsVaried(name: string, random: () => number): string | null {
  const varied = name.replace(/\s*&\s*|[-'\u2019]|\sand\s/gi, (sign) => {
    if (sign.trim() === '&') return random() < 0.5 ? ' and ' : ' ';
    if (/and/i.test(sign)) return ' & ';
    return random() < 0.5 ? '' : ' ';
  });
  return varied === name ? null : varied;
}

/** Tries a few times to make a word that stands in other names. */
function heldTypo(name: string, random: () => number, held: { has(word: string): boolean }): string | null {
  const own = new Set(searchText(name).split(' '));
  for (let turn = 0; turn < 20; turn++) {
    const text = mistyped(name, random, 1);
    const wrong = text?.split(' ').find((word) => !own.has(word));
    if (text !== null && wrong !== undefined && held.has(wrong)) return text;
  }
  return null;
}

function twoTypos(name: string, random: () => number): string | null {
  return name.replace(/[^a-z]/gi, '').length < 10 ? null : mistyped(name, random, 2);
}

/** A letter left out, put in, exchanged with the next, or replaced; in words of four letters and more, forms left alone. */
function mistyped(name: string, random: () => number, times: number): string | null {
  const { core, tail } = splitForms(searchText(name).split(' '));
  let words = core;
  for (let turn = 0; turn < times; turn++) {
    const places = words.flatMap((word, at) => (/^[a-z]{4,}$/.test(word) ? [at] : []));
    const at = places[Math.floor(random() * places.length)];
    if (at === undefined) return null;
    words = words.with(at, mistype(words[at] ?? '', random));
  }
  return words.join(' ') === core.join(' ') ? null : [...words, ...tail].join(' ');
}

function mistype(word: string, random: () => number): string {
  const at = Math.floor(random() * word.length);
  const letter = KEYS[Math.floor(random() * KEYS.length)] ?? 'e';
  const ways = [
    () => word.slice(0, at) + word.slice(at + 1),
    () => word.slice(0, at) + letter + word.slice(at),
    () => word.slice(0, at) + letter + word.slice(at + 1),
    () => word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2),
  ];
  return ways[Math.floor(random() * ways.length)]?.() ?? word;
}
