import { describe, expect, it } from 'vitest';
import { atPrecision99, figuresAt } from '../../../bench/links/cross-validate.js';
import { type Choice, fitWeights, scoresOf } from '../../../bench/links/fit.js';
import { probabilities } from '../../../src/matching/score.js';

describe('fitting', () => {
  it('gives the probabilities that were seen', () => {
    // Of 100 queries with one candidate that agrees 80 are linked; of 100 with one that does not, 10.
    const choices = [...alike(80, 20, 1), ...alike(10, 90, 0)];
    const weights = fitWeights(choices, [0, 1], 1e-6);
    expect(probabilityOf(choice(1, 0), weights)).toBeCloseTo(0.8, 3);
    expect(probabilityOf(choice(0, 0), weights)).toBeCloseTo(0.1, 3);
  });

  it('holds a weight of the wrong sign at 0', () => {
    const weights = fitWeights([...alike(10, 90, 1), ...alike(80, 20, 0)], [0, 1], 1e-6);
    expect(weights[1]).toBe(0);
    expect(probabilityOf(choice(1, 0), weights)).toBeCloseTo(0.45, 3);
  });

  it('is drawn to other weights the more, the fewer the choices are', () => {
    const towards = Float64Array.from([0, 5]);
    const weightOf = (times: number) =>
      fitWeights([...alike(2 * times, times, 1), ...alike(times, 2 * times, 0)], [0, 1], 1, towards)[1] ?? 0;
    const own = fitWeights([...alike(200, 100, 1), ...alike(100, 200, 0)], [0, 1], 1e-6)[1] ?? 0;
    expect(weightOf(1)).toBeGreaterThan(weightOf(10));
    expect(weightOf(10)).toBeGreaterThan(weightOf(1000));
    expect(weightOf(1000)).toBeCloseTo(own, 1);
  });

  it('gives the same weights each time', () => {
    const choices = [...alike(80, 20, 1), ...alike(10, 90, 0)];
    expect(fitWeights(choices, [0, 1], 1)).toEqual(fitWeights(choices, [0, 1], 1));
  });
});

describe('figures', () => {
  const answers = [
    { probability: 0.9, lead: 5, right: true },
    { probability: 0.8, lead: 0.1, right: true },
    { probability: 0.7, lead: 5, right: false },
    { probability: 0.2, lead: 5, right: true },
  ];

  it('count only what is likely enough and leads', () => {
    expect(figuresAt(answers, 4, 0.5, 0.2)).toMatchObject({ precision: 0.5, recall: 0.25 });
    expect(figuresAt(answers, 4, 0.5, 0)).toMatchObject({ precision: 2 / 3, recall: 0.5 });
  });

  it('take recall at precision .99 from the likeliest on', () => {
    expect(atPrecision99(answers, 4)).toEqual({ recall: 0.5, probability: 0.8 });
  });
});

function alike(linked: number, not: number, feature: number): Choice[] {
  return Array.from({ length: linked + not }, (_, index) => choice(feature, index < linked ? 0 : -1));
}

function choice(feature: number, right: number): Choice {
  return { group: '', rows: Float64Array.from([1, feature]), right, linkable: right >= 0 };
}

function probabilityOf(one: Choice, weights: Float64Array): number {
  return probabilities(scoresOf(one, weights))[0] ?? 0;
}
