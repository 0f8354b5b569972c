import { subjectTypeOfName } from '../../src/domain/subject-type/classify.js';
import { readLabelledNames } from './labelled-names.js';
import { scoreSubjectTypes } from './score.js';

/** Scores the subject type classifier on a file of labelled names: `npm run bench:subject -- FILE`. */
const path = process.argv[2];
if (path === undefined) {
  process.stderr.write('Name the file of labelled names.\n');
  process.exitCode = 1;
} else {
  const labelled = readLabelledNames(path);
  const score = scoreSubjectTypes(labelled);
  const lines = [
    `names ${score.names}`,
    `accuracy ${score.accuracy.toFixed(4)}`,
    `organizations called persons ${score.organizationsCalledPersons.toFixed(4)}`,
    `persons called organizations ${score.personsCalledOrganizations.toFixed(4)}`,
    `microseconds per name ${microsecondsPerName(labelled.map(({ name }) => name)).toFixed(1)}`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Measured after the scoring above has warmed the code up. */
function microsecondsPerName(names: readonly string[]): number {
  const start = process.hrtime.bigint();
  for (const name of names) subjectTypeOfName(name);
  return Number(process.hrtime.bigint() - start) / 1_000 / Math.max(1, names.length);
}
