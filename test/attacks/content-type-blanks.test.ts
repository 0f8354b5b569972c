import { expect, test } from 'vitest';
import { sendLongTypes } from './attacks.js';
import { PATIENCE_MS, startVictim, under } from './support.js';

test('types of 15,000 blanks, sent with a key of an account without credits, hold nobody up', async () => {
  const victim = await startVictim();
  const attack = () => sendLongTypes(victim.url, victim.pauperKey, 25);
  const { result, slowestProbe, growth } = await under(victim, attack);
  expect(result).toBe(200);
  expect(slowestProbe).toBeLessThanOrEqual(PATIENCE_MS);
  expect(growth).toBeLessThan(2);
  await victim.stop();
});
