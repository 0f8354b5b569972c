import { join } from 'node:path';
import {
  buildDelta,
  type DeltaInput,
  type IndexInput,
  type MainIndex,
  openMainIndex,
} from '../../search/index.js';
import type { Catalog, ContentChanges } from '../../store/store.js';
import { EntityCollector, RANK } from '../entities/entity-collector.js';
import { listedNames } from '../entities/listed-names.js';
import { type DeltaManifest, type IndexManifest, indexName, writeDurably } from '../files/files.js';
import { readIndex } from '../files/read-index.js';
import { filingDelta } from './filing-delta.js';
import { pagesOf } from './pages.js';

/** Writes the files of all changes since a build next to the files of the build. */
export async function writeDelta(
  catalog: Catalog,
  folder: string,
  build: Pick<IndexManifest, 'entities' | 'filings' | 'contentVersion' | 'run' | 'builtAt'>,
  changes: ContentChanges,
  now: number,
): Promise<DeltaManifest> {
  const write = async (kind: 'entities' | 'filings', touched: number, made: MadeDelta) => {
    if (touched === 0) return {};
    const main = openMainIndex(await readIndex(join(folder, build[kind])), { verified: true });
    const name = indexName(now, `${kind}-delta`);
    writeDurably(join(folder, name), buildDelta(main, await made(main)));
    return { [kind]: name };
  };
  const { accessions, entities, filers } = changes;
  return {
    ...(await write('entities', entities.length, (main) => entityDelta(catalog, entities, main))),
    ...(await write('filings', accessions.length, (main) => filingDelta(catalog, accessions, main))),
    since: {
      contentVersion: build.contentVersion,
      builtAt: build.builtAt,
      ...(build.run !== undefined && { run: build.run }),
    },
    touched: accessions.length + entities.length,
    filers,
  };
}

type MadeDelta = (main: MainIndex) => Promise<DeltaInput>;

/** Returns the entities that changed since an index was built. */
async function entityDelta(
  catalog: Catalog,
  numbers: readonly number[],
  main: MainIndex,
): Promise<DeltaInput> {
  const entities = new EntityCollector(await listedNames(catalog.filings));
  for (const page of pagesOf(numbers)) {
    for (const { number, facets } of await catalog.entities.getFacets(page)) entities.add(number, facets);
  }
  const index = entities.input();
  return { index, touched: new Set(numbers.map(BigInt)), isBefore: orderOf(main, index) };
}

/** By class, then by the bytes of the name, then by number, as `EntityCollector` ranks them. */
function orderOf(main: MainIndex, index: IndexInput): DeltaInput['isBefore'] {
  const ownNames = ownNamesOf(index);
  const ranks = index.columns.find(({ name }) => name === RANK)?.values ?? new Int32Array(0);
  return (one, other) => {
    const difference = (main.valueOf(RANK, one) ?? 0) - (ranks[other] ?? 0);
    if (difference !== 0) return difference < 0;
    const order = Buffer.compare(Buffer.from(main.ownName('name', one) ?? ''), ownNames[other] ?? NO_NAME);
    return order === 0 ? main.keyOf(one) < (index.documentKeys[other] ?? 0n) : order < 0;
  };
}

const NO_NAME = Buffer.alloc(0);

/** Returns the own name of each document: the entries of the names start with one per document, in order. */
function ownNamesOf({ lexicons, documentKeys }: IndexInput): Buffer[] {
  const names: Buffer[] = [];
  const entries = lexicons.find(({ name }) => name === 'name')?.entries() ?? [];
  for (const [text] of entries) {
    if (names.length === documentKeys.length) break;
    names.push(Buffer.from(text));
  }
  return names;
}
