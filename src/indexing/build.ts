import { join } from 'node:path';
import type { IndexInput } from '../search/format/types.js';
import { buildIndex, HEAD_BYTES, streamIndex } from '../search/index.js';
import type { Catalog } from '../store/store.js';
import { DELTA_POLICY, fitsDelta } from './delta/policy.js';
import { writeDelta } from './delta/write-delta.js';
import { type EntityIdTable, entityIdTable, entityIndexInput } from './entities/entity-index.js';
import { type IndexManifest, indexName, writeBehindHead, writeDurably } from './files/files.js';
import { contentAt, contentNow } from './files/indexed-content.js';
import { buildAlone, publishManifest } from './files/publish.js';
import { filingIndexInput } from './filings/filing-index.js';

export interface BuildReport extends IndexManifest {
  readonly entityCount: number;
  readonly filingCount: number;
}

/** Writes the index of all entities to the path; resolves to their number. */
export type WriteEntities = (path: string, ids: Promise<EntityIdTable>) => Promise<number>;

export interface BuildOptions {
  /** May run in another thread: the two indexes are independent. */
  readonly writeEntities?: WriteEntities | undefined;
  /** Called if another process is building, before waiting for it. */
  readonly onWait?: () => void;
}

/**
 * Builds both search indexes from the store and makes them current. Servers load them within a second. Waits while another
 * process builds.
 */
export async function buildIndexes(
  catalog: Catalog,
  folder: string,
  now: () => number,
  { writeEntities, onWait }: BuildOptions = {},
): Promise<BuildReport> {
  return await buildAlone(folder, () => buildEverything(catalog, folder, now, writeEntities), onWait);
}

/** The caller must hold the build lock. */
export async function buildEverything(
  catalog: Catalog,
  folder: string,
  now: () => number,
  writeEntities: WriteEntities = async (path, ids) => writeIndex(path, await entityIndexInput(catalog, ids)),
): Promise<BuildReport> {
  const content = await contentNow(catalog);
  const builtAt = now();
  const [entities, filings] = [indexName(builtAt, 'entities'), indexName(builtAt, 'filings')];
  const writeFilings = async (path: string) => writeIndex(path, await filingIndexInput(catalog));
  // The entities take longer than the filings. If another thread builds them, this one builds their table of ids.
  const ids = entityIdTable(catalog);
  const writing = [
    writeEntities(join(folder, entities), ids),
    ids.then(() => writeFilings(join(folder, filings))),
  ] as const;
  // If one of them fails, the other still writes, so the build lock must be kept until both end.
  const [entityCount, filingCount] = await Promise.all(writing).finally(() => Promise.allSettled(writing));
  const build = await catchUp(catalog, folder, { entities, filings, ...content, builtAt }, now);
  const { previous } = await publishManifest(folder, build);
  await catalog.content.forgetChanges((previous?.delta?.since ?? previous)?.contentVersion ?? 0);
  return { ...build, entityCount, filingCount };
}

/** Max documents of an index that is built in memory before it is written. */
const MAX_IN_MEMORY = 250_000;

/** Returns the number of documents. */
export function writeIndex(path: string, input: IndexInput): number {
  const documents = input.documentKeys.length;
  if (documents <= MAX_IN_MEMORY) writeDurably(path, buildIndex(input));
  else writeBehindHead(path, HEAD_BYTES, (write) => streamIndex(input, write));
  return documents;
}

/**
 * Indexes changes made during the build as a delta. Without it, the new build would hide changes that an older delta already
 * showed.
 */
async function catchUp(
  catalog: Catalog,
  folder: string,
  build: Omit<IndexManifest, 'previous' | 'delta'>,
  now: () => number,
): Promise<Omit<IndexManifest, 'previous'>> {
  if ((await catalog.content.version()) === build.contentVersion) return build;
  const changes = await catalog.content.changesSince(build.contentVersion);
  if (changes === undefined || !fitsDelta(changes, DELTA_POLICY)) return build;
  const builtAt = Math.max(now(), build.builtAt + 1);
  const delta = await writeDelta(catalog, folder, build, changes, builtAt);
  return { ...build, delta, ...(await contentAt(catalog, changes.version)), builtAt };
}
