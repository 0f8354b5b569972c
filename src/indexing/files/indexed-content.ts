import type { Catalog } from '../../store/store.js';
import type { IndexManifest } from './files.js';

/** A version of the catalog's content, as an index records it. */
export type IndexedContent = Pick<IndexManifest, 'contentVersion' | 'run'>;

/** Returns the current content. Call it before reading the data. */
export async function contentNow(catalog: Pick<Catalog, 'content'>) {
  return await contentAt(catalog, await catalog.content.version());
}

export async function contentAt(catalog: Pick<Catalog, 'content'>, contentVersion: number) {
  return { contentVersion, run: (await catalog.content.runOf(contentVersion)) ?? null };
}

/**
 * Returns true if an index with this content is up to date with the catalog. The version alone is not enough: after a power
 * failure the last content may be lost, and another run may then create a different one with the same version.
 */
export function isSameContent(indexed: IndexedContent, content: Required<IndexedContent>): boolean {
  if (indexed.contentVersion !== content.contentVersion) return false;
  // Older versions recorded no run, and the catalog deletes runs of long ago.
  return indexed.run === undefined || content.run === null || indexed.run === content.run;
}

/** Returns true if the index contains everything in the catalog. */
export async function isNewest(
  catalog: Pick<Catalog, 'content'>,
  indexed: IndexedContent | undefined,
): Promise<boolean> {
  return indexed !== undefined && isSameContent(indexed, await contentNow(catalog));
}

/** Returns true if the catalog has or had this content. */
export async function wasCurrent(
  catalog: Pick<Catalog, 'content'>,
  indexed: IndexedContent,
): Promise<boolean> {
  return isSameContent(indexed, await contentAt(catalog, indexed.contentVersion));
}
