import type { Command } from 'commander';
import { linkAnew, linkWhatIsNew } from '../../loading/update-links.js';
import { answer, type CliContext } from '../context.js';
import { asBuilderWithStore } from '../data/as-builder.js';
import { loadingOf } from '../data/loading.js';
import { textTable } from '../table.js';
import type { FolderOptions } from '../with-store.js';

interface ResolveOptions extends FolderOptions {
  readonly all?: true;
}

export function resolveCommand(program: Command, context: CliContext): void {
  program
    .command('resolve')
    .option(
      '--all',
      'link everything again, including records linked before, and rebuild the link candidates',
    )
    .action(async (options: ResolveOptions) => {
      const link = options.all ? linkAnew : linkWhatIsNew;
      const done = await asBuilderWithStore(context, options, (store, folder) =>
        link(loadingOf(context, store, folder)),
      );
      if (done.length === 0) return answer(context, options, done, 'Everything is already linked.');
      const rows = done.map(({ dataset, parties, judged }) => [dataset, parties, judged]);
      answer(context, options, done, textTable(['data set', 'parties', 'judged again'], rows));
    });
}
