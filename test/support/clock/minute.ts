const MINUTE_MS = 60_000;
/** More than a few requests take on a busy machine. */
const MIN_LEFT_MS = 10_000;

/** Waits for the next minute if this one is about to end: limits are counted by it, and begin anew with the next. */
export async function amidAMinute(): Promise<void> {
  const left = MINUTE_MS - (Date.now() % MINUTE_MS);
  if (left < MIN_LEFT_MS) await new Promise((passed) => setTimeout(passed, left + 10));
}
