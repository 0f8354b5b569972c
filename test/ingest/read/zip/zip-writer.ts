import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipMember {
  readonly name: string;
  readonly content: Uint8Array;
  readonly method?: 0 | 8 | 9 | 14;
  /** The packed data, for methods that are not packed here. */
  readonly packed?: Uint8Array;
  readonly crc?: number;
  /** Puts the sizes and the offset into a ZIP64 field. */
  readonly zip64?: boolean;
  readonly encrypted?: boolean;
}

/** A zip file with these members, written by hand so that every fault can be made. */
export function zipOf(members: readonly ZipMember[]): Buffer {
  const pieces: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const member of members) {
    const packed = packedOf(member);
    const local = Buffer.concat([header(member, packed, undefined), packed]);
    directory.push(header(member, packed, offset));
    pieces.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  return Buffer.concat([...pieces, central, endRecord(members.length, central.length, offset)]);
}

function packedOf({ method = 8, content, packed }: ZipMember): Buffer {
  if (packed) return Buffer.from(packed);
  return method === 0 ? Buffer.from(content) : deflateRawSync(content);
}

/** The local header, or with an offset the directory's. */
function header(member: ZipMember, packed: Buffer, offset: number | undefined): Buffer {
  const { name, content, method = 8, crc = crc32(content), zip64 = false, encrypted = false } = member;
  const isCentral = offset !== undefined;
  const extra = zip64 ? zip64Field(content.length, packed.length, offset) : Buffer.alloc(0);
  const fixed = Buffer.alloc(isCentral ? 46 : 30);
  const at = isCentral ? 2 : 0;
  fixed.writeUInt32LE(isCentral ? 0x02014b50 : 0x04034b50, 0);
  fixed.writeUInt16LE(45, 4 + at);
  fixed.writeUInt16LE(encrypted ? 1 : 0, 6 + at);
  fixed.writeUInt16LE(method, 8 + at);
  fixed.writeUInt32LE(crc, 14 + at);
  fixed.writeUInt32LE(zip64 ? 0xffffffff : packed.length, 18 + at);
  fixed.writeUInt32LE(zip64 ? 0xffffffff : content.length, 22 + at);
  fixed.writeUInt16LE(Buffer.byteLength(name), 26 + at);
  fixed.writeUInt16LE(extra.length, 28 + at);
  if (isCentral) fixed.writeUInt32LE(zip64 ? 0xffffffff : offset, 42);
  return Buffer.concat([fixed, Buffer.from(name), extra]);
}

function zip64Field(size: number, packedSize: number, offset: number | undefined): Buffer {
  const values = offset === undefined ? [size, packedSize] : [size, packedSize, offset];
  const field = Buffer.alloc(4 + values.length * 8);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(values.length * 8, 2);
  for (const [index, value] of values.entries()) field.writeBigUInt64LE(BigInt(value), 4 + index * 8);
  return field;
}

function endRecord(count: number, size: number, offset: number): Buffer {
  const record = Buffer.alloc(22);
  record.writeUInt32LE(0x06054b50, 0);
  record.writeUInt16LE(count, 8);
  record.writeUInt16LE(count, 10);
  record.writeUInt32LE(size, 12);
  record.writeUInt32LE(offset, 16);
  return record;
}
