import type { Outcome } from '../../loading/load-all.js';
import { dueIn, untilNextLook } from '../../loading/load-due.js';
import type { DataFolder } from '../../store/folder/data-folder.js';
import type { Store } from '../../store/store.js';
import { type CliContext, note } from '../context.js';
import { runBeside } from '../data/beside.js';
import { describeOutcomes } from '../data/ingest-all.js';

const FAILED = 'Due sources could not be loaded in the background. Run: dossier schedule --once';

/**
 * Loads what is due in another process, again and again until `stop` aborts; that process is ended then. It has a lower
 * priority and ends with its loads, so that one whose service was killed does not stay.
 */
export async function loadDueBeside(
  store: Pick<Store, 'catalog'>,
  folder: DataFolder,
  context: CliContext,
  stop: AbortSignal,
): Promise<void> {
  while (!stop.aborted) {
    const { due, nextAt } = await look(store, context);
    if (due.length > 0 && !stop.aborted) {
      note(context, `Loading due sources in the background: ${due.map(({ id }) => id).join(', ')}.`);
      await loadBeside(folder, context, stop);
    }
    await untilNextLook(nextAt, context.now(), stop);
  }
}

/** A disk error may be temporary, so the service continues and checks again. */
async function look(store: Pick<Store, 'catalog'>, context: CliContext) {
  try {
    return await dueIn(store, context.now());
  } catch (error) {
    note(context, `Due sources could not be determined: ${error instanceof Error ? error.message : error}`);
    return { due: [], nextAt: null };
  }
}

async function loadBeside(folder: DataFolder, context: CliContext, stop: AbortSignal): Promise<void> {
  const beside = runBeside(['schedule', '--once'], folder, context, {
    failed: FAILED,
    done: (outcomes) => {
      const reported = describeOutcomes(outcomes as readonly Outcome[]);
      if (reported !== '') note(context, reported);
    },
  });
  const end = () => void beside.stop();
  stop.addEventListener('abort', end, { once: true });
  await beside.ended;
  stop.removeEventListener('abort', end);
}
