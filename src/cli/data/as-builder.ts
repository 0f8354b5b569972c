import { claimFolder, type DataFolder } from '../../store/folder/data-folder.js';
import type { Store } from '../../store/store.js';
import { type CliContext, CliError, configOf, note } from '../context.js';
import { type FolderOptions, folderOf, withFolder } from '../with-store.js';
import type { BuilderOptions } from './builder-options.js';
import { explained } from './explained.js';

/** Publishes the present data of the folder. Does nothing if this machine does not publish, or if nothing changed. */
export type Publish = () => Promise<void>;

/**
 * Runs work that writes a folder's data. On a machine with `DOSSIER_PUBLICATIONS` it takes the builder lease,
 * starts from the last publication, and publishes at the end even if the work failed, so that clients see the
 * failed run.
 */
export async function asBuilder<Value>(
  context: CliContext,
  folder: DataFolder,
  work: (publish: Publish) => Promise<Value>,
  options: BuilderOptions = {},
): Promise<Value> {
  const { cluster } = configOf(context);
  if (!cluster?.publications || folder.kind === 'sample') return await work(async () => undefined);
  if (folder.kind === 'replica')
    throw new CliError(
      `${folder.path} follows the data that another machine publishes. Run this command on the builder.`,
    );
  return await explained(async () => {
    // Loaded only where a cluster is set up.
    const { openBuilder, publishAndSweep } = await import('./open-builder.js');
    const [builder, close] = await openBuilder(context, folder, cluster, options);
    const publish = () => publishAndSweep(builder, context, folder, options);
    try {
      const done = await publishingFailures(work(publish), publish, context);
      await publish();
      return done;
    } finally {
      await builder.close();
      await close();
    }
  });
}

/** As `withFolder` over the operator's own folder, as the builder. */
export async function asBuilderOfData<Value>(
  context: CliContext,
  work: (store: Store, folder: DataFolder) => Promise<Value>,
): Promise<Value> {
  const folder = claimFolder(configOf(context).dataFolder, 'data');
  return await asBuilder(context, folder, () => withFolder(folder, work));
}

/** As `withStore`, as the builder. */
export async function asBuilderWithStore<Value>(
  context: CliContext,
  options: FolderOptions,
  work: (store: Store, folder: DataFolder) => Promise<Value>,
): Promise<Value> {
  const folder = folderOf(context, options);
  return await asBuilder(context, folder, () => withFolder(folder, work));
}

/** If both fail, the failure of the work is reported. */
async function publishingFailures<Value>(
  work: Promise<Value>,
  publish: Publish,
  context: CliContext,
): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    await publish().catch((failure: Error) => note(context, failure.message));
    throw error;
  }
}
