/** Prefix of secrets in the standard; the rest is base64. */
export const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** Type of a test message that a user requested. Sent once, whatever the result. */
export const TEST_TYPE = 'watch.test';

/** `random` must be cryptographically secure, here and below. */
export function newSecret(random: (size: number) => Uint8Array): string {
  return SECRET_PREFIX + Buffer.from(random(SECRET_BYTES)).toString('base64');
}

export function newWatchId(random: (size: number) => Uint8Array): string {
  return `wat_${Buffer.from(random(8)).toString('hex')}`;
}

/** A `webhook-id`: one for each watch and subject. */
function messageId(watchId: string, subject: string): string {
  return `msg_${watchId.replace(/^wat_/, '')}_${subject}`;
}

/** `at` in milliseconds since 1970. */
export function testMessage(watchId: string, at: number, random: (size: number) => Uint8Array) {
  const timestamp = new Date(at).toISOString();
  return {
    id: messageId(watchId, `test_${Buffer.from(random(6)).toString('hex')}`),
    type: TEST_TYPE,
    body: JSON.stringify({ type: TEST_TYPE, timestamp, data: { watch: watchId } }),
  };
}

/** An event of the feed of changes; `changes` is `FieldChange[]` as JSON text. */
interface FeedEvent {
  readonly seq: number;
  readonly kind: string;
  readonly recordType: string;
  readonly id: string;
  readonly source: string | null;
  readonly state: string | null;
  readonly cik: number | null;
  readonly form: string | null;
  readonly changes: string;
  readonly publishedAt: string | null;
  /** Milliseconds since 1970. */
  readonly seenAt: number;
  readonly run: number | null;
}

/**
 * Describes an event by ids and field names; clients read the values with priced requests. Its id is the same whenever
 * the message is made.
 */
export function changeMessage(watchId: string, feedId: string, event: FeedEvent) {
  const { changes, seenAt, cik, ...reported } = event;
  const fields = (JSON.parse(changes) as readonly { readonly field: string }[]).map(({ field }) => field);
  const type = `${event.recordType}.${event.kind}`;
  const timestamp = new Date(seenAt).toISOString();
  const data = {
    watch: watchId,
    ...reported,
    cik: cik === null ? null : String(cik).padStart(10, '0'),
    fields,
    seenAt: timestamp,
  };
  const feed = feedId.replace(/[^0-9a-z]/gi, '').slice(0, 8);
  return {
    id: messageId(watchId, `${feed}_${event.seq}`),
    type,
    body: JSON.stringify({ type, timestamp, data }),
  };
}
