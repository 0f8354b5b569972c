import {
  type Catalog,
  type Run,
  type RunEnd,
  RunInProgressError,
  StageMissingError,
} from '../store/store.js';

/**
 * Finishes what a kill interrupted, before anything else is done with the catalog: sealed runs roll forward,
 * unsealed ones are abandoned. A run that another process is finishing is left to it. Returns the runs finished.
 */
export async function finishInterruptedRuns(
  catalog: Catalog,
  clock: () => number,
  onProgress: (run: Run, applied: number, total: number) => void = () => {},
): Promise<Run[]> {
  const finished: Run[] = [];
  for (const run of await catalog.interruptedRuns()) {
    if (await finishRun(catalog, run, clock, onProgress)) finished.push(run);
  }
  return finished;
}

async function finishRun(
  catalog: Catalog,
  run: Run,
  clock: () => number,
  onProgress: (run: Run, applied: number, total: number) => void,
): Promise<boolean> {
  try {
    const stage = await catalog.resumeStage(run.id);
    const { gone } = await stage.apply((applied) => onProgress(run, applied, stage.total));
    await catalog.finishRun(run.id, { ...endOf(run, clock()), gone });
    return true;
  } catch (error) {
    if (error instanceof RunInProgressError) return false;
    if (!(error instanceof StageMissingError)) throw error;
    await catalog.finishRun(run.id, { ...endOf(run, clock()), outcome: 'failed', error: error.message });
    return false;
  }
}

function endOf(run: Run, finishedAt: number): RunEnd {
  return { ...run, outcome: 'done', finishedAt, warnings: run.warningList };
}
