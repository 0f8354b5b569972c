/** A file could not be fetched; the message is one sentence with its URL. */
export class FetchError extends Error {
  override readonly name = 'FetchError';
  /** HTTP status of the last response; `undefined` if there was none. */
  status: number | undefined;
}
