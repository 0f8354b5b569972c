import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crossValidate, fitSubjectTypes, type Model } from '../bench/subject/fit.js';
import { readLabelledNames } from '../bench/subject/labelled-names.js';
import { packageRoot } from '../src/platform/package-root.js';

/**
 * Fits the subject type classifier on a file of labelled names (columns `label` and `name`), prints what
 * cross-validation makes of the fit, and writes its weights. Run: `node dist/scripts/train-subject-type.js FILE`.
 */
const DOUBTS = [0, 0.3, 0.5, 0.7, 1];

const path = process.argv[2];
if (path === undefined) {
  process.stderr.write('Name the file of labelled names.\n');
  process.exitCode = 1;
} else {
  const labelled = readLabelledNames(path);
  for (const { doubt, accuracy, organizationsCalledPersons } of crossValidate(labelled, DOUBTS)) {
    process.stdout.write(
      `doubt ${doubt}: accuracy ${accuracy.toFixed(4)}, ` +
        `organizations called persons ${organizationsCalledPersons.toFixed(4)}\n`,
    );
  }
  const target = join(packageRoot(), 'src/domain/subject-type/weights.ts');
  writeFileSync(target, moduleOf(fitSubjectTypes(labelled)));
}

/** The largest weight becomes 127. */
function moduleOf({ bias, weights }: Model): string {
  const scale = weights.reduce((max, weight) => Math.max(max, Math.abs(weight)), 0) / 127;
  const bytes = Int8Array.from(weights, (weight) => Math.round(weight / scale));
  const base64 = Buffer.from(bytes.buffer).toString('base64');
  return `/** Written by scripts/train-subject-type.ts: one signed byte for each bucket, in base64. */
export const WEIGHTS =
  '${base64}';

export const SCALE = ${scale};
export const BIAS = ${bias};
`;
}
