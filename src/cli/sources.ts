import type { Command } from 'commander';
import { readManifest } from '../indexing/files.js';
import { describeSources } from '../operations/list-sources.js';
import { DATASETS } from '../sources/datasets.js';
import { SOURCES } from '../sources/index.js';
import { factsById } from '../wiring.js';
import { answer, type CliContext } from './context.js';
import { textTable } from './table.js';
import { type FolderOptions, withLook } from './with-store.js';

const DATA_SETS: ReadonlySet<string> = new Set(DATASETS.map(({ id }) => id));

export function sourcesCommand(program: Command, context: CliContext): void {
  program
    .command('sources')
    .description('what can be loaded, what is, and how its last run went')
    .action((options: FolderOptions) => sources(context, options));
}

async function sources(context: CliContext, options: FolderOptions): Promise<void> {
  const items = await withLook(context, options, ({ catalog }, folder) =>
    describeSources({ catalog, sources: factsById([...SOURCES, ...DATASETS]) }, readManifest(folder.index)),
  );
  const rows = items.map((item) => [
    item.id,
    item.recordClass ?? (DATA_SETS.has(item.id) ? 'data set' : 'filings'),
    item.live ? 'live' : '',
    item.records,
    item.publishedAt,
    item.fetchedAt?.slice(0, 16).replace('T', ' ') ?? null,
    item.indexedAt?.slice(0, 16).replace('T', ' ') ?? null,
    item.lastRun?.outcome ?? 'not loaded',
    item.coverage ?? '',
  ]);
  const header = [
    'source',
    'class',
    'portal',
    'records',
    'published',
    'fetched',
    'indexed',
    'last run',
    'coverage',
  ];
  answer(context, options, items, textTable(header, rows));
}
