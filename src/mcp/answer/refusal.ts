import type { ApiError } from '../../contract/errors.js';

/** The text of a failed call, as JSON that an agent can act on. */
export interface Refusal {
  readonly code: ApiError['code'];
  /** Describes the problem and what to do. */
  readonly message: string;
  readonly [member: string]: unknown;
}

/** Failed calls are never charged. */
export function refusalOf(error: ApiError, requestId: string): Refusal {
  const { code, more } = error;
  return {
    code,
    message: `${code}: ${saidOf(error)}`,
    ...more.members,
    ...(more.errors && { errors: more.errors }),
    ...(more.retryAfterSeconds !== undefined && { retryAfterSeconds: more.retryAfterSeconds }),
    requestId,
  };
}

function saidOf({ code, detail, more }: ApiError): string {
  switch (code) {
    case 'insufficient_credits': {
      const day = String(more.members?.resetsAt).slice(0, 10);
      return `${detail} Credits renew ${day}. Nothing was charged. Inform the user; do not retry.`;
    }
    case 'rate_limit_exceeded':
      return `${detail} Nothing was charged. Wait ${more.retryAfterSeconds ?? 60} s, then call again.`;
    case 'invalid_params':
      return `${detail} Nothing was charged. Correct the arguments and call again.`;
    case 'unauthorized':
    case 'insufficient_scope':
    case 'account_inactive':
      return `${detail} Nothing was charged. Inform the user; do not retry.`;
    case 'not_found':
      return `${detail} Nothing was charged. Get ids from search_entities or match_company.`;
    case 'unavailable':
      return `${detail} Wait ${more.retryAfterSeconds ?? 5} s, then call again.`;
    default:
      return detail;
  }
}
