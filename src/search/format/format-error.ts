/** Thrown if the bytes are not an index that this program can read. The message is one sentence with the reason. */
export class IndexFormatError extends Error {
  override readonly name = 'IndexFormatError';
}
