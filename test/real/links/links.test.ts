import { describe, expect, it } from 'vitest';
import { atPrecision99, figuresAt } from '../../../bench/links/cross-validate.js';
import { type Dataset, readCandidates, readQueries, readRecords } from '../../../bench/links/suite.js';
import { CANDIDATES, givenWorld, referenceWorld, type World } from '../../../bench/links/world.js';
import { normaliseRecord, prepare } from '../../../src/matching/records/prepare.js';
import { resolvePrepared } from '../../../src/matching/resolve.js';
import { Scorer } from '../../../src/matching/score.js';
import { WEIGHTS, type WeightsName } from '../../../src/matching/weights/index.js';
import { realFile, withoutRealData } from '../../support/real-data.js';

const skip = withoutRealData('the floor of the linking benchmark');

/**
 * Floors for the shipped weights on the development files from which they were fitted: they show that nothing
 * broke, not how good the matcher is. Held-back figures are in docs/domain/matching.md.
 */
describe.skipIf(skip)('the linking benchmark', () => {
  it('sec_time stays above its floor', () => {
    const world = referenceWorld(readRecords(file('sec_time.reference'), 'sec_time'), CANDIDATES);
    const figures = run('sec_time', 'sec', world, () => true);
    expect(figures.f1).toBeGreaterThanOrEqual(0.985);
    expect(figures.recallAt99).toBeGreaterThanOrEqual(0.975);
  });

  it('sam_bmf stays above its floor', () => {
    const world = givenWorld(readCandidates(file('sam_bmf.candidates.dev'), 'sam_bmf'));
    const figures = run('sam_bmf', 'sam', world, () => true);
    expect(figures.f1).toBeGreaterThanOrEqual(0.94);
    expect(figures.recallAt99).toBeGreaterThanOrEqual(0.75);
  });

  it('a fifth of nine90_bmf stays above its floor', () => {
    const inFifth = ({ id }: { readonly id: string }) => /[37]$/.test(id);
    const records = readRecords(file('nine90_bmf.reference'), 'nine90_bmf').filter(inFifth);
    const figures = run('nine90_bmf', 'irs', referenceWorld(records, CANDIDATES), inFifth);
    expect(figures.f1).toBeGreaterThanOrEqual(0.87);
    expect(figures.blockingRecall).toBeGreaterThanOrEqual(0.955);
  });
});

function run(dataset: Dataset, table: WeightsName, world: World, taken: (query: { id: string }) => boolean) {
  const queries = readQueries(file(`${dataset}.queries.dev`), dataset).filter(({ record }) => taken(record));
  const scorer = new Scorer(WEIGHTS[table]);
  let found = 0;
  const linkable = queries.filter(({ truth }) => truth?.linkable).length;
  const linked = queries.flatMap(({ record, truth }) => {
    const query = prepare(normaliseRecord(record));
    const candidates = world.candidates(query);
    const answer = truth?.linkable ? truth.id : undefined;
    if (candidates.some((candidate) => candidate.record.id === answer)) found++;
    const { outcome, id, probability } = resolvePrepared(query, candidates, scorer, world.population);
    return outcome === 'linked' ? [{ probability, lead: 1, right: id === answer }] : [];
  });
  return {
    ...figuresAt(linked, linkable, 0, 0),
    recallAt99: atPrecision99(linked, linkable).recall,
    blockingRecall: found / linkable,
  };
}

function file(name: string): string {
  return realFile('resolve', `${name}.tsv.gz`);
}
