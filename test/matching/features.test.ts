import { describe, expect, it } from 'vitest';
import { COMPARISONS } from '../../src/matching/comparisons.js';
import { FEATURES, SIGNS } from '../../src/matching/features.js';
import { WEIGHTS } from '../../src/matching/weights/index.js';

describe('features', () => {
  it('have one name each', () => {
    expect(new Set(FEATURES).size).toBe(FEATURES.length);
  });

  it('that count against a pair belong to their comparison', () => {
    for (const { features, against } of COMPARISONS) {
      for (const feature of against) expect(features).toContain(feature);
    }
  });
});

describe.each(Object.entries(WEIGHTS))('the table %s', (_name, table) => {
  it('weighs only features that exist', () => {
    expect(Object.keys(table.features).filter((feature) => !FEATURES.includes(feature))).toEqual([]);
  });

  it('never counts agreement against a pair, nor conflict for it', () => {
    const wrong = FEATURES.filter(
      (feature, index) => (table.features[feature] ?? 0) * (SIGNS[index] ?? 0) < 0,
    );
    expect(wrong).toEqual([]);
  });

  it('has thresholds that are probabilities, the certain one the higher', () => {
    expect(table.accept).toBeGreaterThan(0);
    expect(table.certain).toBeGreaterThan(table.accept);
    expect(table.certain).toBeLessThan(1);
    expect(table.margin).toBeGreaterThan(0);
  });
});
