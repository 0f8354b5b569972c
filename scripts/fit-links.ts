import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { choiceOf, WIDTH } from '../bench/links/choices.js';
import {
  atPrecision99,
  bestAccept,
  crossValidate,
  figuresAt,
  type HeldBack,
  heldBackLikelihood,
  MARGIN,
} from '../bench/links/cross-validate.js';
import { type Choice, fitWeights } from '../bench/links/fit.js';
import { groupOf } from '../bench/links/group.js';
import { fitOneHalf, linkableOf } from '../bench/links/halves.js';
import { DATASETS, type Dataset, readCandidates, readQueries, readRecords } from '../bench/links/suite.js';
import { CANDIDATES, givenWorld, referenceWorld, type World } from '../bench/links/world.js';
import { isSeen } from '../bench/match/suites.js';
import { FEATURES, SIGNS } from '../src/matching/features.js';

/**
 * Fits the weights tables from the development files and writes them to src/matching/weights. The figures it
 * prints are of queries held back from the fit, five folds, all records of one body in one fold. With `--held-back K` it
 * prints before that the figures of halves: K times the bodies are dealt into two halves again, weights and threshold are fitted on
 * one, and the other is measured.
 *
 * With `--worth FEATURE`, which may be given several times, it prints alone by how much the feature raises the likelihood of
 * held-back queries (natural logarithms), and writes nothing.
 *
 * With `--half` it fits on the half of the bodies that questions of `dossier match` are not measured on
 * (`test/real/links/match.test.ts`): weights for that measurement, which are not to be kept.
 *
 *   node dist/scripts/fit-links.js FOLDER [DATASET...] [--held-back K] [--worth FEATURE...] [--half]
 */
function fitDataset(from: string, dataset: Dataset, dealings: number): void {
  const { table, ridge, rounds, towards, without } = TABLES[dataset];
  const choices = choicesOf(from, dataset);
  if (dealings > 0) reportHalves(from, dataset, dealings);
  const linkable = linkableOf(choices);
  const drawnTo = towards && towardsOf(from, towards, without);
  const dealt = Array.from({ length: rounds }, (_, round) =>
    crossValidate(choices, ALL_SIGNS, ridge, round, drawnTo),
  );
  const accept = bestAccept(dealt.flat(), linkable * rounds);
  const certain = Math.max(0.99, mean(dealt.map((all) => atPrecision99(all, linkable).probability)));
  report(dataset, choices, dealt, accept);
  const fitted = fitWeights(choices, ALL_SIGNS, ridge, drawnTo);
  const weights = [...fitted].map((weight) => Math.round(weight * 100) / 100);
  writeFileSync(`src/matching/weights/${table}.ts`, moduleOf(table, dataset, weights, accept, certain));
}

/** Figures of the halves that the fit did not see: means over the dealings. */
function reportHalves(from: string, dataset: Dataset, dealings: number): void {
  const { ridge, rounds, towards, without } = TABLES[dataset];
  const choices = choicesOf(from, dataset);
  const halves = Array.from({ length: dealings }, (_, dealing) =>
    fitOneHalf(choices, dealing, {
      signs: ALL_SIGNS,
      ridge,
      rounds,
      towards: towards && ((unseen) => towardsOf(from, towards, without, unseen)),
    }),
  );
  const f1 = halves.map((half) => half.f1);
  print(`${dataset}, unseen halves`, {
    f1: mean(f1),
    lowestF1: Math.min(...f1),
    highestF1: Math.max(...f1),
    precision: mean(halves.map((half) => half.precision)),
    recall: mean(halves.map((half) => half.recall)),
    sureRecall: mean(halves.map(({ sure }) => sure.recall)),
    surePrecision: mean(halves.map(({ sure }) => sure.precision)),
    accept: mean(halves.map((half) => half.accept)),
  });
}

/** Also the weight of a feature that the data set does not weigh: then it is weighed for once. */
function reportWorth(from: string, dataset: Dataset, feature: string): void {
  const { ridge, towards, without = [] } = TABLES[dataset];
  const others = without.filter((one) => one !== feature);
  const likelihood = (left: readonly string[]) =>
    heldBackLikelihood(
      readChoices(from, dataset, left),
      ALL_SIGNS,
      ridge,
      towards && towardsOf(from, towards, left),
    );
  const [weighed, left] = [likelihood(others), likelihood([...others, feature])];
  print(`${dataset}, ${feature}`, { likelihood: weighed, without: left, worth: weighed - left });
}

let isHalf = false;
const KNOWN = new Map<Dataset, readonly Choice[]>();

function choicesOf(from: string, dataset: Dataset): readonly Choice[] {
  const known = KNOWN.get(dataset) ?? readChoices(from, dataset, TABLES[dataset].without);
  KNOWN.set(dataset, known);
  return known;
}

function readChoices(from: string, dataset: Dataset, without?: readonly string[]): readonly Choice[] {
  const world = worldOf(from, dataset);
  const queries = readQueries(join(from, `${dataset}.queries.dev.tsv.gz`), dataset);
  return queries
    .filter((query) => !isHalf || isSeen(groupOf(query)))
    .map((query) => choiceOf(query, world, without));
}

