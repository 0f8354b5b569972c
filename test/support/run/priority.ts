import { getPriority, setPriority } from 'node:os';

/**
 * Just above the priority to which loads lower themselves (10). If tests ran at 0, each load would wait for the tests beside it,
 * which have nine times its share: the tests of loads and kills took ten times as long.
 */
const PRIORITY = 9;

export function setup(): void {
  try {
    setPriority(Math.max(getPriority(), PRIORITY));
  } catch {
    // Some systems do not let a process choose.
  }
}
