import type { ChargeRequest, ChargeResult } from '../../store.js';

/**
 * Charges and what came of them, as they go from thread to thread: the values alone, one after the other. Of an object
 * each message carries the names of its members too, and whoever reads it puts it together name by name: five times
 * the time.
 */
export type ChargeMessage = readonly unknown[];

const VALUES_OF_A_REQUEST = 8;
const VALUES_OF_A_RESULT = 2;

export function packRequests(requests: readonly ChargeRequest[]): ChargeMessage {
  const values: unknown[] = [];
  for (const { accountId, keyId, requestId, operation, credits, breakdown, at, idempotency } of requests) {
    values.push(accountId, keyId, requestId, operation, credits, breakdown, at, idempotency);
  }
  return values;
}

export function unpackRequests(values: ChargeMessage): ChargeRequest[] {
  const requests: ChargeRequest[] = [];
  for (let at = 0; at < values.length; at += VALUES_OF_A_REQUEST) requests.push(requestAt(values, at));
  return requests;
}

function requestAt(values: ChargeMessage, from: number): ChargeRequest {
  const idempotency = values[from + 7] as ChargeRequest['idempotency'];
  return {
    accountId: values[from] as string,
    keyId: values[from + 1] as string,
    requestId: values[from + 2] as string,
    operation: values[from + 3] as ChargeRequest['operation'],
    credits: values[from + 4] as number,
    breakdown: values[from + 5] as ChargeRequest['breakdown'],
    at: values[from + 6] as number,
    ...(idempotency && { idempotency }),
  };
}

/** Of a charge that was taken its id and what remains; of every other the result itself. */
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
    const [first, remaining] = [values[at], values[at + 1]] as [number | ChargeResult, number];
    results.push(typeof first === 'number' ? { charged: true, chargeId: first, remaining } : first);
  }
  return results;
}
