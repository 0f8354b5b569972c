import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    globalSetup: 'test/support/scratch-folder.ts',
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
});
