/** Credits and requests as an answer's headers tell them; null if the answer does not. */
export interface Limits {
  /** Credits charged for this request. */
  readonly creditsCharged: number | null;
  /** Credits left after it. */
  readonly creditsRemaining: number | null;
  /** Requests the account may make in a minute. */
  readonly requestsPerMinute: number | null;
  /** Requests left in this minute. */
  readonly requestsRemaining: number | null;
  /** When the minute ends. */
  readonly minuteEnds: Date | null;
}

export function limitsOf(headers: Headers): Limits {
  const reset = numberIn(headers, 'x-ratelimit-reset');
  return {
    creditsCharged: numberIn(headers, 'x-credits-cost'),
    creditsRemaining: numberIn(headers, 'x-credits-remaining'),
    requestsPerMinute: numberIn(headers, 'x-ratelimit-limit'),
    requestsRemaining: numberIn(headers, 'x-ratelimit-remaining'),
    minuteEnds: reset === null ? null : new Date(reset * 1_000),
  };
}

function numberIn(headers: Headers, name: string): number | null {
  const text = headers.get(name);
  return text !== null && /^\d+$/.test(text) ? Number(text) : null;
}
