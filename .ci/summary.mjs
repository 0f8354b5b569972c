// Prints each failed test with the first lines of its error, and then the sums of all groups.
// Groups are named by the variable `groups`; each has left `.ci/results-GROUP.json`.
import { existsSync, readFileSync } from 'node:fs';

let passed = 0;
let failed = 0;

function fail(group, name, message = '') {
  failed += 1;
  process.stdout.write(`failed in ${group}: ${name}\n`);
  for (const line of message.split('\n').slice(0, 12)) process.stdout.write(`  ${line}\n`);
}

for (const group of process.env.groups.split(' ')) {
  const file = `.ci/results-${group}.json`;
  if (!existsSync(file)) {
    fail(group, 'the group left no results');
    continue;
  }
  const results = JSON.parse(readFileSync(file, 'utf8'));
  passed += results.numPassedTests;
  for (const suite of results.testResults) {
    const broken = suite.assertionResults.filter(({ status }) => status === 'failed');
    for (const test of broken) fail(group, `${suite.name} > ${test.fullName}`, test.failureMessages[0]);
    // A file that could not be read, or whose hooks failed, has no failed test of its own.
    if (suite.status === 'failed' && broken.length === 0) fail(group, suite.name, suite.message);
  }
}

process.stdout.write(`${passed} passed, ${failed} failed\n`);
