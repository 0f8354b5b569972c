import fc from 'fast-check';
import { expect, test } from 'vitest';
import { verifyWebhook, WebhookError } from '../../sdk/src/webhook.js';
import { newSecret } from '../../src/domain/webhooks.js';
import { signedHeaders } from '../../src/webhooks/deliverer.js';
import { budget } from '../support/effort.js';

const NOW = Date.UTC(2026, 10, 20);
const secretOf = (byte: number) => newSecret((size) => new Uint8Array(size).fill(byte));
const BODY = JSON.stringify({ type: 'watch.test', timestamp: 't', data: { watch: 'wat_1', name: 'é' } });
const signed = (...secrets: string[]) => signedHeaders('msg_1', NOW, BODY, secrets);

test('a message that is signed by the old and the new secret is verified by each', async () => {
  const headers = signed(secretOf(1), secretOf(2));
  for (const secret of [secretOf(1), secretOf(2)])
    expect(await verifyWebhook(secret, headers, BODY, NOW)).toEqual(JSON.parse(BODY));
  expect(await verifyWebhook(secretOf(1), new Headers(headers), BODY, NOW)).toMatchObject({
    type: 'watch.test',
  });
  const upper = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
  );
  expect(await verifyWebhook(secretOf(1), upper, BODY, NOW)).toMatchObject({ type: 'watch.test' });
});

test('another secret, an old or future message, and missing headers are refused', async () => {
  const refused = (...args: Parameters<typeof verifyWebhook>) =>
    expect(verifyWebhook(...args)).rejects.toThrow(WebhookError);
  await refused(secretOf(3), signed(secretOf(1)), BODY, NOW);
  await refused('', signed(secretOf(1)), BODY, NOW);
  await refused('whsec_???', signed(secretOf(1)), BODY, NOW);
  await refused(secretOf(1), signed(secretOf(1)), BODY, NOW + 301_000);
  await refused(secretOf(1), signed(secretOf(1)), BODY, NOW - 301_000);
  await refused(secretOf(1), {}, BODY, NOW);
  await refused(secretOf(1), { ...signed(secretOf(1)), 'webhook-timestamp': 'NaN' }, BODY, NOW);
});

test('whatever changes in body or headers, the message is refused', async () => {
  const secret = secretOf(1);
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature', 'body'] as const;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...names),
      fc.nat(200),
      fc.integer({ min: 1, max: 127 }),
      async (name, at, by) => {
        const parts: Record<string, string> = { ...signed(secret), body: BODY };
        const text = parts[name] ?? '';
        // The last letter of base64 has bits that mean nothing.
        const place = at % (name === 'webhook-signature' ? text.length - 2 : text.length);
        const other = String.fromCharCode((text.charCodeAt(place) + by) % 128);
        parts[name] = text.slice(0, place) + other + text.slice(place + 1);
        const { body = '', ...headers } = parts;
        if (parts[name] === text) return;
        await expect(verifyWebhook(secret, headers, body, NOW)).rejects.toThrow(WebhookError);
      },
    ),
    { numRuns: budget(500) },
  );
});
