import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { Text } from '../gateway/answer-text.js';

/** Limits the number of concurrent tasks and of waiting ones. */
export class WorkQueue {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(
    private readonly atOnce: number,
    private readonly maxWaiting: number,
  ) {}

  get hasRoom(): boolean {
    return this.#waiting.length < this.maxWaiting;
  }

  async run<Value>(work: () => Promise<Value>): Promise<Value> {
    if (this.#running >= this.atOnce) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running += 1;
    try {
      return await work();
    } finally {
      // The next task takes the slot without a gap.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}

type Compressor = (body: string) => Promise<Buffer>;

/** Later encodings are ignored; no real client lists more. */
const CODINGS_READ = 32;
/** Smaller responses fit in one packet. */
const WORTH_COMPRESSING = 1_400;

/** Node compresses in four threads; each running compression uses up to 1 MB. */
const COMPRESSIONS = new WorkQueue(4, 64);

const brotli = promisify<string, zlib.BrotliOptions, Buffer>(zlib.brotliCompress);
const gzip = promisify<string, zlib.ZlibOptions, Buffer>(zlib.gzip);
/** From Node 22.15 on; earlier versions never select zstd. */
const zstd = (zlib as { zstdCompress?: (body: string, done: (e: Error | null, b: Buffer) => void) => void })
  .zstdCompress;

/** Best first. Brotli 4 packs JSON as tightly as gzip 9 in less time than gzip 6. */
const COMPRESSORS: ReadonlyMap<string, Compressor> = new Map<string, Compressor>([
  ['br', (body) => brotli(body, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } })],
  ...(zstd ? [['zstd', promisify(zstd)] as const] : []),
  ['gzip', (body) => gzip(body, { level: 6 })],
]);

/** A body as sent. */
export interface EncodedBody {
  readonly body: string | Buffer;
  readonly bytes: number;
  /** Undefined: not encoded. */
  readonly coding: string | undefined;
}

/**
 * Encodes for the client's `Accept-Encoding`. Returns synchronously if no encoding is needed, or if too many
 * responses are waiting.
 */
export function pack(
  { text, bytes }: Text,
  acceptEncoding: string | undefined,
): EncodedBody | Promise<EncodedBody> {
  const coding = chooseEncoding(acceptEncoding, bytes);
  const isPlain = coding === undefined || !COMPRESSIONS.hasRoom;
  return isPlain ? { body: text, bytes, coding: undefined } : COMPRESSIONS.run(() => compress(text, coding));
}

export type PackOnce = (acceptEncoding: string | undefined) => Promise<EncodedBody>;

/** For a text that is the same for everyone: each encoding is created once, on first use. */
export function encodeOnce({ text, bytes }: Text): PackOnce {
  const made = new Map<string | undefined, Promise<EncodedBody>>();
  return (acceptEncoding) => {
    const coding = chooseEncoding(acceptEncoding, bytes);
    const known = made.get(coding);
    if (known) return known;
    if (coding !== undefined && !COMPRESSIONS.hasRoom) return plain(text, bytes);
    const packed = coding === undefined ? plain(text, bytes) : COMPRESSIONS.run(() => compress(text, coding));
    made.set(coding, packed);
    return packed;
  };
}

/** Bytes, because a string would be encoded for each response. */
async function plain(text: string, bytes: number): Promise<EncodedBody> {
  return { body: Buffer.from(text), bytes, coding: undefined };
}

/** A coding the client gives a weight of 0 is not used. */
function chooseEncoding(acceptEncoding: string | undefined, bytes: number): string | undefined {
  if (acceptEncoding === undefined || bytes < WORTH_COMPRESSING) return undefined;
  const accepted = acceptEncoding
    .toLowerCase()
    .split(',', CODINGS_READ)
    .map((part) => part.trim())
    .filter((part) => !/;\s*q=0(\.0{0,3})?$/.test(part))
    .map((part) => part.split(';', 1)[0]?.trim());
  return [...COMPRESSORS.keys()].find((coding) => accepted.includes(coding));
}

async function compress(text: string, coding: string): Promise<EncodedBody> {
  const compressor = COMPRESSORS.get(coding);
  if (!compressor) throw new RangeError(`No compressor for ${coding}.`);
  const body = await compressor(text);
  return { body, bytes: body.length, coding };
}
