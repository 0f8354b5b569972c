import { crc32 } from 'node:zlib';
import { ALIGNMENT } from '../../format/allocate.js';
import { BITMAP_VERSION, FORMAT_VERSION, type Header, MAGIC, PROLOGUE_BYTES } from '../../format/layout.js';

export interface OpenSection {
  write(chunk: ArrayBufferView): void;
  close(): void;
}

/** Collects named sections; `finish` arranges them without copying. */
export class ContainerWriter {
  readonly #sections: Record<string, [offset: number, length: number]> = {};
  readonly #body: Buffer[] = [];
  readonly #write: (chunk: Buffer) => void;
  #length = 0;
  #crc = 0;
  #isOpen = false;

  /** With `write`, sections are passed on immediately and not retained. */
  constructor(write?: (chunk: Buffer) => void) {
    this.#write = write ?? ((chunk) => this.#body.push(chunk));
  }

  add(name: string, ...chunks: readonly ArrayBufferView[]): void {
    const section = this.open(name);
    for (const chunk of chunks) section.write(chunk);
    section.close();
  }

  /** Opens a section that is written piece by piece. Throws if another is still open. */
  open(name: string): OpenSection {
    if (this.#isOpen) throw new Error(`Section ${name} starts inside another.`);
    this.#isOpen = true;
    const offset = this.#length;
    return {
      write: (chunk) => this.#append(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)),
      close: () => {
        this.#isOpen = false;
        this.#sections[name] = [offset, this.#length - offset];
        this.#append(Buffer.alloc(padding(this.#length)));
      },
    };
  }

  /** Returns the head, padded to `headBytes` with spaces, then the retained sections. */
  finish<About>(about: About, headBytes = 0): Buffer[] {
    const json = JSON.stringify({
      bitmaps: BITMAP_VERSION,
      about,
      sections: this.#sections,
    } satisfies Header<About>);
    const unpadded = Buffer.from(json);
    const min = unpadded.length + padding(unpadded.length);
    const length = Math.max(min, headBytes - PROLOGUE_BYTES);
    const header = Buffer.concat([unpadded, Buffer.alloc(length - unpadded.length, ' ')]);
    return [this.#prologue(header), header, ...this.#body];
  }

  #append(chunk: Buffer): void {
    if (chunk.length === 0) return;
    this.#crc = crc32(chunk, this.#crc);
    this.#length += chunk.length;
    this.#write(chunk);
  }

  #prologue(header: Buffer): Buffer {
    const prologue = Buffer.alloc(PROLOGUE_BYTES);
    MAGIC.copy(prologue);
    prologue.writeUInt32LE(FORMAT_VERSION, 8);
    prologue.writeUInt32LE(header.length, 12);
    prologue.writeUInt32LE(crc32(header), 16);
    prologue.writeUInt32LE(this.#crc, 20);
    prologue.writeDoubleLE(PROLOGUE_BYTES + header.length + this.#length, 24);
    return prologue;
  }
}

function padding(length: number): number {
  return (ALIGNMENT - (length % ALIGNMENT)) % ALIGNMENT;
}
