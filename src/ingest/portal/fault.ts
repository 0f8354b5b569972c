/**
 * A portal returned no rows. The message is one sentence for clients: it names the portal and the failure, never an address or
 * a token.
 */
export class PortalFault extends Error {
  override readonly name = 'PortalFault';
  constructor(
    readonly host: string,
    readonly kind: FaultKind,
    what: string,
    /** The pause that the portal requests. */
    readonly retryAfterMs: number | null = null,
    options?: ErrorOptions,
  ) {
    super(`${host} ${what}.`, options);
  }
}

type FaultKind =
  /** 429 or 503, or our own rate limit for the host. */
  | 'busy'
  /** No response before the deadline. */
  | 'late'
  /** The connection, the status or the body is broken; a retry may succeed. */
  | 'broken'
  /** The portal rejected the query: the data set or a column no longer exists. */
  | 'refused';
