import { join } from 'node:path';
import { buildDelta, type DeltaInput, type MainIndex, openMainIndex } from '../../search/index.js';
import type { Catalog, ContentChanges } from '../../store/store.js';
import { type DeltaManifest, type IndexManifest, indexName, writeDurably } from '../files/files.js';
import { readIndex } from '../files/read-index.js';
import { entityDelta } from './entity-delta.js';
import { filingDelta } from './filing-delta.js';

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
