import { DataPages } from './data-pages.js';
import { BLOCK_BYTES, HashTree } from './hash-tree.js';

export interface Compared {
  /** Numbers of changed pages, ascending from 0; all pages if there is no other file. */
  readonly numbers: number[];
  /** Root of the file's hash tree. */
  readonly root: string;
}

/** Compares a file with an earlier one, page by page. Reads both once. */
export async function changedPages(now: DataPages, before: DataPages | undefined): Promise<Compared> {
  const { pageBytes } = now;
  const shared = before?.pageBytes === pageBytes ? Math.min(before.pages, now.pages) : 0;
  const numbers: number[] = [];
  const tree = new HashTree();
  const [ofNow, ofBefore] = [Buffer.alloc(BLOCK_BYTES), Buffer.alloc(BLOCK_BYTES)];
  const inBlock = BLOCK_BYTES / pageBytes;
  for (let first = 0; first < now.pages; first += inBlock) {
    const at = first * pageBytes;
    const isShared = before !== undefined && first < shared;
    const [mine, theirs] = await Promise.all([
      now.read(ofNow, at),
      isShared ? before.read(ofBefore, at) : undefined,
    ]);
    tree.add(mine);
    if (theirs && mine.equals(theirs)) continue;
    for (let page = 0; page < mine.length / pageBytes; page += 1) {
      const [from, to] = [page * pageBytes, (page + 1) * pageBytes];
      const isSame = theirs && first + page < shared && mine.compare(theirs, from, to, from, to) === 0;
      if (!isSame) numbers.push(first + page);
    }
  }
  return { numbers, root: tree.root() };
}

/** Opens the pages of a file; resolves to `undefined` if it does not exist. */
export async function pagesIfThere(path: string): Promise<DataPages | undefined> {
  try {
    return await DataPages.open(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
