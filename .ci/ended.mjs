// Prints the files of a group whose process ended before they did. Fails if there are none, or anything else failed.
import { readFileSync } from 'node:fs';

const { ended, failed } = JSON.parse(readFileSync(`.ci/results-${process.argv[2]}.json`, 'utf8'));
if (ended.length === 0 || failed.length > 0) process.exit(1);
process.stdout.write(ended.join(' '));
