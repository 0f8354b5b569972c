import { promisify } from 'node:util';
import zlib from 'node:zlib';

type Compressor = (body: string) => Promise<Buffer>;

/** Below this a packet is a packet. */
const WORTH_COMPRESSING = 1_400;

const brotli = promisify<string, zlib.BrotliOptions, Buffer>(zlib.brotliCompress);
const gzip = promisify<string, zlib.ZlibOptions, Buffer>(zlib.gzip);
/** Node 22.15 and later. */
const zstd = (zlib as { zstdCompress?: (body: string, done: (e: Error | null, b: Buffer) => void) => void })
  .zstdCompress;

/** Best first. Brotli 4 packs JSON as tightly as gzip 9 in less time than gzip 6. */
const COMPRESSORS: ReadonlyMap<string, Compressor> = new Map<string, Compressor>([
  ['br', (body) => brotli(body, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } })],
  ...(zstd ? [['zstd', promisify(zstd)] as const] : []),
  ['gzip', (body) => gzip(body, { level: 6 })],
]);

export interface Text {
  readonly text: string;
  /** Of the text in UTF-8. */
  readonly bytes: number;
}

/** A body as it goes over the line. */
export interface Packed {
  readonly body: string | Buffer;
  readonly bytes: number;
  /** Undefined: as it is. */
  readonly coding: string | undefined;
}

export function textOf(text: string): Text {
  return { text, bytes: Buffer.byteLength(text) };
}

/** Compressed as the client's `Accept-Encoding` allows; at once where it takes the text as it is. */
export function pack({ text, bytes }: Text, acceptEncoding: string | undefined): Packed | Promise<Packed> {
  const coding = chooseEncoding(acceptEncoding, bytes);
  return coding === undefined ? { body: text, bytes, coding } : compress(text, coding);
}

/** A coding the client gives a weight of 0 is not used. */
function chooseEncoding(acceptEncoding: string | undefined, bytes: number): string | undefined {
  if (acceptEncoding === undefined || bytes < WORTH_COMPRESSING) return undefined;
  const accepted = acceptEncoding
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
    .filter((part) => !/;\s*q=0(\.0{0,3})?$/.test(part))
    .map((part) => part.split(';', 1)[0]?.trim());
  return [...COMPRESSORS.keys()].find((coding) => accepted.includes(coding));
}

async function compress(text: string, coding: string): Promise<Packed> {
  const compressor = COMPRESSORS.get(coding);
  if (!compressor) throw new RangeError(`No compressor for ${coding}.`);
  const body = await compressor(text);
  return { body, bytes: body.length, coding };
}
