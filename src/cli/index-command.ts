import type { Command } from 'commander';
import { buildIndexes } from '../indexing/build.js';
import { answer, type CliContext } from './context.js';
import { type FolderOptions, withStore } from './with-store.js';

export function indexCommand(program: Command, context: CliContext): void {
  program
    .command('index')
    .description('build the search indexes anew; a running server takes them up within a second')
    .action(async (options: FolderOptions) => {
      const report = await withStore(context, options, ({ catalog }, folder) =>
        buildIndexes(catalog, folder.index, context.now),
      );
      const { entityCount, filingCount } = report;
      const counts = `${entityCount.toLocaleString('en-US')} entities and ${filingCount.toLocaleString('en-US')} filings`;
      answer(context, options, report, `Indexed ${counts}.`);
    });
}
