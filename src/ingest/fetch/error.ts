/** A file could not be fetched; the message is one sentence with its URL. */
export class FetchError extends Error {
  override readonly name = 'FetchError';
  /** The publisher's last answer; undefined where none came. */
  status: number | undefined;
}
