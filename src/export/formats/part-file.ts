import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Behind the name of what is not whole yet. */
const DRAFT = '.draft';

/** A file that has its name only once all of it is on the disk. */
export class PartFile {
  readonly name: string;
  readonly #folder: string;
  readonly #file: number;
  readonly #digest = createHash('sha256');
  #bytes = 0;
  #isOpen = true;

  constructor(folder: string, name: string) {
    this.#folder = folder;
    this.name = name;
    this.#file = openSync(join(folder, name + DRAFT), 'w');
  }

  get bytes(): number {
    return this.#bytes;
  }

  append(chunk: Uint8Array): void {
    for (let written = 0; written < chunk.length; ) written += writeSync(this.#file, chunk, written);
    this.#digest.update(chunk);
    this.#bytes += chunk.length;
  }

  /** SHA-256, hexadecimal. */
  finish(): string {
    fsyncSync(this.#file);
    this.#close();
    const path = join(this.#folder, this.name);
    renameSync(path + DRAFT, path);
    return this.#digest.digest('hex');
  }

  abandon(): void {
    this.#close();
    rmSync(join(this.#folder, this.name + DRAFT), { force: true });
  }

  /** Once: the number may be that of another file by the second time. */
  #close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    closeSync(this.#file);
  }
}
