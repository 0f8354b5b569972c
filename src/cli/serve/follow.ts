import type { ClusterConfig, PublicationsPlace } from '../../config/cluster-config.js';
import type { Log } from '../../platform/log.js';
import { PublicationsOwner } from '../../serving/data/publications-owner.js';
import { openLedgerAndState } from '../../store/engine/engine.js';
import { claimFolder, confirmFolder, type DataFolder } from '../../store/folder/data-folder.js';
import type { DataVersion } from '../../store/store.js';
import { type CliContext, note } from '../context.js';

/** A node's folder and its first version. */
export interface Following {
  readonly folder: DataFolder;
  readonly served: DataVersion;
  readonly owner: PublicationsOwner;
  readonly place: PublicationsPlace;
}

/**
 * Prepares a folder for following publications, and waits for its first version. Throws `FolderError` if it
 * contains its own data.
 */
export async function follow(
  path: string,
  cluster: ClusterConfig,
  place: PublicationsPlace,
  context: CliContext,
  log: Log,
): Promise<Following> {
  const folder = claimFolder(path, 'replica');
  // Accounts and credits are in PostgreSQL, so these files are empty, and `migrate` is never run on a node.
  const exact = await openLedgerAndState(folder.path, {
    schema: folder.state === 'in use' ? 'migrate' : 'create',
  });
  await exact.close();
  let isServed = false;
  const onProblem = (problem: string) => {
    log.error(problem);
    // Until the service is ready, a person may be waiting at the terminal.
    if (!isServed) note(context, `${problem} Retrying.`);
  };
  const owner = new PublicationsOwner({ folder, cluster, place, onProblem });
  try {
    const served = await owner.first;
    isServed = true;
    confirmFolder(folder);
    return { folder, served, owner, place };
  } catch (error) {
    await owner.close();
    owner.release();
    throw error;
  }
}
