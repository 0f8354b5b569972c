import type { ApiError } from '../../contract/errors.js';

/** The text of a call that was refused, as JSON, so that an agent can act on it. */
export interface Refusal {
  readonly code: ApiError['code'];
  /** Says what is wrong and what to do. */
  readonly message: string;
  readonly [member: string]: unknown;
}

/** A refusal is never charged. */
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
      const { required, available, resetsAt } = more.members ?? {};
      const day = String(resetsAt).slice(0, 10);
      return `needs ${required}, you have ${available}, resets ${day}. Nothing was charged. Tell the user; do not retry.`;
    }
    case 'rate_limit_exceeded':
      return `${detail} Nothing was charged. Wait ${more.retryAfterSeconds ?? 60} s, then call once more.`;
    case 'invalid_params':
      return `${detail} Nothing was charged. Correct the arguments and call again.`;
    case 'unauthorized':
    case 'insufficient_scope':
    case 'account_inactive':
      return `${detail} Nothing was charged. Tell the user; do not retry.`;
    case 'not_found':
      return `${detail} Nothing was charged. Take ids from search_entities or match_company.`;
    case 'unavailable':
      return `${detail} Wait ${more.retryAfterSeconds ?? 5} s, then call once more.`;
    default:
      return detail;
  }
}
