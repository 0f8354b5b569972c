/** Secrets of the standard begin so; the rest is base64. */
export const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** The type of a message that a user asked for to try a receiver. It is sent once, whatever comes of it. */
export const TEST_TYPE = 'watch.test';

/** `random` must be a cryptographic source, here and below. */
export function newSecret(random: (size: number) => Uint8Array): string {
  return SECRET_PREFIX + Buffer.from(random(SECRET_BYTES)).toString('base64');
}

export function newWatchId(random: (size: number) => Uint8Array): string {
  return `wat_${Buffer.from(random(8)).toString('hex')}`;
}

/** A `webhook-id`: one for each watch and subject. */
export function messageId(watchId: string, subject: string): string {
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
