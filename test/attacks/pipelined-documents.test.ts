import { afterAll, beforeAll, expect, test } from 'vitest';
import { budget } from '../support/effort.js';
import { pipePublic } from './attacks.js';
import { PATIENCE_MS, startVictim, under, type Victim } from './support.js';

let victim: Victim;
beforeAll(async () => {
  victim = await startVictim();
});
afterAll(() => victim.stop());

/** The path, its coding, connections, and requests that each sends in one piece. Nobody has a key. */
test.each([
  ['/openapi.json', 'br', 10, budget(700)],
  ['/openapi.json', 'gzip', 30, budget(700)],
  ['/openapi.json', 'identity', 20, budget(300)],
  ['/metrics', 'identity', 10, budget(1_400)],
  ['/metrics', 'identity', 1, budget(14_000)],
  ['/api/v1/sources', 'br', 4, budget(700)],
])(
  '%s (%s) on %i connections, %i times in one piece: the service goes on, and does not grow',
  async (path, coding, connections, times) => {
    const attack = () => pipePublic(victim.url, path, coding, connections, times);
    const { result, slowestProbe, growth } = await under(victim, attack);
    expect(result).toBeGreaterThan(0);
    expect(slowestProbe).toBeLessThanOrEqual(PATIENCE_MS);
    expect(growth).toBeLessThan(2);
  },
);
