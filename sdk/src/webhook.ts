/** The message is not from the service, was changed on its way, or is too old. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}

/** The message of a webhook. Values are read from the API. */
export interface WebhookMessage {
  /** `entity.changed`, `filing.created`, ...; `watch.test` for a test. */
  readonly type: string;
  /** When the change was seen; ISO 8601, UTC. */
  readonly timestamp: string;
  readonly data: {
    /** Id of the watch. */
    readonly watch: string;
    /** The event's place in the feed of changes; this and the members below are absent in a test. */
    readonly seq?: number;
    /** The id of an entity, or the accession number of a filing. */
    readonly id?: string;
    readonly kind?: string;
    readonly recordType?: string;
    readonly source?: string | null;
    readonly state?: string | null;
    readonly cik?: string | null;
    readonly form?: string | null;
    /** Names of the fields that differ. */
    readonly fields?: readonly string[];
    readonly publishedAt?: string | null;
    readonly seenAt?: string;
    readonly run?: number | null;
  };
}

/** By name, in any case; a name that came twice has a list. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

const TOLERANCE_SECONDS = 300;

/**
 * The message of a webhook (Standard Webhooks 1.0). `body` must be the text as it arrived, byte by byte. Rejects with
 * `WebhookError` if no signature is made with the secret, or the message is more than five minutes old or ahead. A
 * message may come more than once: `webhook-id` says which it is.
 */
export async function verifyWebhook(
  secret: string,
  headers: WebhookHeaders,
  body: string,
  now: number = Date.now(),
): Promise<WebhookMessage> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  );
  if (!id || !timestamp || !signatures) throw new WebhookError('A header of the webhook is missing.');
  const age = Math.abs(now / 1_000 - Number(timestamp));
  if (!/^\d{1,15}$/.test(timestamp) || age > TOLERANCE_SECONDS)
    throw new WebhookError('The timestamp of the webhook is more than five minutes off.');
  const bytes = bytesOf(secret.replace(/^whsec_/, ''));
  if (bytes.length === 0) throw new WebhookError('A secret is `whsec_` and base64.');
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'verify',
  ]);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  for (const signature of signatures.split(' ')) {
    const [version, value = ''] = signature.split(',');
    if (version === 'v1' && (await crypto.subtle.verify('HMAC', key, bytesOf(value), signed)))
      return JSON.parse(body) as WebhookMessage;
  }
  throw new WebhookError('No signature of the webhook is made with this secret.');
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return typeof value === 'string' ? value : value?.join(' ');
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return new Uint8Array(0);
  }
}
