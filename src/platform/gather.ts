/**
 * Concatenates all chunks; rejects with RangeError above `max` bytes. Calls `onBytes` with the running total.
 */
export async function gather(
  pieces: AsyncIterable<Uint8Array>,
  max: number,
  onBytes?: (sum: number) => void,
): Promise<Buffer> {
  const gathered: Uint8Array[] = [];
  let sum = 0;
  for await (const piece of pieces) {
    sum += piece.length;
    if (sum > max) throw new RangeError(`a response of more than ${max} bytes`);
    gathered.push(piece);
    onBytes?.(sum);
  }
  return Buffer.concat(gathered, sum);
}
