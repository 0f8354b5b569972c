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

/** Makes a folder ready to follow, and waits for its first version. Throws `FolderError` if it holds data of its own. */
export async function follow(
  path: string,
  cluster: ClusterConfig,
  place: PublicationsPlace,
  context: CliContext,
  log: Log,
): Promise<Following> {
  const folder = claimFolder(path, 'replica');
  // Accounts and credits are in PostgreSQL: these files are empty, and nobody runs `migrate` on a node.
  const exact = await openLedgerAndState(folder.path, {
    schema: folder.state === 'in use' ? 'migrate' : 'create',
  });
  await exact.close();
  let isServed = false;
  const onProblem = (problem: string) => {
    log.error(problem);
    // Until it serves, somebody waits before a terminal.
    if (!isServed) note(context, `${problem} Trying again.`);
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
