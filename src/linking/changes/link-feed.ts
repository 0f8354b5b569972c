import type { Catalog, Links } from '../../store/store.js';

const AT_ONCE = 1_000;

/**
 * Takes the changes of shown links into the feed of changes. They stand in another file: only what the feed has is
 * forgotten there, and the feed takes none twice, so that a kill at any moment loses and doubles nothing.
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
