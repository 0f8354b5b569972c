import { ApiError } from '../contract/errors.js';
import { networkOf } from './network.js';
import { secondsLeft } from './network-counts.js';
import type { SharedState } from './shared-state.js';

/** Page visits of an address, or of a signed-in key. */
const VISITS_PER_MINUTE = 600;

export interface VisitLimit {
  /** Each kind has its own count; default: pages. */
  readonly kind?: string;
  readonly perMinute?: number;
}

/** Counts a visit of an address or key, separately per kind. Rejects with the 429 at the limit. */
export async function admitVisit(
  shared: Pick<SharedState, 'countVisit'>,
  from: string,
  at: number,
  { kind = 'page', perMinute = VISITS_PER_MINUTE }: VisitLimit = {},
): Promise<void> {
  if (await shared.countVisit(`${kind} ${networkOf(from)}`, perMinute, at)) return;
  const seconds = secondsLeft(at);
  const detail = `One address or key may make ${perMinute} visits a minute; the next minute starts in ${seconds} s.`;
  throw new ApiError('rate_limit_exceeded', detail, { retryAfterSeconds: seconds });
}
