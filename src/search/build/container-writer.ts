import { crc32 } from 'node:zlib';
import { ALIGNMENT } from '../allocate.js';
import {
  BITMAP_VERSION,
  FORMAT_VERSION,
  type Header,
  type IndexAbout,
  MAGIC,
  PROLOGUE_BYTES,
} from '../layout.js';

/** Gathers named sections; `finish` lays them out without copying them. */
export class ContainerWriter {
  readonly #sections: Record<string, [offset: number, length: number]> = {};
  readonly #body: Buffer[] = [];
  #length = 0;

  add(name: string, ...chunks: readonly ArrayBufferView[]): void {
    const offset = this.#length;
    for (const chunk of chunks) this.#append(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    this.#sections[name] = [offset, this.#length - offset];
    this.#append(Buffer.alloc(padding(this.#length)));
  }

  finish(about: IndexAbout): Buffer[] {
    const json = JSON.stringify({
      bitmaps: BITMAP_VERSION,
      about,
      sections: this.#sections,
    } satisfies Header);
    const unpadded = Buffer.from(json);
    const header = Buffer.concat([unpadded, Buffer.alloc(padding(unpadded.length), ' ')]);
    return [this.#prologue(header), header, ...this.#body];
  }

  #append(chunk: Buffer): void {
    if (chunk.length === 0) return;
    this.#body.push(chunk);
    this.#length += chunk.length;
  }

  #prologue(header: Buffer): Buffer {
    const prologue = Buffer.alloc(PROLOGUE_BYTES);
    MAGIC.copy(prologue);
    prologue.writeUInt32LE(FORMAT_VERSION, 8);
    prologue.writeUInt32LE(header.length, 12);
    prologue.writeUInt32LE(crc32(header), 16);
    prologue.writeUInt32LE(
      this.#body.reduce((crc, chunk) => crc32(chunk, crc), 0),
      20,
    );
    prologue.writeDoubleLE(PROLOGUE_BYTES + header.length + this.#length, 24);
    return prologue;
  }
}

function padding(length: number): number {
  return (ALIGNMENT - (length % ALIGNMENT)) % ALIGNMENT;
}
