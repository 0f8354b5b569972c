import type { Command } from 'commander';
import { linkWhatIsNew } from '../loading/update-links.js';
import { answer, type CliContext } from './context.js';
import { loadingOf } from './loading.js';
import { textTable } from './table.js';
import { type FolderOptions, withStore } from './with-store.js';

export function resolveCommand(program: Command, context: CliContext): void {
  program
    .command('resolve')
    .description(
      'link the records of all data sets to entities; goes on after the place at which a run before it ended',
    )
    .action(async (options: FolderOptions) => {
      const done = await withStore(context, options, (store, folder) =>
        linkWhatIsNew(loadingOf(context, store, folder)),
      );
      if (done.length === 0) return answer(context, options, done, 'Everything loaded is linked already.');
      const rows = done.map(({ dataset, parties, judged }) => [dataset, parties, judged]);
      answer(context, options, done, textTable(['data set', 'parties', 'judged anew'], rows));
    });
}
