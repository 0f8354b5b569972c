import type { Caller } from './caller.js';
import type { RateLimit } from './rate-window.js';

/**
 * One call: its time, cost, and the caller's balance and limits afterwards. Each transport displays it in its
 * own way.
 */
export interface Receipt {
  readonly requestId: string;
  /** Milliseconds since 1970; the same for the whole call. */
  readonly at: number;
  caller: Caller | undefined;
  rate: RateLimit | undefined;
  /** Whether a key is needed. Anonymous calls show no credits. */
  metered: boolean;
  /** When the response last changed, if known; ms since 1970. */
  lastModified: number | undefined;
  /** The page of the response, if it is one of a list. */
  page: Page | undefined;
  /** Whether the call was paid before, under its idempotency key. */
  replayed: boolean;
  /** Credits charged. */
  cost: number;
  /** The quoted price, on a price preview. */
  quote: number | undefined;
  /** Remaining credits, if known. */
  remaining: number | undefined;
}

interface Page {
  readonly offset: number;
  readonly limit: number;
  readonly hasMore: boolean;
  /** Continues after this page, if an offset does not. */
  readonly cursor?: string;
}

export function newReceipt(requestId: string, at: number): Receipt {
  return {
    requestId,
    at,
    caller: undefined,
    rate: undefined,
    metered: false,
    lastModified: undefined,
    page: undefined,
    replayed: false,
    cost: 0,
    quote: undefined,
    remaining: undefined,
  };
}
