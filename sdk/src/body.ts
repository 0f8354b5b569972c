/**
 * The pieces of an answer's body. Throws the reason of the signal when it is aborted. The signal is heard here: runtimes hold the link
 * between a signal and a body weakly, and after a collection of garbage a body that drips would be waited for without end.
 */
export async function* piecesOf(
  { body }: Response,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  if (body === null) return;
  const reader = body.getReader();
  const cancel = () => void reader.cancel().catch(() => undefined);
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    signal?.throwIfAborted();
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value;
    // A reader that was cancelled says that the body is at its end.
    signal?.throwIfAborted();
  } finally {
    signal?.removeEventListener('abort', cancel);
    cancel();
  }
}
