/** All pieces as one; rejects with RangeError where they are more than `max` bytes. `onBytes` is told the sum so far. */
export async function gather(
  pieces: AsyncIterable<Uint8Array>,
  max: number,
  onBytes?: (sum: number) => void,
): Promise<Buffer> {
  const gathered: Uint8Array[] = [];
  let sum = 0;
  for await (const piece of pieces) {
    sum += piece.length;
    if (sum > max) throw new RangeError(`an answer of more than ${max} bytes`);
    gathered.push(piece);
    onBytes?.(sum);
  }
  return Buffer.concat(gathered, sum);
}
