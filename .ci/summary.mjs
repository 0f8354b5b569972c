// Prints the slowest files, what was skipped, each failure with the first lines of its error, and then the sums of all groups.
// Groups are named by the variable `groups`; each has left `.ci/results-GROUP.json`. `status` is that of the commands: not 0 if any failed.
import { existsSync, readFileSync } from 'node:fs';

const SLOWEST = 30;

let passed = 0;
let failed = 0;

for (const group of process.env.groups.split(' ')) {
  const results = read(group);
  passed += results.passed;
  const files = Object.entries(results.seconds).sort(([, a], [, b]) => b - a);
  const total = files.reduce((sum, [, seconds]) => sum + seconds, 0);
  process.stdout.write(`seconds in ${group}: ${total} in ${files.length} files, the slowest:\n`);
  for (const [file, seconds] of files.slice(0, SLOWEST)) process.stdout.write(`  ${seconds} ${file}\n`);
  for (const name of results.skipped) process.stdout.write(`skipped in ${group}: ${name}\n`);
  for (const failure of results.failed) fail(group, failure);
}

const { status } = process.env;
if (status !== '0' && failed === 0) fail('all', { name: 'a command', message: `It ended with ${status}.` });
process.stdout.write(`${passed} passed, ${failed} failed\n`);

function read(group) {
  const file = `.ci/results-${group}.json`;
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  return { passed: 0, seconds: {}, skipped: [], failed: [{ name: group, message: 'It left no results.' }] };
}

function fail(group, { name, message }) {
  failed += 1;
  process.stdout.write(`failed in ${group}: ${name}\n`);
  for (const line of message.split('\n').slice(0, 12)) process.stdout.write(`  ${line}\n`);
}
