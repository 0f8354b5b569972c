import { DataPages } from './data-pages.js';

const BLOCK_BYTES = 2 ** 20;

/** Numbers of pages, from 0 on and rising, in which a file differs from another; all of them where there is no other. */
export async function changedPages(now: DataPages, before: DataPages | undefined): Promise<number[]> {
  const shared = before?.pageBytes === now.pageBytes ? Math.min(before.pages, now.pages) : 0;
  const changed: number[] = [];
  const { pageBytes } = now;
  const inBlock = Math.min(BLOCK_BYTES / pageBytes, Math.max(1, shared));
  const [ofNow, ofBefore] = [Buffer.alloc(inBlock * pageBytes), Buffer.alloc(inBlock * pageBytes)];
  for (let first = 0; before && first < shared; first += inBlock) {
    const at = first * pageBytes;
    const [mine, theirs] = await Promise.all([now.read(ofNow, at), before.read(ofBefore, at)]);
    const count = Math.min(inBlock, shared - first);
    if (mine.compare(theirs, 0, count * pageBytes, 0, count * pageBytes) === 0) continue;
    for (let page = 0; page < count; page += 1) {
      const [from, to] = [page * pageBytes, (page + 1) * pageBytes];
      if (mine.compare(theirs, from, to, from, to) !== 0) changed.push(first + page);
    }
  }
  for (let page = shared; page < now.pages; page += 1) changed.push(page);
  return changed;
}

/** The pages of a file that may not be there. */
export async function pagesIfThere(path: string): Promise<DataPages | undefined> {
  try {
    return await DataPages.open(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
