import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { heldBackLikelihood } from '../bench/links/cross-validate.js';
import { DATASETS, type Dataset } from '../bench/links/suite.js';
import {
  ALL_SIGNS,
  choicesOf,
  fitTable,
  isFitHalf,
  SETTINGS,
  Suites,
  towardsOf,
} from '../bench/links/tables.js';
import { FEATURES } from '../src/matching/features.js';
import type { Weights } from '../src/matching/weights/declare.js';
import { DECLARED } from '../src/matching/weights/declared.js';

/**
 * Fits the weights tables on all queries of the development files and writes them to src/matching/weights. Prints no figures of quality:
 * `npm run bench:links -- --suites FOLDER` measures the same fit on bodies that it never saw.
 *
 * With `--worth FEATURE`, which may be repeated, it writes nothing and prints by how much the feature raises the likelihood of
 * held-back queries of the fit half, in natural logarithms.
 *
 *   node dist/scripts/fit-links.js FOLDER [DATASET...] [--worth FEATURE...]
 */
function main(): void {
  const options = { worth: { type: 'string', multiple: true, default: [] as string[] } } as const;
  const { positionals, values } = parseArgs({ options, allowPositionals: true });
  const [folder, ...request] = positionals;
  const unknown =
    request.some((name) => !DATASETS.some((dataset) => dataset === name)) ||
    values.worth.some((feature) => !FEATURES.includes(feature));
  if (folder === undefined || unknown) {
    process.stderr.write(`usage: fit-links FOLDER [${DATASETS.join('|')}...] [--worth FEATURE...]\n`);
    process.exitCode = 2;
    return;
  }
  const suites = new Suites(folder);
  for (const dataset of DATASETS.filter((one) => request.length === 0 || request.includes(one))) {
    if (values.worth.length === 0) writeTable(suites, dataset);
    for (const feature of values.worth) printWorth(suites, dataset, feature);
  }
}

function writeTable(suites: Suites, dataset: Dataset): void {
  const { table } = fitTable(suites, dataset, () => true);
  const name = SETTINGS[dataset].table;
  writeFileSync(`src/matching/weights/${name}.ts`, moduleOf(name, dataset, table));
  process.stdout.write(`${dataset}: ${table.version}\n`);
}

/** Also the worth of a feature that the suite does without. */
function printWorth(suites: Suites, dataset: Dataset, feature: string): void {
  const others = (SETTINGS[dataset].without ?? []).filter((one) => one !== feature);
  const likelihood = (without: readonly string[]) =>
    heldBackLikelihood(
      choicesOf(suites, dataset, isFitHalf, without),
      ALL_SIGNS,
      SETTINGS[dataset].ridge,
      towardsOf(suites, dataset, isFitHalf, without),
    );
  const worth = likelihood(others) - likelihood([...others, feature]);
  process.stdout.write(`${dataset}, ${feature}: ${worth.toFixed(2)}\n`);
}

function moduleOf(name: string, dataset: Dataset, { version, base, features, ...rest }: Weights): string {
  const fitted = Object.entries(features).filter(([feature]) => !(feature in DECLARED));
  return `import type { Weights } from './declare.js';
import { DECLARED } from './declared.js';

/** Written by scripts/fit-links.ts from ${dataset}; do not edit. */
export const ${name}Weights: Weights = {
  version: '${version}',
  base: ${base},
  features: {
    ...DECLARED,
${fitted.map(([feature, weight]) => `    '${feature}': ${weight},`).join('\n')}
  },
  accept: ${rest.accept},
  certain: ${rest.certain},
  margin: ${rest.margin},
};
`;
}

main();
