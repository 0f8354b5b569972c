// Prints what was skipped, each failure with the first lines of its error, and then the sums of all groups.
// Groups are named by the variable `groups`; each has left `.ci/results-GROUP.json`.
import { existsSync, readFileSync } from 'node:fs';

let passed = 0;
let failed = 0;

for (const group of process.env.groups.split(' ')) {
  const results = read(`.ci/results-${group}.json`);
  passed += results.passed;
  failed += results.failed.length;
  for (const name of results.skipped) process.stdout.write(`skipped in ${group}: ${name}\n`);
  for (const { name, message } of results.failed) {
    process.stdout.write(`failed in ${group}: ${name}\n`);
    for (const line of message.split('\n').slice(0, 12)) process.stdout.write(`  ${line}\n`);
  }
}

process.stdout.write(`${passed} passed, ${failed} failed\n`);

function read(file) {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  return { passed: 0, skipped: [], failed: [{ name: 'the group', message: 'It left no results.' }] };
}
