import type { Command } from 'commander';
import { buildIndexes } from '../../indexing/build.js';
import { rollBackIndex } from '../../indexing/files/roll-back.js';
import { updateIndexes } from '../../indexing/update.js';
import { buildOptions } from '../../loading/build-options.js';
import { answer, type CliContext, CliError } from '../context.js';
import { counted } from '../report.js';
import { type FolderOptions, folderOf } from '../with-store.js';
import { asBuilderWithStore } from './as-builder.js';
import { loadingOf } from './loading.js';

export function indexCommand(program: Command, context: CliContext): void {
  program
    .command('index')
    .option('--changed', 'only index changes since the last build, if possible')
    .option('--roll-back', 'roll back to the previous build')
    .action(async (options: FolderOptions & { changed?: true; rollBack?: true }) => {
      if (options.rollBack) return await rollBack(context, options);
      if (options.changed) return await takeInChanges(context, options);
      const report = await asBuilderWithStore(context, options, (store, folder) =>
        buildIndexes(
          store.catalog,
          folder.index,
          context.now,
          buildOptions(loadingOf(context, store, folder)),
        ),
      );
      const { entityCount, filingCount } = report;
      const counts = `${counted(entityCount, 'entity', 'entities')} and ${counted(filingCount, 'filing')}`;
      answer(context, options, report, `Indexed ${counts}.`);
    });
}

async function takeInChanges(context: CliContext, options: FolderOptions): Promise<void> {
  const manifest = await asBuilderWithStore(context, options, (store, folder) =>
    updateIndexes(store.catalog, folder.index, context.now, buildOptions(loadingOf(context, store, folder))),
  );
  const said = manifest ? 'The indexes are up to date.' : 'The indexes were already up to date.';
  answer(context, options, manifest ?? null, said);
}

async function rollBack(context: CliContext, options: FolderOptions): Promise<void> {
  const manifest = await rollBackIndex(folderOf(context, options).index);
  if (!manifest) throw new CliError('There is no previous build.');
  const built = new Date(manifest.builtAt).toISOString();
  answer(context, options, manifest, `The index built at ${built} is current again.`);
}
