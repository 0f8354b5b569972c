import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** They start programs, load a running service or end threads and processes. */
const PROCESS = [
  'test/{attacks,bench,cli,faults,guides,loading,real,sdk,serving,store/serving}/**/*.test.ts',
];
/** They go on for long, on purpose: `npm run test:soak`. */
const SOAK = ['test/soak/**/*.test.ts'];
/** They look at the pages in the system's Chromium, and say so where there is none. */
const BROWSER = ['test/browser/**/*.test.ts'];

/**
 * Four groups. `unit` and `process` are `npm test`; `browser` and `soak` run apart. Files share one module cache in `unit` and
 * `process`, so a test leaves nothing behind in a module; a test of the soak has a process of its own. Threads are no
 * choice: the native modules are not made for being unloaded with one.
 */
export default defineConfig({
  test: {
    globalSetup: 'test/support/scratch-folder.ts',
    pool: 'forks',
    // Many tests wait for processes of their own.
    maxWorkers: availableParallelism() + 1,
    projects: [
      project('unit', {
        include: ['test/**/*.test.{ts,tsx}'],
        exclude: [...PROCESS, ...SOAK, ...BROWSER],
        isolate: false,
      }),
      project('process', { include: PROCESS, isolate: false }),
      project('browser', { include: BROWSER, isolate: false }),
      project('soak', { include: SOAK, isolate: true }),
    ],
  },
});

function project(name: string, files: { include: string[]; exclude?: string[]; isolate: boolean }) {
  return { test: { name, pool: 'forks' as const, testTimeout: 30_000, hookTimeout: 120_000, ...files } };
}
