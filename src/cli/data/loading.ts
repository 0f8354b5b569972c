import { progressView } from '../../ingest/run/progress.js';
import type { Loading, LoadingReport } from '../../loading/loading.js';
import type { DataFolder } from '../../store/folder/data-folder.js';
import type { Store } from '../../store/store.js';
import { type CliContext, configOf, note } from '../context.js';

/** The command's settings, clock and store for the work on its data; progress goes to standard error. */
export function loadingOf(context: CliContext, store: Store, folder: DataFolder): Loading {
  return { ...preparationOf(context, folder), store };
}

/** As `loadingOf`, where the store is not open yet. */
export function preparationOf(context: CliContext, folder: DataFolder): Omit<Loading, 'store'> {
  const { now, originOf } = context;
  return {
    config: configOf(context),
    folder,
    now,
    report: reportTo(context),
    ...(originOf && { originOf }),
  };
}

function reportTo(context: CliContext): LoadingReport {
  return {
    note: (text) => note(context, text),
    progress: (title) => progressView({ stream: context.stderr, title, clock: context.now }),
  };
}
