import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { crc32, deflateRawSync } from 'node:zlib';

interface Member {
  readonly name: Buffer;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly at: number;
}

/**
 * Writes a zip of many small members, in ZIP64 form so that neither their number nor the length has a bound. Its
 * directory waits in a file beside, so that a million members cost no memory.
 */
export class ZipWriter {
  readonly #file: number;
  readonly #directoryPath: string;
  readonly #directory: number;
  #members = 0;
  #directoryLength = 0;
  #at = 0;

  constructor(path: string) {
    this.#file = openSync(path, 'w');
    this.#directoryPath = `${path}.directory`;
    this.#directory = openSync(this.#directoryPath, 'w+');
  }

  add(name: string, text: string): void {
    const content = Buffer.from(text);
    const packed = deflateRawSync(content, { level: 1 });
    const member = {
      name: Buffer.from(name),
      crc: crc32(content),
      packed: packed.length,
      size: content.length,
      at: this.#at,
    };
    this.#write(localHeader(member), member.name, packed);
    this.#members += 1;
    this.#directoryLength += writeSync(this.#directory, centralHeader(member));
  }

  close(): void {
    const start = this.#at;
    const chunk = Buffer.alloc(2 ** 16);
    while (this.#at < start + this.#directoryLength) {
      this.#write(chunk.subarray(0, readSync(this.#directory, chunk, 0, chunk.length, this.#at - start)));
    }
    this.#write(endOfDirectory(this.#members, start, this.#directoryLength));
    closeSync(this.#file);
    closeSync(this.#directory);
    rmSync(this.#directoryPath);
  }

  #write(...parts: readonly Buffer[]): void {
    const bytes = Buffer.concat(parts);
    writeSync(this.#file, bytes);
    this.#at += bytes.length;
  }
}

function localHeader({ name, crc, packed, size }: Member): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(45, 4);
  header.writeUInt16LE(8, 8);
  header.writeUInt32LE(crc, 14);
  header.writeUInt32LE(packed, 18);
  header.writeUInt32LE(size, 22);
  header.writeUInt16LE(name.length, 26);
  return header;
}

function centralHeader({ name, crc, packed, size, at }: Member): Buffer {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(45, 4);
  header.writeUInt16LE(45, 6);
  header.writeUInt16LE(8, 10);
  header.writeUInt32LE(crc, 16);
  header.writeUInt32LE(packed, 20);
  header.writeUInt32LE(size, 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt16LE(12, 30);
  header.writeUInt32LE(0xffffffff, 42);
  const where = Buffer.alloc(12);
  where.writeUInt16LE(1, 0);
  where.writeUInt16LE(8, 2);
  where.writeBigUInt64LE(BigInt(at), 4);
  return Buffer.concat([header, name, where]);
}

function endOfDirectory(members: number, start: number, length: number): Buffer {
  const end = Buffer.alloc(56 + 20 + 22);
  end.writeUInt32LE(0x06064b50, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeUInt16LE(45, 12);
  end.writeUInt16LE(45, 14);
  end.writeBigUInt64LE(BigInt(members), 24);
  end.writeBigUInt64LE(BigInt(members), 32);
  end.writeBigUInt64LE(BigInt(length), 40);
  end.writeBigUInt64LE(BigInt(start), 48);
  end.writeUInt32LE(0x07064b50, 56);
  end.writeBigUInt64LE(BigInt(start + length), 64);
  end.writeUInt32LE(1, 72);
  end.writeUInt32LE(0x06054b50, 76);
  for (const at of [84, 86]) end.writeUInt16LE(0xffff, at);
  for (const at of [88, 92]) end.writeUInt32LE(0xffffffff, at);
  return end;
}
