import { finishInterruptedRuns } from '../../ingest/run/roll-forward.js';
import type { DataFolder } from '../../store/folder/data-folder.js';
import type { Run } from '../../store/store.js';
import { answer, type CliContext, CliError, note } from '../context.js';
import { asBuilderOfData } from './as-builder.js';
import { type Beside, runBeside } from './beside.js';
import { loadingOf } from './loading.js';

interface Finished {
  /** The runs that hold all they loaded now. */
  readonly finished: readonly { readonly run: number; readonly source: string }[];
  /** A sentence for each that cannot be finished. */
  readonly unfinished: readonly string[];
}

/** `ingest --finish`: loads that were killed while they were applied, then the index and the links. */
export async function finishLoads(
  context: CliContext,
  options: { readonly json?: boolean; readonly index: boolean },
): Promise<void> {
  const unfinished: string[] = [];
  const finished = await asBuilderOfData(context, async (store, folder) => {
    const runs = await finishInterruptedRuns(store.catalog, context.now, {
      onUnfinished: (sentence) => unfinished.push(sentence),
    });
    if (options.index) {
      // `serve` imports this file, and indexes nothing.
      const { indexWhatIsNew } = await import('../../loading/update-index.js');
      await indexWhatIsNew(loadingOf(context, store, folder));
    }
    return runs.map(({ id, sourceId }) => ({ run: id, source: sourceId }));
  });
  const reported: Finished = { finished, unfinished };
  if (unfinished.length === 0 || options.json) answer(context, options, reported, describe(reported));
  if (unfinished.length > 0) throw new CliError(unfinished.join(' '));
}

/** Another process finishes the loads, so that the service can answer at the same time; nothing if there are none. */
export function finishLoadsBeside(
  interrupted: readonly Run[],
  folder: DataFolder,
  context: CliContext,
): Beside | undefined {
  if (interrupted.length === 0) return undefined;
  const names = interrupted.map(({ id, sourceId }) => `${sourceId} (run ${id})`).join(', ');
  note(
    context,
    `A load was stopped while it was being applied: ${names}. It is being finished in the background; until then, some of its records are new and others are old.`,
  );
  return runBeside(['ingest', '--finish'], folder, context, {
    failed: 'The load could not be finished in the background. Run: dossier ingest --finish',
    done: (reported) => {
      for (const sentence of (reported as Finished).unfinished) note(context, sentence);
      if ((reported as Finished).finished.length > 0) note(context, describe(reported as Finished));
    },
  });
}

function describe({ finished }: Finished): string {
  if (finished.length === 0) return 'There are no loads to finish.';
  return `Finished: ${finished.map(({ run, source }) => `${source} (run ${run})`).join(', ')}.`;
}
