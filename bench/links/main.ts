import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { pairOf } from '../../src/matching/features.js';
import { normaliseRecord, type Prepared, prepare } from '../../src/matching/records/prepare.js';
import { type Resolution, resolvePrepared } from '../../src/matching/resolve.js';
import { Scorer } from '../../src/matching/score.js';
import { WEIGHTS } from '../../src/matching/weights/index.js';
import { measureHalves } from './halves.js';
import {
  DATASETS,
  type Dataset,
  datasetOf,
  isDataset,
  type Query,
  readCandidates,
  readQueries,
  readRecords,
} from './suite.js';
import { SETTINGS, Suites } from './tables.js';
import { CANDIDATES, givenWorld, referenceWorld, type World } from './world.js';

/**
 * `npm run bench:links -- --suites DIR [--dataset NAME]`: deals the bodies of each suite into two halves by a hash, fits weights and
 * thresholds on one, and prints the figures of both.
 *
 * `npm run bench:links -- --queries Q (--reference R | --candidates C) --out P [--dataset NAME]`: links the queries of one file with the
 * shipped weights, writes `qid, id or blank, probability`, and prints the speed and, if the file has labels, the recall of the blocking.
 */
function main(): void {
  const { suites, queries: file, reference, candidates, out, dataset: named } = options();
  if (named !== undefined && !isDataset(named)) {
    usage();
    return;
  }
  if (suites !== undefined) {
    printHalves(new Suites(suites), named === undefined ? DATASETS : [named]);
    return;
  }
  if (file === undefined || out === undefined || (reference ?? candidates) === undefined) {
    usage();
    return;
  }
  const dataset = named ?? datasetOf(file, candidates !== undefined);
  const readAt = performance.now();
  const world = worldOf(dataset, reference, candidates);
  print(`${dataset}: read and indexed in ${((performance.now() - readAt) / 1000).toFixed(1)} s`);
  const queries = readQueries(file, dataset);
  const found = block(queries, world);
  const resolutions = score(found, world, dataset);
  const lines = queries.map((query, index) => predictionOf(query, resolutions[index]));
  writeFileSync(out, `${lines.join('\n')}\n`);
}

function printHalves(suites: Suites, datasets: readonly Dataset[]): void {
  for (const dataset of datasets) {
    for (const [half, figures] of Object.entries(measureHalves(suites, dataset))) {
      const { queries, linkable, precision, recall, f1, sure, recallAt99 } = figures;
      const shown = {
        precision,
        recall,
        f1,
        sureRecall: sure.recall,
        surePrecision: sure.precision,
        recallAt99,
      };
      const texts = Object.entries(shown).map(([name, value]) => `${name} ${value.toFixed(4)}`);
      print(`${dataset}, ${half} half (${queries} queries, ${linkable} linkable): ${texts.join(', ')}`);
    }
  }
}

function options() {
  const text = { type: 'string' } as const;
  const names = { suites: text, queries: text, reference: text, candidates: text, out: text, dataset: text };
  return parseArgs({ options: names }).values;
}

function usage(): void {
  const names = DATASETS.join('|');
  process.stderr.write(
    `usage: (--suites DIR | --queries Q (--reference R | --candidates C) --out P) [--dataset ${names}]\n`,
  );
  process.exitCode = 2;
}

/** Given candidates win over a reference: then the reference is only where they were taken from. */
function worldOf(dataset: Dataset, reference: string | undefined, candidates: string | undefined): World {
  if (candidates !== undefined) return givenWorld(readCandidates(candidates, dataset));
  return referenceWorld(readRecords(reference ?? '', dataset), CANDIDATES);
}

function block(queries: readonly Query[], world: World) {
  const prepared = queries.map(({ record }) => prepare(normaliseRecord(record)));
  const before = performance.now();
  const found = prepared.map((query) => ({ query, candidates: world.candidates(query) }));
  const elapsedMs = performance.now() - before;
  const pairs = found.reduce((sum, { candidates }) => sum + candidates.length, 0);
  const each = queries.length;
  print(
    `blocking: ${(elapsedMs / each).toFixed(3)} ms and ${(pairs / each).toFixed(1)} candidates per query`,
  );
  const linkable = queries.flatMap((query, index) => (query.truth?.linkable ? [index] : []));
  if (linkable.length > 0) {
    const hits = linkable.filter((index) =>
      found[index]?.candidates.some(({ record }) => record.id === queries[index]?.truth?.id),
    );
    print(`blocking recall: ${(hits.length / linkable.length).toFixed(4)} of ${linkable.length} linkable`);
  }
  return found;
}

/** Seconds are of the processor, so that what else the machine does counts nothing. */
function score(found: ReturnType<typeof block>, world: World, dataset: Dataset): readonly Resolution[] {
  const scorer = new Scorer(WEIGHTS[SETTINGS[dataset].table]);
  const scoring = processorSeconds(() => {
    for (const { query, candidates } of found) scoreAll(query, candidates, scorer, world);
  });
  const pairs = found.reduce((sum, { candidates }) => sum + candidates.length, 0);
  let resolutions: readonly Resolution[] = [];
  const resolving = processorSeconds(() => {
    resolutions = found.map(({ query, candidates }) =>
      resolvePrepared(query, candidates, scorer, world.population),
    );
  });
  const [pairsEach, queriesEach] = [pairs / scoring, found.length / resolving];
  print(
    `scoring: ${pairsEach.toFixed(0)} pairs/s; decided and explained: ${queriesEach.toFixed(0)} queries/s`,
  );
  return resolutions;
}

function scoreAll(query: Prepared, candidates: readonly Prepared[], scorer: Scorer, world: World): void {
  for (const candidate of candidates) {
    const pair = pairOf(query, candidate, world.population);
    if (pair !== undefined) scorer.score(pair);
  }
}

function processorSeconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

function predictionOf({ record }: Query, resolution: Resolution | undefined): string {
  const linked = resolution?.outcome === 'linked' ? resolution.id : null;
  return `${record.id}\t${linked ?? ''}\t${(resolution?.probability ?? 0).toFixed(6)}`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

main();
