import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareNames } from '../../src/matching/compare/name/names.js';
import { decide } from '../../src/matching/decide.js';
import { normaliseName } from '../../src/matching/names/normalise.js';
import { resolve } from '../../src/matching/resolve.js';
import { probabilities } from '../../src/matching/score.js';
import { jaroWinkler } from '../../src/matching/similarity/jaro-winkler.js';
import { dice, trigramsOf } from '../../src/matching/similarity/trigrams.js';
import { WEIGHTS } from '../../src/matching/weights/index.js';
import { FILLER, populationOf, prepareOne, record } from './support.js';

const word = fc.constantFrom(
  ...(
    'acme widgets the of and inc llc corp company assn natl foundation st mt ii v 007 3rd first holdings dept ' +
    'young mens christian association parent teacher usa womens ministries no 12 a i b nonprofit limited ' +
    'liability partnership'
  ).split(' '),
);
const name = fc.array(word, { minLength: 1, maxLength: 7 }).map((words) => words.join(' '));
const scores = fc.array(fc.double({ min: -30, max: 30, noNaN: true }), { maxLength: 8 });
const state = fc.constantFrom('ME', 'CT', 'TX', '');
const records = fc.array(fc.record({ name, state }), { minLength: 1, maxLength: 6 });
const table = fc.constantFrom(...Object.values(WEIGHTS));

describe('normalising', () => {
  it('is idempotent', () => {
    fc.assert(
      fc.property(name, (text) => {
        const core = normaliseName({ text, kind: 'current' })?.core ?? '';
        expect(normaliseName({ text: core, kind: 'current' })?.core).toBe(core);
      }),
    );
  });

  it('ignores case, punctuation and blanks', () => {
    fc.assert(
      fc.property(name, (text) => {
        const core = (spelt: string) => normaliseName({ text: spelt, kind: 'current' })?.core;
        expect(core(`  ${text.toUpperCase().replaceAll(' ', ', ')}.`)).toBe(core(text));
      }),
    );
  });
});

describe('comparing', () => {
  it('gives both sides the same likeness', () => {
    fc.assert(
      fc.property(name, name, (one, other) => {
        const [ours] = prepareOne(one).names;
        const [theirs] = prepareOne(other).names;
        if (ours === undefined || theirs === undefined) return;
        const there = compareNames(ours, theirs);
        const back = compareNames(theirs, ours);
        expect(back.same).toBe(there.same);
        expect(back.dice).toBeCloseTo(there.dice);
        expect(back.jaroWinkler).toBeCloseTo(there.jaroWinkler);
      }),
    );
  });

  it('likeness is between 0 and 1, and 1 with itself', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (one, other) => {
        expect(jaroWinkler(one, one)).toBe(1);
        expect(dice(trigramsOf(one), trigramsOf(one))).toBe(1);
        for (const value of [jaroWinkler(one, other), dice(trigramsOf(one), trigramsOf(other))]) {
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});

describe('deciding', () => {
  it('a rival never raises the probability of another', () => {
    fc.assert(
      fc.property(scores, fc.double({ min: -30, max: 30, noNaN: true }), (before, rival) => {
        const after = probabilities([...before, rival]);
        for (const [index, probability] of probabilities(before).entries()) {
          expect(after[index] ?? 1).toBeLessThanOrEqual(probability + 1e-12);
        }
      }),
    );
  });

  it('two that score the same are never linked, and nothing is linked below the threshold', () => {
    fc.assert(
      fc.property(scores, fc.double({ min: -5, max: 30, noNaN: true }), table, (rest, best, weights) => {
        const top = Math.max(best, ...rest);
        expect(decide([top, ...rest, top], weights).outcome).not.toBe('linked');
        const decision = decide(rest, weights);
        if (decision.outcome === 'linked')
          expect(decision.probability).toBeGreaterThanOrEqual(weights.accept);
      }),
    );
  });
});

describe('explaining', () => {
  it('the weights of the evidence add up to the score, whatever the records', () => {
    fc.assert(
      fc.property(fc.record({ name, state }), records, table, (query, others, weights) => {
        const candidates = others.map((other, index) => record(`c${index}`, other.name, other.state));
        const population = populationOf([...candidates, ...FILLER.slice(0, 100)]);
        const result = resolve(record('q', query.name, query.state), candidates, weights, population);
        const sum = result.evidence.reduce((total, line) => total + line.weight, 0);
        expect(sum).toBeCloseTo(result.score, 9);
      }),
    );
  });
});
