/** Abort reason of a signal whose work ended before the operations it started. */
export class WorkEndedError extends Error {
  override readonly name = 'WorkEndedError';
}

/**
 * Runs the work with a signal that fires after the given time, or when `stop` does; `restart` resets the
 * time. It also fires when the work ends, because one of several requests may fail while others run. The
 * timer keeps the signal's controller alive: that of `AbortSignal.timeout` may be collected while a body is
 * still being read, and then never fires. `AbortSignal.any` would leak on a long-lived `stop`.
 */
export async function withDeadline<T>(
  ms: number,
  work: (signal: AbortSignal, restart: () => void) => Promise<T>,
  stop?: AbortSignal,
): Promise<T> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, ms);
  stop?.addEventListener('abort', abort);
  if (stop?.aborted) abort();
  try {
    return await work(controller.signal, () => timer.refresh());
  } finally {
    clearTimeout(timer);
    stop?.removeEventListener('abort', abort);
    controller.abort(new WorkEndedError('The work had already ended.'));
  }
}

/** Waits for the work, but not longer than this. Returns false if it is still running. */
export async function endsWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Yields the chunks of a response body. Checks the signal too: after `fetch` resolves, Node only weakly
 * references the link between signal and body, so a dripping body would never time out.
 */
export async function* piecesOf({ body }: Response, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  if (body === null) return;
  const reader = body.getReader();
  const cancel = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', cancel, { once: true });
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value;
    // A cancelled reader reports the end of the body.
    signal.throwIfAborted();
  } finally {
    signal.removeEventListener('abort', cancel);
    cancel();
  }
}
