/**
 * Does the work with a signal that fires after the given milliseconds. The timer holds the signal's controller: that of
 * `AbortSignal.timeout` may be collected while a body is still read, and the signal then never fires.
 */
export async function withDeadline<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), ms);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
  }
}
