import type { Catalog, Links } from '../../store/store.js';

const AT_ONCE = 1_000;

/**
 * Adds the changes of shown links to the feed of changes. The two are in different databases: a change is deleted only once the
 * feed has it, and the feed stores none twice, so a crash neither loses nor repeats one.
 */
export async function publishLinkChanges(
  catalog: Pick<Catalog, 'feed'>,
  links: Pick<Links, 'linkChanges' | 'forgetLinkChanges'>,
  now: () => number,
): Promise<void> {
  for (;;) {
    const changes = await links.linkChanges(AT_ONCE);
    const last = changes.at(-1);
    if (last === undefined) return;
    await catalog.feed.putLinkChanges(changes, now());
    await links.forgetLinkChanges(last.number);
  }
}
