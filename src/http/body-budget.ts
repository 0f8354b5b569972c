import { HttpError } from './errors.js';

/** Bodies up to this size are bounded by the number of connections: counted, never rejected. */
const SMALL_BYTES = 4_096;
/** The share of the budget for one account, or one network without a key. */
const SHARE = 1 / 4;
const RETRY_SECONDS = 2;

/**
 * The memory for request bodies of a server, in bytes, shared by all routes. A body counts from its
 * announcement until its request is answered.
 */
export class BodyBudget {
  #held = 0;
  readonly #heldBy = new Map<string, number>();

  constructor(private readonly bytes: number) {}

  /** Adds `more` bytes to the reservation of a request. Throws the 503 if they do not fit. */
  take(holder: string, held: number, more: number): void {
    const before = this.#heldBy.get(holder) ?? 0;
    const fits = this.#held + more <= this.bytes && before + more <= this.bytes * SHARE;
    if (!fits && held + more > SMALL_BYTES) throw noRoom();
    this.#held += more;
    this.#heldBy.set(holder, before + more);
  }

  release(holder: string, held: number): void {
    const left = (this.#heldBy.get(holder) ?? 0) - held;
    this.#held -= held;
    if (left > 0) this.#heldBy.set(holder, left);
    else this.#heldBy.delete(holder);
  }
}

function noRoom(): HttpError {
  const detail = 'Too many large request bodies are being read; nothing was charged.';
  return new HttpError('unavailable', detail, ['Connection', 'close'], { retryAfterSeconds: RETRY_SECONDS });
}
