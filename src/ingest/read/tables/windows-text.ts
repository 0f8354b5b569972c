import { isUtf8 } from 'node:buffer';
import type { Warn } from '../../../sources/declare/index.js';

/**
 * Decodes files of a publisher that mixes UTF-8 and Windows-1252: invalid UTF-8 is decoded as Windows-1252, in which every byte
 * is a character, so that no name is lost. Drops a byte order mark. Reported once a file as `windows_1252`.
 */
export class WindowsText {
  #rest: Buffer = Buffer.alloc(0);
  #atStart = true;
  #isReported = false;

  constructor(
    private readonly label: string,
    private readonly warn: Warn,
  ) {}

  push(chunk: Buffer): string {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const end = bytes.length - unfinished(bytes);
    this.#rest = Buffer.from(bytes.subarray(end));
    return this.#decode(bytes.subarray(0, end));
  }

  end(): string {
    const last = this.#rest;
    this.#rest = Buffer.alloc(0);
    return this.#decode(last);
  }

  #decode(bytes: Buffer): string {
    const text = isUtf8(bytes) ? bytes.toString('utf8') : this.#decodeMixed(bytes);
    if (!this.#atStart || text === '') return text;
    this.#atStart = false;
    return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  }

  #decodeMixed(bytes: Buffer): string {
    if (!this.#isReported) this.warn('windows_1252', this.label);
    this.#isReported = true;
    let text = '';
    let start = 0;
    for (let at = 0; at < bytes.length; ) {
      const length = sequenceLength(bytes[at] ?? 0);
      if (length > 0 && isUtf8(bytes.subarray(at, at + length))) {
        at += length;
        continue;
      }
      text += bytes.toString('utf8', start, at) + ofWindows(bytes[at] ?? 0);
      at += 1;
      start = at;
    }
    return text + bytes.toString('utf8', start);
  }
}

/** Windows-1252 from 0x80 to 0x9F; above, it equals Latin-1. TextDecoder in Node 20 treats all of it as Latin-1. */
const SIGNS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** Decodes Windows-1252, also for XML that declares ISO-8859-1, as browsers do: names contain no C1 controls. */
export function fromWindows(bytes: Buffer): string {
  return bytes.toString('latin1').replace(/[\x80-\x9f]/g, (character) => ofWindows(character.charCodeAt(0)));
}

function ofWindows(byte: number): string {
  return SIGNS[byte - 0x80] ?? String.fromCharCode(byte);
}

/** Length of the UTF-8 sequence that starts with the byte; 0 if none. */
function sequenceLength(byte: number): number {
  if (byte < 0x80) return 1;
  if (byte < 0xc2 || byte > 0xf4) return 0;
  return byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
}

/** Number of trailing bytes that may belong to an incomplete sequence. */
function unfinished(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return sequenceLength(byte) > back ? back : 0;
  }
  return 0;
}
