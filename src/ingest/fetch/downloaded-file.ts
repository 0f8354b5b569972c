import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The validators of a file when it was fetched; sent back in a conditional request. */
export interface Validators {
  readonly etag: string | null;
  /** The header verbatim. */
  readonly lastModified: string | null;
}

interface Note extends Validators {
  readonly url: string;
  readonly bytes: number;
}

/**
 * The location of one URL's file: a folder named by the URL's hash, so that the file keeps the publisher's name and the
 * `master.gz` of two quarters do not collide.
 */
export class DownloadedFile {
  readonly path: string;
  readonly partPath: string;
  readonly #notePath: string;

  constructor(
    folder: string,
    private readonly url: string,
  ) {
    const own = join(folder, createHash('sha256').update(url).digest('hex').slice(0, 16));
    this.path = join(own, fileNameOf(url));
    this.partPath = `${this.path}.part`;
    this.#notePath = `${this.path}.fetched.json`;
  }

  async prepare(): Promise<void> {
    await mkdir(join(this.path, '..'), { recursive: true });
    await rm(this.partPath, { force: true });
  }

  /** Undefined if the file is missing or is not the downloaded one. */
  async validators(): Promise<Validators | undefined> {
    const note = await this.#readNote();
    const size = await sizeOf(this.path);
    return note !== undefined && note.url === this.url && note.bytes === size ? note : undefined;
  }

  partBytes(): Promise<number> {
    return sizeOf(this.partPath);
  }

  /** Replaces the old file by the completed part. */
  async keep(validators: Validators): Promise<void> {
    const note: Note = { url: this.url, bytes: await this.partBytes(), ...validators };
    await rm(this.#notePath, { force: true });
    await rename(this.partPath, this.path);
    await writeFile(this.#notePath, `${JSON.stringify(note)}\n`);
  }

  async dropPart(): Promise<void> {
    await rm(this.partPath, { force: true });
  }

  async #readNote(): Promise<Note | undefined> {
    try {
      return JSON.parse(await readFile(this.#notePath, 'utf8')) as Note;
    } catch {
      return undefined;
    }
  }
}

/** The last segment of the URL's path, without characters that are special to a file system. */
function fileNameOf(url: string): string {
  const last = new URL(url).pathname.split('/').pop() ?? '';
  const safe = last.replace(/[^A-Za-z0-9._-]/g, '_').replace(/^\.+/, '');
  return safe.slice(0, 100) || 'file';
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch {
    return 0;
  }
}
