import type { ClusterConfig, PublicationsPlace } from '../../config/cluster-config.js';
import { updateIndexes } from '../../indexing/update.js';
import { buildOptions } from '../../loading/build-options.js';
import { Builder } from '../../publishing/build/builder.js';
import { keepInThread } from '../../publishing/build/lease-keeper.js';
import { openObjects } from '../../publishing/objects/open-objects.js';
import type { Publication } from '../../publishing/publication.js';
import { openCluster } from '../../store/engine/engine.js';
import type { DataFolder } from '../../store/folder/data-folder.js';
import type { Store } from '../../store/store.js';
import { type CliContext, note } from '../context.js';
import type { BuilderOptions } from './builder-options.js';
import { loadingOf } from './loading.js';

/** The builder of a folder, and the function that ends its connections. Waits for the lease. */
export async function openBuilder(
  context: CliContext,
  folder: DataFolder,
  { postgres, publications, node }: ClusterConfig,
  { replace = false, over = false }: BuilderOptions,
): Promise<[Builder, () => Promise<void>]> {
  const objects = openObjects(publications as PublicationsPlace);
  const cluster = await openCluster<Publication>(postgres, { schema: 'current' });
  try {
    const reported = (text: string) => note(context, text);
    const keepLease = keepInThread(postgres);
    const builder = await Builder.open({
      cluster,
      objects,
      folder,
      node,
      note: reported,
      keepLease,
      replace,
      over,
    });
    return [builder, () => cluster.close()];
  } catch (error) {
    await cluster.close();
    throw error;
  }
}

/** Publishes, and removes what no node needs any more. */
export async function publishAndSweep(
  builder: Builder,
  context: CliContext,
  folder: DataFolder,
  { whole = false }: BuilderOptions,
): Promise<void> {
  const bringIndexUp = async (store: Store) => {
    await updateIndexes(
      store.catalog,
      folder.index,
      context.now,
      buildOptions(loadingOf(context, store, folder)),
    );
  };
  await builder.publish({ bringIndexUp, whole });
  await builder.repair({ bringIndexUp });
}
