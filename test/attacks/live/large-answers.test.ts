import { afterEach, beforeEach, expect, test } from 'vitest';
import { PATIENCE_MS, under } from '../support.js';
import { askOfHostile } from './attacks.js';
import { HOSTILE_ANSWERS } from './hostile-answers.js';
import { type LiveVictim, startLiveVictim } from './live-victim.js';

let victim: LiveVictim;
// A portal is left alone after some bad answers, and then none comes.
beforeEach(async () => {
  victim = await startLiveVictim();
});
afterEach(() => victim.stop());

test.each(Object.entries(HOSTILE_ANSWERS))(
  'a portal that answers with %s holds nobody else up',
  async (name, answer) => {
    const body = Buffer.from(answer());
    const before = victim.portal.requests.length;
    const attack = () => askOfHostile(victim, body, name);
    const { result, slowestProbe, growth } = await under(victim, attack);
    expect([200, 404, 502]).toEqual(expect.arrayContaining([...result]));
    expect(slowestProbe).toBeLessThanOrEqual(PATIENCE_MS);
    // Six answers of up to 8 MB and what they are parsed into, over some 160 MB at rest.
    expect(growth).toBeLessThan(3);
    // A host gets ten requests a second, so some may stay with us.
    expect(victim.portal.requests.length - before).toBeGreaterThan(5);
  },
);
