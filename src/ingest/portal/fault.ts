/**
 * A portal did not give rows. The message is one sentence that clients may read: it names the portal and what it
 * did, never an address or a token.
 */
export class PortalFault extends Error {
  override readonly name = 'PortalFault';
  constructor(
    readonly host: string,
    readonly kind: FaultKind,
    what: string,
    /** How long the portal asks to be left alone. */
    readonly retryAfterMs: number | null = null,
    options?: ErrorOptions,
  ) {
    super(`${host} ${what}.`, options);
  }
}

type FaultKind =
  /** 429 or 503, or our own limit for the host. */
  | 'busy'
  /** No answer before the deadline. */
  | 'late'
  /** The connection, the status or the body is bad; another try may go well. */
  | 'broken'
  /** The portal understood and refused: the dataset is gone, or a column. */
  | 'refused';
