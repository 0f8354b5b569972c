import type { Command } from 'commander';
import type { SourceItem } from '../../contract/service/source.js';
import { readManifest } from '../../indexing/files/files.js';
import { describeSources } from '../../operations/list-sources/index.js';
import { DATASETS } from '../../sources/datasets.js';
import { factsById } from '../../sources/facts.js';
import { SOURCES } from '../../sources/index.js';
import { answer, type CliContext } from '../context.js';
import { textTable } from '../table.js';
import { type FolderOptions, withLook } from '../with-store.js';
import { findById } from './find-source.js';

const DATA_SETS: ReadonlySet<string> = new Set(DATASETS.map(({ id }) => id));

export function sourcesCommand(program: Command, context: CliContext): void {
  program
    .command('sources [id]')
    .action((id: string | undefined, options: FolderOptions) => sources(context, id, options));
}

async function sources(context: CliContext, id: string | undefined, options: FolderOptions): Promise<void> {
  const items = await withLook(context, options, ({ catalog }, folder) =>
    describeSources({ catalog, sources: factsById([...SOURCES, ...DATASETS]) }, readManifest(folder.index)),
  );
  if (id !== undefined) {
    const item = findById(items, id);
    return answer(context, options, item, describeSource(item));
  }
  const rows = items.map((item) => [
    item.id,
    item.records,
    item.publishedAt,
    item.fetchedAt?.slice(0, 10) ?? null,
    item.lastRun?.outcome ?? 'not loaded',
  ]);
  const header = ['source', 'records', 'published', 'fetched', 'last run'];
  answer(context, options, items, textTable(header, rows));
}

/** All that is known of one source, a line each. */
function describeSource(item: SourceItem): string {
  const { lastRun } = item;
  const lines: readonly (readonly [string, string | null])[] = [
    ['source', item.id],
    ['title', item.title],
    ['class', String(item.recordClass ?? (DATA_SETS.has(item.id) ? 'data set' : 'filings'))],
    ['agency', item.sourceAgency],
    ['coverage', item.coverage],
    ['portal', item.live ? 'can be read live' : null],
    ['records', item.records.toLocaleString('en-US')],
    ['published', item.publishedAt],
    ['fetched', item.fetchedAt],
    ['indexed', item.indexedAt],
    ['last run', String(lastRun?.outcome ?? 'not loaded')],
    ['error', lastRun?.error ?? null],
  ];
  return lines
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name.padEnd(10)}${value}`)
    .join('\n');
}
