import type { Command } from 'commander';
import { answer, type CliContext } from './context.js';
import { type FolderOptions, withStore } from './with-store.js';

export function migrateCommand(program: Command, context: CliContext): void {
  program
    .command('migrate')
    .description('bring the databases to the schema of this version')
    .action(async (options: FolderOptions) => {
      const folder = await withStore(context, options, async (_store, { path, kind }) => ({
        folder: path,
        kind,
      }));
      answer(context, options, folder, `${folder.folder} is up to date.`);
    });
}
