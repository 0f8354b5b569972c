import type { RunSummary } from '../../../store.js';

/** Ownership of runs. */
export interface RunLife {
  /** Name of this owner, for display. */
  readonly owner: string;
  isAlive(runId: number): boolean;
  /** Returns false if another owner has the run. */
  hold(runId: number): boolean;
}

export const ENDED_READING = 'The process ended before everything was read; nothing was changed.';
const ENDED_APPLYING =
  'The process ended before everything was applied; the next load or start of the service resumes.';

/** A run without an owner is shown with the state that the next command will give it. */
export function asItStands<Reported extends RunSummary>(
  run: Reported,
  life: Pick<RunLife, 'isAlive'>,
): Reported {
  const isOpen = run.outcome === 'running' || run.outcome === 'applying';
  if (!isOpen || life.isAlive(run.id)) return run;
  if (run.outcome === 'applying') return { ...run, error: ENDED_APPLYING };
  return { ...run, outcome: 'abandoned', error: ENDED_READING };
}
