import type { Caller } from './caller.js';
import type { RateLimit } from './rate-window.js';

/** One call: when it came, what it costs, and how the caller stands after it. Every transport shows it in its own way. */
export interface Receipt {
  readonly requestId: string;
  /** Milliseconds since 1970; one moment for the whole call. */
  readonly at: number;
  caller: Caller | undefined;
  rate: RateLimit | undefined;
  /** Whether a key is needed: an anonymous call shows no credits. */
  metered: boolean;
  /** When the answer last changed, if that is known; milliseconds since 1970. */
  lastModified: number | undefined;
  /** Whether the call was paid for before, under its idempotency key. */
  replayed: boolean;
  /** Credits charged. */
  cost: number;
  /** The quoted price, on a price preview. */
  quote: number | undefined;
  /** Credits left, if that is known. */
  remaining: number | undefined;
}

export function newReceipt(requestId: string, at: number): Receipt {
  return {
    requestId,
    at,
    caller: undefined,
    rate: undefined,
    metered: false,
    lastModified: undefined,
    replayed: false,
    cost: 0,
    quote: undefined,
    remaining: undefined,
  };
}
