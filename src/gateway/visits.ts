import { ApiError } from '../contract/errors.js';
import { networkOf } from './network.js';
import { secondsLeft } from './network-counts.js';
import type { SharedState } from './shared-state.js';

/** Visits to pages of one address, or of one key that is signed in. */
const VISITS_PER_MINUTE = 600;

export interface VisitLimit {
  /** Each kind has a count of its own; default: pages. */
  readonly kind?: string;
  readonly perMinute?: number;
}

/** Counts a visit of an address or key, each kind apart. Rejects with the 429 at the limit of the minute. */
export async function admitVisit(
  shared: Pick<SharedState, 'countVisit'>,
  from: string,
  at: number,
  { kind = 'page', perMinute = VISITS_PER_MINUTE }: VisitLimit = {},
): Promise<void> {
  if (await shared.countVisit(`${kind} ${networkOf(from)}`, perMinute, at)) return;
  const seconds = secondsLeft(at);
  const detail = `One address or key may make ${perMinute} visits in a minute; the next minute begins in ${seconds} s.`;
  throw new ApiError('rate_limit_exceeded', detail, { retryAfterSeconds: seconds });
}
