import crypto, { randomInt } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import fc from 'fast-check';
import { vi } from 'vitest';
import { budget } from '../../support/effort.js';
import { World } from './world.js';

/** Every run begins at this time. */
export const START = Date.UTC(2026, 0, 31, 9);

const REPLAYED = process.env.DOSSIER_TEST_SEED;
const MAX_SEED = 2 ** 31;

/**
 * Runs a simulation with new seeds. `full`: their number at full effort. An error names its seed; DOSSIER_TEST_SEED=<seed> runs that one
 * again, with the same result. Time and random bytes are those of the simulation: no timer ends by itself.
 */
export async function explore(full: number, run: (world: World) => Promise<void>): Promise<void> {
  const seeds = REPLAYED === undefined ? undefined : [Number(REPLAYED)];
  const count = seeds?.length ?? budget(full, 3);
  for (let done = 0; done < count; done++) await runSeed(seeds?.[done] ?? randomInt(MAX_SEED), run);
}

/** Runs one seed; returns what happened. */
export async function runSeed(seed: number, run: (world: World) => Promise<void>): Promise<string> {
  let history = '';
  const property = fc.asyncProperty(fc.scheduler(), fc.gen(), async (scheduler, gen) => {
    const world = new World(scheduler, gen);
    try {
      await run(world);
    } finally {
      history = world.history;
    }
  });
  vi.useFakeTimers({
    now: START,
    toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  });
  const { randomBytes } = crypto;
  let made = 0;
  crypto.randomBytes = ((size: number) => Buffer.alloc(size, ++made)) as typeof randomBytes;
  syncBuiltinESMExports();
  try {
    const { failed, errorInstance } = await fc.check(property, { seed, numRuns: 1, endOnFailure: true });
    if (!failed) return history;
    const why =
      errorInstance instanceof Error ? (errorInstance.stack ?? errorInstance.message) : String(errorInstance);
    throw new Error(`${why}\n\n${history}\n\nDOSSIER_TEST_SEED=${seed} runs this again.`);
  } finally {
    vi.clearAllTimers();
    vi.useRealTimers();
    crypto.randomBytes = randomBytes;
    syncBuiltinESMExports();
  }
}
