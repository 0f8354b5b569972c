import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { DataPages } from './data-pages.js';

/** The size of a block: a hash tree has one leaf per MiB of a published database file. */
export const BLOCK_BYTES = 2 ** 20;
/** Blocks between two pauses of a throttled read. */
const BLOCKS_AT_ONCE = 16;

/** Hashes the blocks of a file in order; the root is the SHA-256 of their SHA-256s. */
export class HashTree {
  readonly #root = createHash('sha256');

  add(block: Uint8Array): void {
    this.#root.update(createHash('sha256').update(block).digest());
  }

  root(): string {
    return this.#root.digest('hex');
  }
}

/**
 * Reads a database file and returns the root of its hash tree. If throttled, it pauses three times as long as it works. Rejects
 * if the file is missing, is not a database, or cannot be read.
 */
export async function rootOf(
  path: string,
  options: { readonly isThrottled?: boolean } = {},
): Promise<string> {
  const pages = await DataPages.open(path);
  const tree = new HashTree();
  const block = Buffer.alloc(BLOCK_BYTES);
  try {
    let startedAt = performance.now();
    for (let at = 0; at < pages.fileBytes; at += BLOCK_BYTES) {
      tree.add(await pages.read(block, at));
      if (!options.isThrottled || (at / BLOCK_BYTES) % BLOCKS_AT_ONCE !== BLOCKS_AT_ONCE - 1) continue;
      await wait(3 * (performance.now() - startedAt));
      startedAt = performance.now();
    }
    return tree.root();
  } finally {
    await pages.close();
  }
}
