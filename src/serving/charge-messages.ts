import type { ChargeRequest, ChargeResult } from '../store/store.js';

/** What many charges of a batch have in common. */
type Shared = Pick<ChargeRequest, 'accountId' | 'keyId' | 'operation' | 'credits' | 'breakdown'>;

/**
 * A batch of charges between threads: what they share is written once, the rest in lists of numbers and strings.
 * Objects in a message name all their members each time, which was most of what a message cost.
 */
export interface SentCharges {
  readonly shared: readonly Shared[];
  /** Of each charge its place in `shared` and its time. */
  readonly numbers: readonly number[];
  readonly requestIds: readonly string[];
  /** By place in the batch; few have one. */
  readonly idempotency: readonly (readonly [number, NonNullable<ChargeRequest['idempotency']>])[];
}

export interface SentResults {
  /** Of each charge that was made its id and what remains. */
  readonly numbers: readonly number[];
  /** By place in the batch: what those two numbers do not say. */
  readonly others: readonly (readonly [number, ChargeResult])[];
}

/** How far back something shared is looked for: a batch of many keys is no worse than it would be without. */
const LOOKED_BACK = 8;

export function sendCharges(requests: readonly ChargeRequest[]): SentCharges {
  const shared: Shared[] = [];
  const numbers: number[] = [];
  const requestIds: string[] = [];
  const idempotency: [number, NonNullable<ChargeRequest['idempotency']>][] = [];
  for (const [place, request] of requests.entries()) {
    numbers.push(placeOf(shared, request), request.at);
    requestIds.push(request.requestId);
    if (request.idempotency) idempotency.push([place, request.idempotency]);
  }
  return { shared, numbers, requestIds, idempotency };
}

/** Charges that share a breakdown hold the same list. */
export function readCharges({ shared, numbers, requestIds, idempotency }: SentCharges): ChargeRequest[] {
  const requests = requestIds.map((requestId, place): ChargeRequest => {
    const common = shared[numbers[2 * place] ?? 0];
    if (!common) throw new Error('A charge arrived in part.');
    const { accountId, keyId, operation, credits, breakdown } = common;
    const at = numbers[2 * place + 1] ?? 0;
    return { accountId, keyId, requestId, operation, credits, breakdown, at };
  });
  for (const [place, given] of idempotency) {
    const request = requests[place];
    if (request) requests[place] = { ...request, idempotency: given };
  }
  return requests;
}

export function sendResults(results: readonly ChargeResult[]): SentResults {
  const numbers: number[] = [];
  const others: [number, ChargeResult][] = [];
  for (const [place, result] of results.entries()) {
    if (result.charged && !result.replayed) numbers.push(result.chargeId, result.remaining);
    else {
      numbers.push(0, 0);
      others.push([place, result]);
    }
  }
  return { numbers, others };
}

export function readResults({ numbers, others }: SentResults): ChargeResult[] {
  const results: ChargeResult[] = [];
  for (let at = 0; at < numbers.length; at += 2) {
    results.push({ charged: true, chargeId: numbers[at] ?? 0, remaining: numbers[at + 1] ?? 0 });
  }
  for (const [place, result] of others) results[place] = result;
  return results;
}

function placeOf(shared: Shared[], request: ChargeRequest): number {
  const first = Math.max(0, shared.length - LOOKED_BACK);
  for (let place = shared.length - 1; place >= first; place -= 1) {
    const known = shared[place];
    if (known && isShared(known, request)) return place;
  }
  const { accountId, keyId, operation, credits, breakdown } = request;
  return shared.push({ accountId, keyId, operation, credits, breakdown }) - 1;
}

function isShared(known: Shared, request: ChargeRequest): boolean {
  return (
    known.keyId === request.keyId &&
    known.operation === request.operation &&
    known.credits === request.credits &&
    known.accountId === request.accountId &&
    known.breakdown.length === request.breakdown.length &&
    known.breakdown.every(({ item, credits }, at) => {
      const other = request.breakdown[at];
      return other?.item === item && other.credits === credits;
    })
  );
}
