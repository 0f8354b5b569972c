/** The reason of a signal whose work ended before what it had begun. */
export class WorkEndedError extends Error {
  override readonly name = 'WorkEndedError';
}

/**
 * Does the work with a signal that fires after the given milliseconds, or when `stop` does; each call of `restart` counts
 * them anew. It fires at the end of the work too: of several requests at once one may fail, and the others would have no
 * deadline. The timer holds the signal's controller: that of `AbortSignal.timeout` may be collected while a body is still
 * read, and the signal then never fires. `AbortSignal.any` would leave something at a `stop` that lives on.
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
    controller.abort(new WorkEndedError('The work ended before.'));
  }
}

/** Waits for the work, but not longer. False: it goes on by itself. */
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
 * The pieces of an answer's body. The signal is heard here, too: once `fetch` has resolved, Node holds the link between
 * the signal and the body only weakly, and a body that drips would be waited for without end.
 */
export async function* piecesOf({ body }: Response, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  if (body === null) return;
  const reader = body.getReader();
  const cancel = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', cancel, { once: true });
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value;
    // A reader that was cancelled says that the body is at its end.
    signal.throwIfAborted();
  } finally {
    signal.removeEventListener('abort', cancel);
    cancel();
  }
}
