import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import {
  checkName,
  type ListedObject,
  ObjectMissingError,
  type Objects,
  ObjectsAwayError,
} from './objects.js';

/** Objects as files of a folder that all machines mount. A reader sees a complete file or none. */
export class FolderObjects implements Objects {
  readonly #root: string;

  /** The folder must exist: nothing is written into the mount point of a missing mount. */
  constructor(root: string) {
    this.#root = root;
  }

  async put(name: string, bytes: Uint8Array): Promise<void> {
    const path = this.#pathOf(name);
    const draft = join(dirname(path), `.${randomBytes(8).toString('hex')}`);
    await this.#reached(async () => {
      await stat(this.#root);
      await mkdir(dirname(path), { recursive: true });
      try {
        const file = await open(draft, 'wx');
        try {
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(draft, path);
      } catch (error) {
        await rm(draft, { force: true }).catch(() => undefined);
        throw error;
      }
      await syncFolder(dirname(path));
    });
  }

  async get(name: string): Promise<Buffer> {
    return await this.#reached(async () => {
      try {
        return await readFile(this.#pathOf(name));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
        // A missing mount is an empty folder, or none.
        await stat(this.#root);
        throw new ObjectMissingError(name);
      }
    });
  }

  async *list(prefix: string): AsyncIterable<ListedObject> {
    const entries = await this.#reached(() => readdir(this.#root, { recursive: true, withFileTypes: true }));
    for (const entry of entries) {
      if (!entry.isFile() || entry.name.startsWith('.')) continue;
      const path = join(entry.parentPath, entry.name);
      const name = relative(this.#root, path).replaceAll('\\', '/');
      if (!name.startsWith(prefix)) continue;
      const found = await stat(path).catch(() => undefined);
      if (found) yield { name, bytes: found.size, changedAt: found.mtimeMs };
    }
  }

  async remove(names: readonly string[]): Promise<void> {
    await this.#reached(async () => {
      await stat(this.#root);
      const paths = names.map((name) => this.#pathOf(name));
      for (const path of paths) await rm(path, { force: true });
      for (const folder of new Set(paths.map(dirname))) {
        if (folder !== this.#root) await removeIfEmpty(folder);
      }
    });
  }

  #pathOf(name: string): string {
    return join(this.#root, checkName(name));
  }

  async #reached<Value>(work: () => Promise<Value>): Promise<Value> {
    try {
      return await work();
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === undefined) throw error;
      throw new ObjectsAwayError(`The publications folder, ${this.#root}, cannot be used (${code}).`, {
        cause: error,
      });
    }
  }
}

/** Removes a folder that contains only drafts of machines that were killed: these are not objects. */
async function removeIfEmpty(path: string): Promise<void> {
  const names = await readdir(path).catch(() => []);
  if (names.every((name) => name.startsWith('.')))
    await rm(path, { recursive: true, force: true }).catch(() => undefined);
}

/** Makes new names in the folder durable. Does nothing if the file system does not support it. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined);
  if (!folder) return;
  await folder.sync().catch(() => undefined);
  await folder.close();
}
