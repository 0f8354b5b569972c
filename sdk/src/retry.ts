export interface RetryOptions {
  /** How often a request is repeated at most; 3 by default, 0 for never. */
  readonly retries?: number;
  /** A wait longer than this is not waited: the error comes at once; 60 seconds by default. */
  readonly longestWaitMs?: number;
  readonly fetch?: (request: Request) => Promise<Response>;
  /** For tests: how to wait. */
  readonly sleep?: (ms: number) => Promise<void>;
}

const RETRIED = [429, 503];

/**
 * A `fetch` that repeats a request after 429, 503 and broken connections: after `Retry-After` where it is given, else
 * after 0.5, 1, 2 … seconds. Repetition is free: each request carries an idempotency key.
 */
export function retryingFetch(options: RetryOptions): (request: Request) => Promise<Response> {
  const { retries = 3, longestWaitMs = 60_000, fetch = globalThis.fetch, sleep = wait } = options;
  return async (request) => {
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await fetch(request.clone()).catch((error: unknown) => ({ error }));
      const response = outcome instanceof Response ? outcome : undefined;
      const again = response ? RETRIED.includes(response.status) : !request.signal.aborted;
      const waitMs = waitBefore(attempt, response);
      if (again && attempt < retries && waitMs <= longestWaitMs) {
        await response?.body?.cancel();
        await sleep(waitMs);
      } else if (response) return response;
      else throw (outcome as { error: unknown }).error;
    }
  };
}

function waitBefore(attempt: number, response: Response | undefined): number {
  const seconds = Number(response?.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds * 1_000 : 500 * 2 ** attempt;
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
