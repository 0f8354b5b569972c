import { expect, test } from 'vitest';
import { open, PATIENCE_MS, startVictim, under } from '../../attacks/support.js';

const CUT_WITHIN_MS = 90_000;

test('clients that never read their answers are cut, and hold little memory until then', async () => {
  const victim = await startVictim();
  const request = 'GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n';
  const attack = async () => {
    const clients = Array.from({ length: 30 }, () => open(victim.url));
    for (const { socket } of clients) {
      socket.pause();
      // A connection that was reset tells so only to those that read or write.
      socket.write(request.repeat(700));
    }
    const before = performance.now();
    const left = new Set(clients);
    while (left.size > 0 && performance.now() - before < CUT_WITHIN_MS) {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      for (const client of left) {
        client.socket.write('\r\n');
        if (client.socket.destroyed) left.delete(client);
      }
    }
    for (const { socket } of clients) socket.destroy();
    return left.size;
  };
  const { result, slowestProbe, growth } = await under(victim, attack);
  expect(result).toBe(0);
  expect(slowestProbe).toBeLessThanOrEqual(PATIENCE_MS);
  expect(growth).toBeLessThan(2);
  await victim.stop();
}, 400_000);
