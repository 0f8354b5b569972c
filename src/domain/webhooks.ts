/** Prefix of secrets in the standard; the rest is base64. */
export const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** Type of a test message that a user requested. Sent once, whatever the result. */
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
