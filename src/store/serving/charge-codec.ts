import { listCodec } from '../../collections/record-codec.js';
import type { ChargeId, ChargeRequest, ChargeResult } from '../store.js';

/** Charges and what came of them, as they go from thread to thread: objects take five times the time. */
export type ChargeMessage = readonly unknown[];

const REQUESTS = listCodec<ChargeRequest>([
  'accountId',
  'keyId',
  'requestId',
  'operation',
  'credits',
  'breakdown',
  'at',
  'idempotency',
]);
export const packRequests = REQUESTS.pack;
export const unpackRequests = REQUESTS.unpack;

const VALUES_OF_A_RESULT = 2;

/** The id and the remaining credits of a charge that was taken; of every other the result itself. */
export function packResults(results: readonly ChargeResult[]): ChargeMessage {
  const values: unknown[] = [];
  for (const result of results) {
    if (result.charged && !result.replayed) values.push(result.chargeId, result.remaining);
    else values.push(result, 0);
  }
  return values;
}

export function unpackResults(values: ChargeMessage): ChargeResult[] {
  const results: ChargeResult[] = [];
  for (let at = 0; at < values.length; at += VALUES_OF_A_RESULT) {
    const [first, remaining] = [values[at], values[at + 1]] as [ChargeId | null | ChargeResult, number];
    const isResult = typeof first === 'object' && first !== null;
    results.push(isResult ? first : { charged: true, chargeId: first, remaining });
  }
  return results;
}
