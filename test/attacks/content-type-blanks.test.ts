import { expect, test } from 'vitest';
import { PATIENCE_MS, pipeline, startVictim, under } from './support.js';

test('types of 15,000 blanks, sent with a key of an account without credits, hold nobody up', async () => {
  const victim = await startVictim();
  const request = [
    'POST /api/v1/batch HTTP/1.1',
    'Host: a',
    `Authorization: Bearer ${victim.pauperKey}`,
    `Content-Type: application/json${' '.repeat(15_000)}x`,
    'Content-Length: 0',
    '',
    '',
  ].join('\r\n');
  const attack = async () => {
    let answers = 0;
    for (let round = 0; round < 25; round += 1) answers += await pipeline(victim.url, 8, 1, request);
    return answers;
  };
  const { result, slowestProbe, growth } = await under(victim, attack);
  expect(result).toBe(200);
  expect(slowestProbe).toBeLessThanOrEqual(PATIENCE_MS);
  expect(growth).toBeLessThan(2);
  await victim.stop();
}, 120_000);
