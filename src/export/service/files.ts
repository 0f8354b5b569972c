import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { JobFolder, MANIFEST } from '../job/job-folder.js';

/** The folders of a service's exports, in the data folder. */
export class ExportFiles {
  readonly #path: string;

  /** `dataFolder`: where the databases are. */
  constructor(dataFolder: string) {
    this.#path = join(dataFolder, 'exports');
  }

  folder(id: string): JobFolder {
    return new JobFolder(join(this.#path, id));
  }

  /** Ids that have a folder, and when it was last changed; milliseconds since 1970. */
  held(): readonly { readonly id: string; readonly changedAt: number }[] {
    try {
      return readdirSync(this.#path).map((id) => ({ id, changedAt: statSync(join(this.#path, id)).mtimeMs }));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }

  manifest(id: string): { readonly bytes: number; readonly sha256: string } {
    const held = readFileSync(this.folder(id).fileOf(MANIFEST));
    return { bytes: held.length, sha256: createHash('sha256').update(held).digest('hex') };
  }
}
