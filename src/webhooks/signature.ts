import { createHmac } from 'node:crypto';
import { SECRET_PREFIX } from '../domain/webhooks.js';

/** The headers of Standard Webhooks 1.0, with a signature by each secret. `at` in milliseconds since 1970. */
export function signedHeaders(
  id: string,
  at: number,
  body: string,
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at / 1_000));
  const sign = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret)}`).join(' '),
  };
}
