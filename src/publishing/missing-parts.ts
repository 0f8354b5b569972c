import { chainTo } from './chain.js';
import type { ListedObject, Objects } from './objects/objects.js';
import { DATA_FILES, isBase, type Publication, partsOf } from './publication.js';

/** The prefix of the names of all objects of published versions. */
const VERSIONS_PREFIX = 'v/';

export interface MissingParts {
  /** Names of parts that a version in the register names and that the store does not have, or has with another size. */
  readonly parts: readonly string[];
  /** Versions that cannot be created without them, in ascending order. */
  readonly versions: readonly number[];
}

/** Compares the register with a listing of the store, which must be older than the rows. */
export async function missingParts(
  objects: Objects,
  rows: readonly Publication[],
  listed: ReadonlyMap<string, ListedObject>,
): Promise<MissingParts> {
  const missing = new Set<string>();
  for (const { name, bytes } of new Map(rows.flatMap(partsOf).map((part) => [part.name, part])).values()) {
    if (listed.get(name)?.bytes === bytes) continue;
    // A listing may omit objects that were just written.
    const again = await firstOf(objects.list(name));
    if (again?.name !== name || again.bytes !== bytes) missing.add(name);
  }
  const versions = rows.filter((row) => namesNeededBy(row, rows).some((name) => missing.has(name)));
  return { parts: [...missing], versions: versions.map(({ version }) => version) };
}

/** Lists the store and compares it with the register, which is read after the listing. */
export async function findMissingParts(
  objects: Objects,
  register: { after(version: number, upTo: number): Promise<readonly Publication[]> },
): Promise<MissingParts> {
  const listed = await listVersions(objects);
  return await missingParts(objects, await register.after(0, Number.MAX_SAFE_INTEGER), listed);
}

export async function listVersions(objects: Objects): Promise<ReadonlyMap<string, ListedObject>> {
  const listed = new Map<string, ListedObject>();
  for await (const object of objects.list(VERSIONS_PREFIX)) listed.set(object.name, object);
  return listed;
}

/** Returns the objects that an empty node needs for a version, as far as its chain is in the register. */
function namesNeededBy(row: Publication, rows: readonly Publication[]): readonly string[] {
  const chain = chainTo(row, rows);
  const packs = DATA_FILES.flatMap((file) => {
    const all = chain.map(({ files }) => files[file]);
    return all.slice(Math.max(0, all.findLastIndex(isBase)));
  });
  return [...packs, ...row.indexFiles].flatMap(({ parts }) => parts.map(({ name }) => name));
}

async function firstOf<Item>(items: AsyncIterable<Item>): Promise<Item | undefined> {
  for await (const item of items) return item;
  return undefined;
}
