import type { Command } from 'commander';
import type { ClusterConfig } from '../../config/cluster-config.js';
import { inspectStoreFiles, openCluster, openStore } from '../../store/engine/engine.js';
import type { DataFolder } from '../../store/folder/data-folder.js';
import {
  missingDatabases,
  refuseInUse,
  refuseMissing,
  removeLogsOf,
} from '../../store/folder/open-folder.js';
import { SchemaMismatchError } from '../../store/store.js';
import { answer, type CliContext, configOf } from '../context.js';
import { type FolderOptions, folderOf } from '../with-store.js';
import { asBuilder } from './as-builder.js';
import { explained } from './explained.js';

interface MigrateOptions extends FolderOptions {
  readonly makeMissing?: true;
}

export function migrateCommand(program: Command, context: CliContext): void {
  program
    .command('migrate')
    .option('--make-missing', 'create an empty database in place of one that is lost')
    .action((options: MigrateOptions) => migrate(context, options));
}

async function migrate(context: CliContext, options: MigrateOptions): Promise<void> {
  const folder = folderOf(context, options);
  const { cluster } = configOf(context);
  if (cluster && folder.kind === 'data') await migrateCluster(cluster);
  const done = await asBuilder(context, folder, () => migrateFolder(folder, options));
  answer(context, options, done, describe(done, folder));
}

/** Accounts, credits and the register, which all machines of the cluster share. */
async function migrateCluster({ postgres }: ClusterConfig): Promise<void> {
  await explained(async () => {
    await (await openCluster(postgres, { schema: 'migrate' })).close();
  });
}

async function migrateFolder(folder: DataFolder, options: MigrateOptions) {
  const made = missingDatabases(folder);
  if (!options.makeMissing) refuseMissing(folder);
  const migrated = olderDatabases(folder);
  if (migrated.length + made.length > 0) refuseInUse(folder);
  removeLogsOf(folder, made);
  await (await openStore(folder.path, { schema: 'migrate' })).close();
  return { folder: folder.path, kind: folder.kind, migrated, made };
}

/** Throws before anything is changed if one of them is newer. */
function olderDatabases(folder: DataFolder): readonly string[] {
  const files = inspectStoreFiles(folder.path);
  const newer = files.find(({ state }) => state === 'newer');
  if (newer) {
    throw new SchemaMismatchError(
      `${newer.name} in ${folder.path} was written by a newer version. Use that version or a newer one.`,
    );
  }
  return files.filter(({ state }) => state === 'older').map(({ name }) => name);
}

function describe(
  done: { migrated: readonly string[]; made: readonly string[] },
  folder: DataFolder,
): string {
  const { migrated, made } = done;
  const lines = [
    ...(made.length > 0 ? [`Created empty: ${made.join(', ')}.`] : []),
    ...(migrated.length > 0 ? [`Migrated: ${migrated.join(', ')}.`] : []),
  ];
  return [...lines, `${folder.path} has the current schema.`].join('\n');
}
