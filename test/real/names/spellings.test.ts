import { beforeAll, describe, expect, it } from 'vitest';
import { comparedText, keyOfText } from '../../../src/domain/business-names/name-key.js';
import { withoutRealData } from '../../support/real-data.js';
import { PERTURBATIONS } from './name-perturbations.js';
import { type Subject, WORLDS, type World, wordsOf } from './name-worlds.js';
import { randomOf } from './random-of.js';

/** Texts of each kind, of loaded and of absent names. */
const REQUESTED = Number(process.env.NAMES_REQUESTED ?? 400);
const REQUESTED_ABSENT = Number(process.env.NAMES_REQUESTED ?? 250);
const REQUESTED_AS_FILED = Number(process.env.NAMES_REQUESTED ?? 1_000);
/** So many of the texts with a wrong answer are shown. */
const SHOWN = 40;
/** One absent name of 250 is .004. As filed, at most .02. */
const MAX_OTHERS = 0.035;

interface Spelling {
  readonly kind: string;
  /** The share of loaded subjects that are found. */
  readonly min: number;
  /** The share of absent subjects for which another one is returned that lacks the rarest word. */
  readonly max: number;
  /** A subject is found if it is among so many results. */
  readonly within: number;
  readonly textsOf: (subject: Subject, world: World) => readonly Spelt[];
}

/** A text that stands for a name; `name` is null if it is a ticker. */
interface Spelt {
  readonly text: string;
  readonly name: string | null;
}

const SPELLINGS: readonly Spelling[] = [
  ...PERTURBATIONS.map(
    ({ kind, min, max = MAX_OTHERS, change }): Spelling => ({
      ...{ kind, min, max, within: 1 },
      textsOf: ({ name }, { frequency }) => {
        const text = change(name, randomOf(name), frequency);
        return text === null ? [] : [{ text, name }];
      },
    }),
  ),
  {
    ...{ kind: 'first two words, in 50', min: 0.95, max: 0.06, within: 50 },
    textsOf: ({ name }) => {
      const words = comparedText(name).split(' ');
      return words.length < 3 ? [] : [{ text: words.slice(0, 2).join(' '), name }];
    },
  },
  {
    ...{ kind: 'ticker', min: 0.99, max: 0.02, within: 1 },
    textsOf: ({ tickers }) => tickers.map((text) => ({ text, name: null })),
  },
  {
    ...{ kind: 'former name', min: 0.99, max: MAX_OTHERS, within: 1 },
    textsOf: ({ otherNames }) => otherNames.map((name) => ({ text: name, name })),
  },
];

describe.skipIf(withoutRealData('loaded and absent names in every spelling'))(
  'of real names, a quarter of which is absent, in every spelling',
  () => {
    describe.each(Object.entries(WORLDS))('the search of %s', (search, open) => {
      let world: World;
      beforeAll(async () => {
        world = await open();
      }, 600_000);

      const ofSearch = SPELLINGS.filter(
        ({ kind }) => search === 'filings' || !['ticker', 'former name'].includes(kind),
      );
      it.each(ofSearch)(
        '$kind: finds the loaded ones, and returns no other record for the absent ones',
        ({ kind, min, max, within, textsOf }) => {
          // Five in a thousand tickers are the whole name of another company.
          const loaded = kind === 'ticker' ? Number.POSITIVE_INFINITY : REQUESTED;
          const found = answered(world.loaded, loaded, (subject, { text, name }) => {
            const results = world.search(text, within);
            if (results.some((one) => one.some((shown) => isMeant(shown, subject, name, text)))) return null;
            // Of more than fifty names that begin so, none is to be told from the others.
            if (within > 1 && results.length === within && results.flat().every((one) => begins(one, text)))
              return null;
            return results[0]?.[0]?.name ?? 'nothing';
          });
          const absent = kind === 'as filed' ? REQUESTED_AS_FILED : REQUESTED_ABSENT;
          const others = answered(world.absent, absent, (_, { text, name }) => {
            const [first] = world.search(text, 1);
            return first === undefined || hasRarest(first, [text, name ?? text])
              ? null
              : (first[0]?.name ?? '');
          });
          const share = 1 - found.wrong.length / found.count;
          const wrong = others.wrong.length / others.count;
          process.stderr.write(
            `| ${search} | ${kind} | ${found.count} | ${share.toFixed(3)} | ${min} | ${others.count} | ${wrong.toFixed(4)} | ${max} |\n`,
          );
          const shown = [...found.wrong.slice(0, SHOWN), ...others.wrong.slice(0, SHOWN)].join('\n');
          if (process.env.NAMES_MISSED) process.stderr.write(`${shown}\n`);
          expect(Math.min(found.count, others.count)).toBeGreaterThan(0);
          expect(share, shown).toBeGreaterThanOrEqual(min);
          expect(wrong, shown).toBeLessThanOrEqual(max);

          /** `wrongOf` returns the wrong answer to a text, or null. */
          function answered(
            subjects: readonly Subject[],
            max: number,
            wrongOf: (subject: Subject, spelt: Spelt) => string | null,
          ) {
            const all = { count: 0, wrong: [] as string[] };
            for (const subject of subjects) {
              for (const spelt of textsOf(subject, world)) {
                if (all.count === max) return all;
                all.count++;
                const wrong = wrongOf(subject, spelt);
                if (wrong !== null) all.wrong.push(`${spelt.text} | ${subject.name} | ${wrong}`);
              }
            }
            return all;
          }
        },
        600_000,
      );

      /** True if one of its names has a word that is the rarest of one of the texts, alone or joined to others. */
      function hasRarest(shown: readonly Subject[], texts: readonly string[]): boolean {
        const names = shown.flatMap(namesOf).map(wordsOf);
        return texts.some((text) => {
          const words = wordsOf(text);
          const count = (word: string) => world.frequency.get(word) ?? 0;
          const min = Math.min(...words.map(count));
          return words.some(
            (word) =>
              count(word) === min &&
              names.some((own) => own.includes(word) || (word.length > 3 && own.join('').includes(word))),
          );
        });
      }
    });
  },
);

function namesOf({ name, otherNames }: Subject): readonly string[] {
  return [name, ...otherNames];
}

/**
 * True for the subject and its namesakes, which are one to whoever types the text: they have the same compact core, and the same legal
 * form if the text has one.
 */
function isMeant(shown: Subject, meant: Subject, name: string | null, text: string): boolean {
  if (shown === meant || name === null) return shown === meant;
  const [key, given] = [name, text].map(keyOfName);
  return namesOf(shown).some((other) => {
    const own = keyOfName(other);
    return own?.compact === key?.compact && (own?.form === key?.form || given?.form === '-');
  });
}

function begins(subject: Subject, text: string): boolean {
  return namesOf(subject).some((name) =>
    comparedText(name).replace(/^the /, '').startsWith(comparedText(text)),
  );
}

function keyOfName(name: string) {
  return keyOfText(comparedText(name));
}
