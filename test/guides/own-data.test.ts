import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { runBlocks } from './support/run-blocks.js';

const SOURCE = 'us_co_business_entities';

test('load your state', async () => {
  const work = mkdtempSync(join(tmpdir(), 'dossier-state-'));
  const [file = ''] = readdirSync(resolve('sample', SOURCE));
  const env = {
    DOSSIER_DATA: join(work, 'data'),
    DOSSIER_PORT: '18099',
    FILE: resolve('sample', SOURCE, file),
  };
  try {
    const [sources, , key, state = ''] = await runBlocks('docs/guides/load-your-state.md', work, env);
    expect(sources).toContain(SOURCE);
    expect(key).toMatch(/dsr_live_\w+\n/);
    expect(state).toMatch(/"loaded":true,"records":68,/);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
});
