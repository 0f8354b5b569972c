import { availableParallelism } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { defineConfig, type Plugin } from 'vitest/config';

/** They start programs, load a running service or end threads and processes. */
const PROCESS = ['test/{bench,cli,guides,loading,real,sdk,serving,store/serving}/**/*.test.ts'];
/** They go on for long, attack a service, or take parts of it away under load: `npm run test:soak`. */
const SOAK = [
  'test/{attacks,faults,soak}/**/*.test.ts',
  'test/deploy/package.test.ts',
  'test/publishing/commit-unknown.test.ts',
  'test/serving/{exports-over-nodes,limits-over-nodes,postgres-services,publisher-lease,sessions-over-nodes}.test.ts',
  'test/store/postgres/{faulty-network,migrate}.test.ts',
  'test/store/state/lease-processes.test.ts',
];
/** They look at the pages in the system's Chromium, and say so where there is none. */
const BROWSER = ['test/browser/**/*.test.ts'];

/**
 * Four groups. `unit` and `process` are `npm test`; `browser` and `soak` run apart. Files share one module cache in `unit` and
 * `process`, so a test leaves nothing behind in a module; a test of the soak has a process of its own. Threads are no
 * choice: SQLite's module, loaded by threads alone, would be unloaded with the last of them.
 */
export default defineConfig({
  test: {
    globalSetup: ['build-first', 'priority', 'scratch-folder'].map((name) => `test/support/run/${name}.ts`),
    pool: 'forks',
    // Many tests wait for processes of their own.
    maxWorkers: availableParallelism() + 1,
    projects: [
      project('unit', {
        include: ['test/**/*.test.{ts,tsx}'],
        exclude: [...PROCESS, ...SOAK, ...BROWSER],
        isolate: false,
      }),
      project('process', { include: PROCESS, exclude: SOAK, isolate: false }),
      project('browser', { include: BROWSER, isolate: false }),
      project('soak', { include: SOAK, isolate: true }),
    ],
  },
});

function project(name: string, files: { include: string[]; exclude?: string[]; isolate: boolean }) {
  return {
    plugins: [builtModules()],
    test: {
      name,
      pool: 'forks' as const,
      setupFiles: ['test/support/run/file-folder.ts'],
      // One thread for V8's own work: the processors are busy, and more threads cost a tenth.
      execArgv: ['--v8-pool-size=1'],
      // Against tests that hang; on a slow and busy machine some take ten times as long as alone.
      testTimeout: 300_000,
      hookTimeout: 300_000,
      expect: { poll: { timeout: 60_000 } },
      server: { deps: { external: [/\/dist\//] } },
      ...files,
    },
  };
}

/**
 * Tests import what the compiler made of `src`, `scripts` and `bench`: Node loads that by itself, so nothing is transformed a
 * second time, and the code that is tested runs as a user's does.
 */
function builtModules(): Plugin {
  const root = import.meta.dirname;
  /** `test/simulation/planted.mjs` sets another folder. */
  const built = resolve(root, process.env.DOSSIER_TEST_DIST ?? 'dist');
  return {
    name: 'built-modules',
    enforce: 'pre',
    resolveId(id, importer) {
      if (importer === undefined || !/^\.\.?\//.test(id)) return null;
      const path = relative(root, resolve(dirname(importer), id));
      return /^(src|scripts|bench)\/.*\.js$/.test(path) ? join(built, path) : null;
    },
  };
}
