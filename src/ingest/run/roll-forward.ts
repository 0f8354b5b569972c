import { sentence } from '../../domain/sentence.js';
import {
  type Catalog,
  type Run,
  type RunEnd,
  RunInProgressError,
  StageMissingError,
} from '../../store/store.js';

interface RollForward {
  readonly onProgress?: (run: Run, applied: number, total: number) => void;
  /** Called with one sentence if a run cannot be finished; if omitted, the error is thrown. */
  readonly onUnfinished?: (sentence: string) => void;
}

/**
 * Finishes runs that a kill interrupted, before anything else uses the catalog: sealed runs are applied, unsealed ones are
 * abandoned. Skips a run that another process is finishing; a run whose stage is lost fails. Returns the finished runs.
 */
export async function finishInterruptedRuns(
  catalog: Catalog,
  clock: () => number,
  rollForward: RollForward = {},
): Promise<Run[]> {
  const finished: Run[] = [];
  for (const run of await catalog.loads.listInterrupted()) {
    if (await finishRun(catalog, run, clock, rollForward)) finished.push(run);
  }
  return finished;
}

/**
 * Marks an unfinished run as failed; the part that was applied remains until its source is loaded again. Returns the run, or
 * `undefined` if no run with this number is unfinished.
 */
export async function giveUpRun(
  catalog: Catalog,
  runId: number,
  clock: () => number,
): Promise<Run | undefined> {
  const run = (await catalog.loads.listInterrupted()).find(({ id }) => id === runId);
  if (run)
    await fail(
      catalog,
      run,
      clock,
      'The run was abandoned before all changes were applied; load the source again.',
    );
  return run;
}

async function finishRun(
  catalog: Catalog,
  run: Run,
  clock: () => number,
  { onProgress = () => undefined, onUnfinished }: RollForward,
): Promise<boolean> {
  try {
    const stage = await catalog.loads.resume(run.id);
    const { gone } = await stage.apply((applied) => onProgress(run, applied, stage.total));
    await catalog.loads.finish(run.id, { ...endOf(run, clock()), gone });
    return true;
  } catch (error) {
    if (error instanceof RunInProgressError) return false;
    if (error instanceof StageMissingError) {
      await fail(catalog, run, clock, error.message);
      onUnfinished?.(
        `The load of ${run.sourceId} (run ${run.id}) was applied only in part, and the rest is lost. Run: dossier ingest ${run.sourceId}`,
      );
      return false;
    }
    if (!onUnfinished) throw error;
    onUnfinished(sentenceOn(run, error));
    return false;
  }
}

function sentenceOn({ id, sourceId }: Run, error: unknown): string {
  return `The load of ${sourceId} (run ${id}) was applied only in part and cannot be finished now: ${sentence(error)} The next start or load tries again. To give up, run: dossier ingest --give-up ${id}, then load ${sourceId} again.`;
}

async function fail(catalog: Catalog, run: Run, clock: () => number, error: string): Promise<void> {
  await catalog.loads.finish(run.id, { ...endOf(run, clock()), outcome: 'failed', error });
}

function endOf(run: Run, finishedAt: number): RunEnd {
  return { ...run, outcome: 'done', finishedAt, warnings: run.warningList };
}