/** The weights of the suite of many queries, without the bodies `unseen`; 0 for the features `without`. */
function towardsOf(
  from: string,
  many: Dataset,
  without: readonly string[] = [],
  unseen: ReadonlySet<string> = new Set(),
): Float64Array {
  const seen = choicesOf(from, many).filter(({ group }) => !unseen.has(group));
  const weights = fitWeights(seen, ALL_SIGNS, TABLES[many].ridge);
  for (const feature of without) weights[FEATURES.indexOf(feature) + 1] = 0;
  return weights;
}

interface Table {
  readonly table: string;
  readonly ridge: number;
  readonly rounds: number;
  /** Features that are not weighed. */
  readonly without?: readonly string[];
  /** The suite to whose weights a suite of few queries is drawn: both look for a body in the same IRS file. */
  readonly towards?: Dataset;
}

/** The constant may have either sign. */
const ALL_SIGNS = [0, ...SIGNS];

/** The ridge is smaller where the features are many for the queries: found by the likelihood of held-back ones. */
const TABLES: Readonly<Record<Dataset, Table>> = {
  nine90_bmf: { table: 'irs', ridge: 0.3, rounds: 1 },
  sec_time: { table: 'sec', ridge: 0.3, rounds: 10 },
  // The people of a SAM registration are contacts, the IRS's are whoever opens the mail.
  sam_bmf: {
    table: 'sam',
    ridge: 0.3,
    rounds: 10,
    // With the last four held-back queries are less likely, or hardly likelier: too few to tell their weights.
    without: [
      'people.same',
      'people.other',
      'name.begins',
      'state.unknownCommon',
      'domicile.conflictCommon',
      'local.unknown',
    ],
    towards: 'nine90_bmf',
  },
};

function worldOf(from: string, dataset: Dataset): World {
  if (dataset === 'sam_bmf') {
    return givenWorld(readCandidates(join(from, `${dataset}.candidates.dev.tsv.gz`), dataset));
  }
  return referenceWorld(readRecords(join(from, `${dataset}.reference.tsv.gz`), dataset), CANDIDATES);
}

/** Means over the rounds. */
function report(
  dataset: Dataset,
  choices: readonly Choice[],
  dealt: readonly (readonly HeldBack[])[],
  accept: number,
): void {
  const linkable = linkableOf(choices);
  const found = choices.filter((choice) => choice.right >= 0).length;
  const pairs = choices.reduce((sum, choice) => sum + choice.rows.length / WIDTH, 0);
  const linked = dealt.map((all) => figuresAt(all, linkable, accept));
  const f1 = linked.map((figures) => figures.f1);
  print(`${dataset}, folds`, {
    f1: mean(f1),
    lowestF1: Math.min(...f1),
    highestF1: Math.max(...f1),
    precision: mean(linked.map(({ precision }) => precision)),
    recall: mean(linked.map(({ recall }) => recall)),
    recallAtPrecision99: mean(dealt.map((all) => atPrecision99(all, linkable).recall)),
    blockingRecall: found / linkable,
    candidatesPerQuery: pairs / choices.length,
    accept,
  });
}

function print(title: string, figures: Readonly<Record<string, number>>): void {
  const shown = Object.entries(figures).map(([name, value]) => `${name} ${value.toFixed(4)}`);
  process.stdout.write(`${title}: ${shown.join(', ')}\n`);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function moduleOf(
  table: string,
  dataset: Dataset,
  weights: readonly number[],
  accept: number,
  certain: number,
): string {
  const [base = 0, ...rest] = weights;
  const features = FEATURES.flatMap((feature, index) =>
    rest[index] === 0 || rest[index] === undefined ? [] : [`    '${feature}': ${rest[index]},`],
  );
  const hash = createHash('sha256')
    .update([accept, certain, ...weights].join(' '))
    .digest('hex')
    .slice(0, 8);
  return `import type { Weights } from './declare.js';
import { DECLARED } from './declared.js';

/** Written by scripts/fit-links.ts from ${dataset}; not by hand. */
export const ${table}Weights: Weights = {
  version: '${table}-${hash}',
  base: ${base},
  features: {
    ...DECLARED,
${features.join('\n')}
  },
  accept: ${accept},
  certain: ${Math.ceil(certain * 1000) / 1000},
  margin: ${MARGIN},
};
`;
}

function main(): void {
  const options = {
    'held-back': { type: 'string', default: '0' },
    worth: { type: 'string', multiple: true, default: [] as string[] },
    half: { type: 'boolean', default: false },
  } as const;
  const { positionals, values } = parseArgs({ options, allowPositionals: true });
  const [folder, ...request] = positionals;
  const dealings = Number(values['held-back']);
  const unknown =
    request.some((name) => !DATASETS.some((dataset) => dataset === name)) ||
    values.worth.some((feature) => !FEATURES.includes(feature));
  if (folder === undefined || unknown || !Number.isInteger(dealings) || dealings < 0) {
    process.stderr.write(
      `usage: fit-links FOLDER [${DATASETS.join('|')}...] [--held-back K] [--worth FEATURE...] [--half]\n`,
    );
    process.exitCode = 2;
    return;
  }
  isHalf = values.half;
  for (const dataset of DATASETS.filter((one) => request.length === 0 || request.includes(one))) {
    if (values.worth.length === 0) fitDataset(folder, dataset, dealings);
    for (const feature of values.worth) reportWorth(folder, dataset, feature);
  }
}

main();
