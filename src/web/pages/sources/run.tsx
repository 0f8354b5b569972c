import type { SourceItem } from '../../../contract/service/source.js';
import { counted, number } from '../../parts/numbers.js';
import { stateName } from '../../parts/states.js';

type SourceRun = NonNullable<SourceItem['lastRun']>;

/** The records' state. A data set names none: it is its publisher's, as the id has it (`us_co_ucc`). */
export function placeOf({ id, state, jurisdictionLevel }: SourceItem): string {
  if (state !== null) return stateName(state);
  return jurisdictionLevel === 'federal' ? 'United States' : stateName(id.slice(3, 5).toUpperCase());
}

/** The end of a load in words. */
export function stateOf(run: SourceRun | null): string {
  if (run === null) return 'none yet';
  if (run.outcome === 'failed') return `failed: ${run.error ?? 'reason unknown'}`;
  if (run.outcome === 'abandoned') return 'given up';
  if (run.outcome === 'done')
    return run.warnings === 0 ? 'finished' : `finished with ${counted(run.warnings, 'warning')}`;
  return progressOf(run);
}

/** How far a running load is. */
export function progressOf({ outcome, rows, bytes, totalBytes }: SourceRun): string {
  if (outcome === 'applying') return `${counted(rows, 'row')} read; applying`;
  if (totalBytes === null || totalBytes === 0) return `${counted(rows, 'row')} read`;
  return `${counted(rows, 'row')} read, ${number(Math.floor((100 * bytes) / totalBytes))} % of the files`;
}

/** The client script updates it; without script, it shows the state at request time. */
export function Progress({ source: { id, lastRun } }: { readonly source: SourceItem }) {
  return (
    <span data-live={`/sources/${id}/progress`} role="status">
      <span data-text="progress">{stateOf(lastRun)}</span>
    </span>
  );
}
