/** How much of its full number of runs a property test does: 1 is all of them. */
const EFFORT = Number(process.env.DOSSIER_TEST_EFFORT ?? 0.1);

/**
 * The number of runs of a property test, or of rows or processes that a test takes: `full` at full effort, at least
 * `min` (or `full`, if that is fewer).
 */
export function budget(full: number, min = 10): number {
  return Math.max(Math.min(full, min), Math.ceil(full * EFFORT));
}
