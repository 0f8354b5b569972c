import { isName, NAME_RULE } from '../../contract/service/name.js';
import { sumOf } from '../../domain/accounts/credits.js';
import { memoizeLast } from '../../domain/memoize-last.js';
import { ConflictError } from '../errors.js';
import type { Account, ChargeRequest, NewAccount, NewGrant } from '../state/ledger.js';

/** Throws `ConflictError`. */
export function refuseClosed({ id, status }: Account): void {
  if (status === 'closed') throw new ConflictError(`The account ${id} is closed.`);
}

/** Throws `RangeError`. */
export function refuseBadAccount(account: NewAccount): void {
  if (!isName(account.name)) throw new RangeError(`The name of an account ${NAME_RULE}.`);
  if (!Number.isSafeInteger(account.monthlyCredits) || account.monthlyCredits < 0) {
    throw new RangeError('Monthly credits are an integer of 0 or more.');
  }
  if (!Number.isSafeInteger(account.requestsPerMinute) || account.requestsPerMinute < 1) {
    throw new RangeError('Requests per minute are an integer of 1 or more.');
  }
}

/** Throws `RangeError`. */
export function refuseBadGrant(grant: NewGrant): void {
  if (!Number.isSafeInteger(grant.credits) || grant.credits < 1) {
    throw new RangeError('The credits of a grant are an integer of 1 or more.');
  }
  if (grant.expiresAt !== null && grant.expiresAt <= grant.createdAt) {
    throw new RangeError('A grant expires after it is made.');
  }
}

/** One list for all lookups without more. */
export const breakdownText = memoizeLast((breakdown: ChargeRequest['breakdown']) =>
  JSON.stringify(breakdown),
);

/** The latest time of a batch. */
export function latest(requests: readonly ChargeRequest[]): number {
  let at = 0;
  for (const request of requests) at = Math.max(at, request.at);
  return at;
}

/** Throws `RangeError`. */
export function refuseBadRequest(request: ChargeRequest): void {
  const { credits, breakdown, idempotency } = request;
  if (!Number.isSafeInteger(credits) || credits < 0 || sumOf(breakdown) !== credits) {
    throw new RangeError('The credits of a charge are an integer of 0 or more and the sum of its breakdown.');
  }
  if (idempotency?.parts && sumOf(idempotency.parts.flat()) !== credits) {
    throw new RangeError('The parts of a charge are its breakdown by place.');
  }
}
