import { expect, test } from 'vitest';
import { startVictim } from './support.js';

test('an address that sends bad keys by the hundred keeps no good key of that address out', async () => {
  const victim = await startVictim();
  const ask = async (key: string) => {
    const headers = { authorization: `Bearer ${key}` };
    const response = await fetch(`${victim.url}/api/v1/search?name=a&limit=1`, { headers });
    await response.text();
    return response.status;
  };
  const unknown = 'dsr_live_00000000000000000000000000000005zJrl';
  const bad = [];
  for (let count = 0; count < 100; count += 1) bad.push(await ask(count % 2 === 0 ? unknown : 'nonsense'));
  expect(new Set(bad)).toEqual(new Set([401, 429]));
  expect(bad.filter((status) => status === 429).length).toBeGreaterThan(30);
  // Neither was used since the start.
  expect([await ask(victim.key), await ask(victim.pauperKey)]).toEqual([200, 402]);
  await victim.stop();
}, 60_000);
