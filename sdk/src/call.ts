import { DossierError, UnexpectedAnswerError } from './errors.js';
import { type Limits, limitsOf } from './limits.js';
import type { Problem } from './types.js';

/** Per call. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  /** A key of your own, where a repetition may come from another process. One is made for each call otherwise. */
  readonly idempotencyKey?: string;
}

/** Each page is another request: one key cannot stand for all. */
export type PagingOptions = Pick<CallOptions, 'signal'>;

export function signalOf({ signal }: PagingOptions): PagingOptions {
  return signal ? { signal } : {};
}

export function paidOnce({ idempotencyKey, signal }: CallOptions) {
  const headers = { 'Idempotency-Key': idempotencyKey ?? crypto.randomUUID() };
  return { headers, ...(signal && { signal }) };
}

interface Reply {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}

/** The answer with what its headers say. */
export async function answerOf<Answer extends { readonly limits: Limits }>(
  asked: Promise<Reply>,
): Promise<Answer> {
  const { data, error, response } = await asked.catch((thrown: unknown) => {
    // A 200 whose body is no JSON; whatever else is thrown is typed already.
    if (thrown instanceof SyntaxError) throw new UnexpectedAnswerError(200, { cause: thrown });
    throw thrown;
  });
  if (isAnswer(data)) return { ...data, limits: limitsOf(response.headers) } as Answer;
  throw refusal(error, response);
}

/** The error of an answer that is no success; `body` is its parsed JSON. */
export function refusal(body: unknown, { status, headers }: Response): Error {
  return isProblem(body) ? new DossierError(body, headers) : new UnexpectedAnswerError(status);
}

function isAnswer(value: unknown): value is object {
  return typeof value === 'object' && value !== null && 'data' in value && 'meta' in value;
}

function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'error' in value && 'requestId' in value;
}
