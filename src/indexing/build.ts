import { join } from 'node:path';
import { buildIndex } from '../search/index.js';
import type { IndexInput } from '../search/types.js';
import type { Catalog } from '../store/store.js';
import { entityIndexInput } from './entity-index.js';
import { type IndexManifest, prepareFolder, publishManifest, writeDurably } from './files.js';
import { filingIndexInput } from './filing-index.js';

export interface BuildReport extends IndexManifest {
  readonly entityCount: number;
  readonly filingCount: number;
}

/** Builds both search indexes from the store and makes them current. Servers pick them up within a second. */
export async function buildIndexes(
  catalog: Catalog,
  folder: string,
  now: () => number,
): Promise<BuildReport> {
  prepareFolder(folder);
  const contentVersion = await catalog.contentVersion();
  const builtAt = now();
  const name = (kind: string) => `${String(builtAt).padStart(15, '0')}-${kind}.idx`;
  const entityCount = writeIndex(join(folder, name('entities')), await entityIndexInput(catalog));
  const filingCount = writeIndex(join(folder, name('filings')), await filingIndexInput(catalog));
  const manifest = { entities: name('entities'), filings: name('filings'), contentVersion, builtAt };
  publishManifest(folder, manifest);
  return { ...manifest, entityCount, filingCount };
}

function writeIndex(path: string, input: IndexInput): number {
  writeDurably(path, buildIndex(input));
  return input.documentKeys.length;
}
