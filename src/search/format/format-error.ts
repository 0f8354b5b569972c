/** The bytes are no index that this program reads; the message is one sentence that says why. */
export class IndexFormatError extends Error {
  override readonly name = 'IndexFormatError';
}
