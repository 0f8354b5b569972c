import type { Command } from 'commander';
import { canonicalEntityId } from '../domain/ids.js';
import { LINKED_DATASETS } from '../indexing/relink/link-datasets.js';
import type { Correction } from '../store/store.js';
import { answer, type CliContext, CliError } from './context.js';
import { type FolderOptions, withStore } from './with-store.js';

type Options = FolderOptions & { readonly note?: string };

/** Corrections: what a person knows outweighs the model, now and after every reload. */
export function linkCommands(program: Command, context: CliContext): void {
  const link = program.command('link').description('correct links by hand');
  for (const [name, verdict, what] of VERDICTS) {
    link
      .command(`${name} <entity> <dataset> <party>`)
      .description(what)
      .option('--note <text>', 'why, for whoever looks later')
      .action((entity: string, dataset: string, party: string, options: Options) =>
        correct(context, { entity, dataset, party, verdict }, options),
      );
  }
}

const VERDICTS = [
  ['confirm', 'confirmed', 'the party of the data set is the entity'],
  ['deny', 'denied', 'the party of the data set is not the entity'],
] as const;

async function correct(
  context: CliContext,
  given: Pick<Correction, 'entity' | 'dataset' | 'party' | 'verdict'>,
  options: Options,
): Promise<void> {
  const { dataset, party, verdict } = given;
  const known = LINKED_DATASETS.map(({ id }) => id);
  if (!known.includes(dataset)) {
    throw new CliError(`There is no linked data set ${dataset}; there are ${known.join(', ')}.`);
  }
  const entity = canonicalEntityId(given.entity);
  await withStore(context, options, async ({ catalog, links }) => {
    if (entity === undefined || (await catalog.getEntity(entity)) === undefined) {
      throw new CliError(`No loaded source holds ${given.entity}.`);
    }
    const correction = { ...given, entity, note: options.note ?? '', at: context.now() };
    await links.correct(correction);
    answer(context, options, correction, `${entity} and ${party} of ${dataset}: ${verdict}.`);
  });
}
