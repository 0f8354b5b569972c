import type { Command } from 'commander';
import { canonicalEntityId } from '../../domain/ids.js';
import { SEC_FILERS } from '../../domain/sec/sec.js';
import { LINKED_DATASETS } from '../../linking/decisions/link-datasets.js';
import { takeInCorrection } from '../../loading/update-links.js';
import type { Catalog, Correction } from '../../store/store.js';
import { answer, type CliContext, CliError } from '../context.js';
import { asBuilderWithStore } from '../data/as-builder.js';
import { loadingOf } from '../data/loading.js';
import { textTable } from '../table.js';
import { type FolderOptions, withLook } from '../with-store.js';

type Options = FolderOptions & { readonly note?: string };

/** Corrections: a person's decision overrides the model, now and after every reload. */
export function linkCommands(program: Command, context: CliContext): void {
  const link = program.command('link');
  for (const [name, verdict, what] of VERDICTS) {
    link
      .command(`${name} <entity> <dataset> <party>`)
      .description(what)
      .option('--note <text>', 'reason for the correction')
      .action((entity: string, dataset: string, party: string, options: Options) =>
        correct(context, { entity, dataset, party, verdict }, options),
      );
  }
  link
    .command('list')
    .description('all corrections')
    .action((options: Options) => list(context, options));
  link
    .command('undo <entity> <dataset> <party>')
    .description('undo a correction; the model decides again')
    .action((entity: string, dataset: string, party: string, options: Options) =>
      undo(context, { entity, dataset, party }, options),
    );
}

const VERDICTS = [
  ['confirm', 'confirmed', 'record that the party of a data set is the entity'],
  ['deny', 'denied', 'record that the party of a data set is not the entity'],
] as const;

async function correct(
  context: CliContext,
  given: Pick<Correction, 'entity' | 'dataset' | 'party' | 'verdict'>,
  options: Options,
): Promise<void> {
  const { dataset, party, verdict } = given;
  const known = LINKED_DATASETS.map(({ id }) => id);
  if (!known.includes(dataset)) {
    throw new CliError(`There is no linked data set ${dataset}. Data sets: ${known.join(', ')}.`);
  }
  const entity = canonicalEntityId(given.entity);
  await asBuilderWithStore(context, options, async (store, folder) => {
    const { catalog, links } = store;
    if (entity === undefined || (await catalog.entities.get(entity)) === undefined) {
      throw new CliError(`No loaded source contains ${given.entity}.`);
    }
    if (!(await isParty(catalog, dataset, party))) {
      throw new CliError(
        `${dataset} has no party ${party}; dossier explain ${entity} lists the parties similar to it.`,
      );
    }
    const correction = { ...given, entity, note: options.note ?? '', at: context.now() };
    await links.correct(correction);
    await takeInCorrection(loadingOf(context, store, folder));
    answer(context, options, correction, `${entity} and ${party} of ${dataset}: ${verdict}.`);
  });
}

async function isParty(catalog: Catalog, dataset: string, party: string): Promise<boolean> {
  if (dataset === SEC_FILERS)
    return (await catalog.filings.getFilers([Number(party.replace(/^cik:/, ''))])).length > 0;
  return (await catalog.datasets.getPartyRecords(dataset, [party], 1)).totalCount > 0;
}

async function list(context: CliContext, options: Options): Promise<void> {
  const corrections = await withLook(context, options, ({ links }) => links.corrections());
  const rows = corrections.map(({ entity, dataset, party, verdict, note, at }) => [
    entity,
    dataset,
    party,
    verdict,
    new Date(at).toISOString().slice(0, 10),
    note,
  ]);
  answer(
    context,
    options,
    corrections,
    textTable(['entity', 'dataset', 'party', 'verdict', 'made', 'note'], rows),
  );
}

async function undo(
  context: CliContext,
  given: Pick<Correction, 'entity' | 'dataset' | 'party'>,
  options: Options,
): Promise<void> {
  const correction = { ...given, entity: canonicalEntityId(given.entity) ?? given.entity };
  const { entity, dataset, party } = correction;
  const isUndone = await asBuilderWithStore(context, options, async (store, folder) => {
    const wasCorrected = await store.links.uncorrect(correction);
    if (wasCorrected) await takeInCorrection(loadingOf(context, store, folder));
    return wasCorrected;
  });
  if (!isUndone) throw new CliError(`There is no correction of ${entity} and ${party} of ${dataset}.`);
  answer(context, options, correction, `${entity} and ${party} of ${dataset}: the model decides again.`);
}
