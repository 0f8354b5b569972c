import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Whole objects that every node of a cluster reaches. All reject while their place does not answer. */
interface SharedObjects {
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** `undefined` if there is none. */
  get(name: string): Promise<Buffer | undefined>;
  /** `changedAt`: milliseconds since 1970, of the place. */
  list(prefix: string): AsyncIterable<{ readonly name: string; readonly changedAt: number }>;
  /** A missing file is not an error. */
  remove(names: readonly string[]): Promise<void>;
  /** No caller is waiting any longer: cancels what can be cancelled. */
  close(): void;
}

/** A file of an export, as recorded in it. */
export interface ReportedFile {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** The place of shared files cannot be used now. */
export class SharedAwayError extends Error {
  override readonly name = 'SharedAwayError';
}

const ALL = 'exports/';
/** A file of many rows takes several objects. */
const CHUNK_BYTES = 2 ** 24;

/**
 * Files of complete exports, available to every node of a cluster. An object is named by the hash of its
 * file, so a name never has different content, whichever node wrote it.
 */
export class SharedFiles {
  readonly #objects: SharedObjects;
  readonly #fetching = new Map<string, Promise<boolean>>();
  #isClosed = false;

  constructor(objects: SharedObjects) {
    this.#objects = objects;
  }

  /** Rejects with `SharedAwayError`; what was put by then may stay. */
  async put(id: string, reported: ReportedFile, path: string): Promise<void> {
    const file = await open(path, 'r');
    try {
      const names = chunksOf(id, reported);
      for (const [at, name] of names.entries()) {
        const piece = await pieceOf(file, at * CHUNK_BYTES, reported.bytes);
        await this.#reached(() => this.#objects.put(name, piece));
      }
    } finally {
      await file.close();
    }
  }

  /** Copies a file to this machine. Resolves to false if it is missing or damaged. Rejects with `SharedAwayError`. */
  async fetch(id: string, reported: ReportedFile, path: string): Promise<boolean> {
    // Clients often request ranges of a file in parallel.
    const known = this.#fetching.get(path);
    if (known) return await known;
    const fetching = this.#fetch(id, reported, path);
    this.#fetching.set(path, fetching);
    try {
      return await fetching;
    } finally {
      this.#fetching.delete(path);
    }
  }

  /** Rejects with `SharedAwayError`. */
  async remove(id: string): Promise<void> {
    const names: string[] = [];
    await this.#reached(async () => {
      for await (const { name } of this.#objects.list(`${ALL}${id}/`)) names.push(name);
      await this.#objects.remove(names);
    });
  }

  /** Ids of exports that have files, and when the last of them was put. Rejects with `SharedAwayError`. */
  async held(): Promise<ReadonlyMap<string, number>> {
    const found = new Map<string, number>();
    await this.#reached(async () => {
      for await (const { name, changedAt } of this.#objects.list(ALL)) {
        const id = name.slice(ALL.length).split('/')[0] ?? '';
        found.set(id, Math.max(changedAt, found.get(id) ?? 0));
      }
    });
    return found;
  }

  /** Puts and downloads stop after the current object. Later calls reject. */
  close(): void {
    this.#isClosed = true;
    this.#objects.close();
  }

  async #fetch(id: string, reported: ReportedFile, path: string): Promise<boolean> {
    mkdirSync(dirname(path), { recursive: true });
    const draft = `${path}.${randomBytes(6).toString('hex')}.draft`;
    const file = await open(draft, 'wx');
    try {
      const hash = createHash('sha256');
      for (const name of chunksOf(id, reported)) {
        const piece = await this.#reached(() => this.#objects.get(name));
        if (piece === undefined) return false;
        hash.update(piece);
        await file.writeFile(piece);
      }
      if (hash.digest('hex') !== reported.sha256) return false;
      await rename(draft, path);
      return true;
    } finally {
      await file.close();
      await rm(draft, { force: true });
    }
  }

  async #reached<Value>(work: () => Promise<Value>): Promise<Value> {
    if (this.#isClosed) throw new SharedAwayError('The service is stopping.');
    try {
      return await work();
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new SharedAwayError(why, { cause: error });
    }
  }
}

/**
 * Returns the bytes from a position on, as many as one object has. Rejects if the file is shorter than
 * `length`.
 */
async function pieceOf(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const piece = Buffer.alloc(Math.min(CHUNK_BYTES, length - from));
  for (let filled = 0; filled < piece.length; ) {
    const { bytesRead } = await file.read(piece, filled, piece.length - filled, from + filled);
    if (bytesRead === 0) throw new Error('An export file is shorter than when it was written.');
    filled += bytesRead;
  }
  return piece;
}

function chunksOf(id: string, { bytes, sha256 }: ReportedFile): readonly string[] {
  const count = Math.ceil(bytes / CHUNK_BYTES);
  return Array.from({ length: count }, (_, at) => `${ALL}${id}/${sha256}.${at}`);
}
