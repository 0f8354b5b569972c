import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sha256OfFile } from '../../platform/sha256-of-file.js';
import { type ExportPlan, JobFolder, MANIFEST } from '../job-folder.js';
import type { ReportedFile, SharedFiles } from './shared-files.js';

/**
 * The folders of a service's exports, in the data folder: `<id>` while planned and when complete,
 * `<id>.<token>` while being written under that lease token. The next owner renames the folder atomically: a
 * worker that lost the lease then finds no file by name, and its open files are no longer read. In a cluster,
 * this folder belongs to one node; complete exports are shared, and other nodes download them on demand.
 */
export class ExportFiles {
  readonly #path: string;
  /** Files of this folder that were verified, by path. */
  readonly #compared = new Map<string, Promise<boolean>>();

  /** `dataFolder`: where the databases are. `shared`: undefined where this folder is the only place. */
  constructor(
    dataFolder: string,
    readonly shared?: SharedFiles,
  ) {
    this.#path = join(dataFolder, 'exports');
  }

  /** For planning, and for reading once it is complete. */
  folder(id: string): JobFolder {
    return new JobFolder(join(this.#path, id));
  }

  /** Starts writing under this token. Throws if there is no such folder. */
  takeOver(id: string, token: number): JobFolder {
    const [held = id] = this.#namesOf(id);
    const path = join(this.#path, `${id}.${token}`);
    renameSync(join(this.#path, held), path);
    return new JobFolder(path);
  }

  /** Marks it as complete. Throws if it was taken over or removed. */
  complete(id: string, token: number): void {
    renameSync(join(this.#path, `${id}.${token}`), join(this.#path, id));
  }

  /** A worker that writes it fails then. */
  remove(id: string): void {
    for (const name of this.#namesOf(id)) rmSync(join(this.#path, name), { recursive: true, force: true });
    const folder = `${this.folder(id).path}/`;
    for (const path of this.#compared.keys()) if (path.startsWith(folder)) this.#compared.delete(path);
  }

  /** Ids that have a folder, and when it was last changed; milliseconds since 1970. */
  held(): readonly { readonly id: string; readonly changedAt: number }[] {
    return this.#names().map((name) => ({ id: idOf(name), changedAt: this.#changedAt(name) }));
  }

  /** Undefined: this folder has no plan of it, or it is complete. */
  planned(id: string): ExportPlan | undefined {
    return this.#folderOf(id)?.plan();
  }

  /** Whether it was written to its end here. */
  isComplete(id: string): boolean {
    return this.#folderOf(id)?.manifest() !== undefined;
  }

  /** Path of a file of a complete export; undefined: its files are lost. Rejects with `SharedAwayError`. */
  async fileOf(id: string, file: ReportedFile): Promise<string | undefined> {
    const path = this.folder(id).fileOf(file.name);
    // The manifest was written when all parts were.
    if (!this.shared) return existsSync(this.folder(id).fileOf(MANIFEST)) ? path : undefined;
    if (existsSync(path) && (await this.#isReported(path, file))) return path;
    return (await this.shared.fetch(id, file, path)) ? path : undefined;
  }

  /**
   * A node that lost the lease before its files were shared still has them, and the next one may have made others from
   * newer data. Each file is read once.
   */
  async #isReported(path: string, { sha256 }: ReportedFile): Promise<boolean> {
    const known = this.#compared.get(path) ?? sha256OfFile(path).then((found) => found === sha256);
    this.#compared.set(path, known);
    const isReported = await known.catch(() => false);
    // A downloaded replacement is verified again.
    if (!isReported) this.#compared.delete(path);
    return isReported;
  }

  manifest(id: string): ReportedFile {
    const held = readFileSync(this.folder(id).fileOf(MANIFEST));
    const sha256 = createHash('sha256').update(held).digest('hex');
    return { name: MANIFEST, bytes: held.length, sha256 };
  }

  /** All nodes can fetch the files of a complete export then. Rejects with `SharedAwayError`. */
  async share(id: string, files: readonly ReportedFile[]): Promise<void> {
    for (const file of files) await this.shared?.put(id, file, this.folder(id).fileOf(file.name));
  }

  /** In whatever state. */
  #folderOf(id: string): JobFolder | undefined {
    const [name] = this.#namesOf(id);
    return name === undefined ? undefined : this.folder(name);
  }

  #namesOf(id: string): readonly string[] {
    return this.#names().filter((name) => idOf(name) === id);
  }

  #names(): readonly string[] {
    return whereThere(() => readdirSync(this.#path)) ?? [];
  }

  /** Now, of one that is just being renamed. */
  #changedAt(name: string): number {
    return whereThere(() => statSync(join(this.#path, name)).mtimeMs) ?? Date.now();
  }
}

function idOf(name: string): string {
  return name.replace(/\.\d+$/, '');
}

function whereThere<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
