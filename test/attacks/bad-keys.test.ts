import { expect, test } from 'vitest';
import { newAccountIn } from '../faults/support.js';
import { besideBadKeys, searchOnce } from './attacks.js';
import { startVictim } from './support.js';

test.each([1, 3])(
  'bad keys by the hundred keep no good key of their address out, with %i serving',
  async (workers) => {
    const victim = await startVictim(['--workers', String(workers)]);
    const fresh: string[] = [];
    for (let count = 0; count < 10; count += 1) fresh.push((await newAccountIn(victim.folder, 1, 1_000)).key);
    const ask = (key: string) => searchOnce(victim.url, key);
    const { result, bad } = await besideBadKeys(victim.url, async () => {
      for (let refused = 0; refused < 50; ) if ((await ask('nonsense')) === 429) refused += 1;
      // None was used since the start, so each worker meets each key for the first time.
      const good = [];
      for (const key of fresh) good.push(await ask(key));
      const known = [];
      for (let count = 0; count < 50; count += 1) known.push(await ask(victim.key));
      return { good, known, pauper: await ask(victim.pauperKey) };
    });
    expect(new Set(result.good)).toEqual(new Set([200]));
    expect(new Set(result.known)).toEqual(new Set([200]));
    expect(result.pauper).toBe(402);
    expect(new Set(bad)).toEqual(new Set([401, 429]));
    expect(bad.length).toBeGreaterThan(50);
    await victim.stop();
  },
);
