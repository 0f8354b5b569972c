// Leaves what the summary needs of one group: `.ci/results-GROUP.json`, with the group's name in the variable `group`.
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';

const UNENDED = ['queued', 'pending'];

export default class ResultsReporter {
  #files = new Set();

  onTestRunStart(specifications) {
    this.#files = new Set(specifications.map(({ moduleId }) => moduleId));
  }

  onTestRunEnd(modules, unhandledErrors) {
    const results = { passed: 0, skipped: [], failed: [], seconds: {} };
    const fail = (name, error) => {
      results.failed.push({ name, message: error?.stack ?? error?.message ?? '' });
    };

    for (const module of modules) {
      this.#files.delete(module.moduleId);
      results.seconds[relative('', module.moduleId)] = Math.round(module.diagnostic().duration / 1000);
      // These are of a file that could not be read, or of a hook.
      for (const error of module.errors()) fail(module.moduleId, error);
      for (const suite of module.children.allSuites()) {
        for (const error of suite.errors()) fail(`${module.moduleId} > ${suite.fullName}`, error);
      }
      if (UNENDED.includes(module.state()))
        fail(module.moduleId, { message: 'Its process ended too early.' });
      for (const test of module.children.allTests()) {
        const name = `${module.moduleId} > ${test.fullName}`;
        const { state, errors } = test.result();
        if (state === 'passed') results.passed += 1;
        else if (state === 'skipped') results.skipped.push(name);
        else if (state === 'failed') fail(name, errors[0]);
        else fail(name, { message: 'It did not end.' });
      }
    }
    for (const file of this.#files) fail(file, { message: 'Its process did not start.' });
    // A promise that nobody waited for, or a process that ended: they fail the run without a failed test.
    for (const error of unhandledErrors) {
      const { VITEST_TEST_PATH: file, VITEST_TEST_NAME: test } = error;
      fail(`${error.type ?? 'Unhandled error'}, after ${test ?? file ?? 'a test that is not known'}`, error);
    }
    writeFileSync(`.ci/results-${process.env.group}.json`, JSON.stringify(results));
  }
}
