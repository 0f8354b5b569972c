import type { Catalog } from '../../store/store.js';
import type { IndexManifest } from './files.js';

/** A content of the catalog, as an index names the one it holds. */
export type HeldContent = Pick<IndexManifest, 'contentVersion' | 'run'>;

/** The name of a content; read before what is made of it. */
export async function contentNow(catalog: Pick<Catalog, 'content'>) {
  return await contentAt(catalog, await catalog.content.version());
}

export async function contentAt(catalog: Pick<Catalog, 'content'>, contentVersion: number) {
  return { contentVersion, run: (await catalog.content.runOf(contentVersion)) ?? null };
}

/**
 * Whether an index that names its content so holds the content of the catalog. The version alone does not say: a power
 * cut may take the last content back, and another run then makes another one of the same version.
 */
export function isSameContent(held: HeldContent, content: Required<HeldContent>): boolean {
  if (held.contentVersion !== content.contentVersion) return false;
  // Older versions named no run, and the catalog forgets those of long ago.
  return held.run === undefined || content.run === null || held.run === content.run;
}

/** Whether the index holds all that the catalog does. */
export async function isNewest(
  catalog: Pick<Catalog, 'content'>,
  held: HeldContent | undefined,
): Promise<boolean> {
  return held !== undefined && isSameContent(held, await contentNow(catalog));
}

/** Whether the catalog had this content, now or before. */
export async function wasHeld(catalog: Pick<Catalog, 'content'>, held: HeldContent): Promise<boolean> {
  return isSameContent(held, await contentAt(catalog, held.contentVersion));
}
