import { BitReader } from './bit-reader.js';
import { buildHuffman, type HuffmanCode, walkHuffman } from './huffman.js';

/**
 * Deflate64 (method 9 of APPNOTE.TXT 4.4.5): deflate with a 64 KB window, in which length code 285 has 16 extra bits (3 to
 * 65,538) and distance codes 30 and 31 reach back 65,536 bytes. Node's zlib does not support it; Florida's quarterly file uses
 * it.
 */
const WINDOW = 65_536;
const LONGEST_MATCH = 65_538;
const PIECE = 262_144;

const LENGTH_BASE = Uint16Array.of(
  ...[3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115],
  ...[131, 163, 195, 227, 3],
);
const LENGTH_BITS = Uint8Array.of(
  ...[0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4],
  ...[5, 5, 5, 5, 16],
);
const DISTANCE_BITS = Uint8Array.from({ length: 32 }, (_, code) => (code < 2 ? 0 : (code >> 1) - 1));
const DISTANCE_BASE = Uint16Array.from({ length: 32 }, (_, code) =>
  code < 2 ? code + 1 : ((2 + (code & 1)) << ((code >> 1) - 1)) + 1,
);
const CODE_LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const END_OF_BLOCK = 256;

/** The data is not Deflate64. */
export class Inflate64Error extends Error {
  override readonly name = 'Inflate64Error';
}

/**
 * Pieces of about 256 KB of decompressed data, each a copy of its own. `refill` returns the next piece of input, or
 * undefined at its end. Throws Inflate64Error on damaged data and EndOfBits on data cut short.
 */
export function* inflate64(refill: () => Uint8Array | undefined): Generator<Uint8Array<ArrayBuffer>> {
  const decoder = new Decoder(new BitReader(refill));
  for (let done = false; !done; ) {
    done = decoder.fillPiece();
    const piece = decoder.takePiece();
    if (piece.length > 0) yield piece;
  }
}

type Block =
  | { readonly kind: 'stored'; left: number }
  | { readonly kind: 'coded'; readonly literals: HuffmanCode; readonly distances: HuffmanCode };

class Decoder {
  readonly #out = new Uint8Array(WINDOW + PIECE + LONGEST_MATCH);
  /** Decoded data that is not yet returned is from `taken` to `end`, preceded by up to 64 KB of history. */
  #taken = 0;
  #end = 0;
  #block: Block | undefined;
  #last = false;

  constructor(private readonly input: BitReader) {}

  /** Decodes until a piece is full; returns true after the last block. */
  fillPiece(): boolean {
    const stop = this.#taken + PIECE;
    while (this.#end < stop) {
      if (this.#block === undefined) {
        if (this.#last) return true;
        this.#block = this.#openBlock();
      }
      const closed =
        this.#block.kind === 'stored' ? this.#copyStored(this.#block, stop) : this.#decode(this.#block, stop);
      this.input.check();
      if (closed) this.#block = undefined;
    }
    return false;
  }

  takePiece(): Uint8Array<ArrayBuffer> {
    const piece = this.#out.slice(this.#taken, this.#end);
    const keep = Math.min(this.#end, WINDOW);
    this.#out.copyWithin(0, this.#end - keep, this.#end);
    this.#taken = keep;
    this.#end = keep;
    return piece;
  }

  #openBlock(): Block {
    this.#last = this.input.take(1) === 1;
    const type = this.input.take(2);
    if (type === 0) return this.#openStored();
    if (type === 1) return FIXED_BLOCK;
    if (type === 2) return this.#openDynamic();
    throw this.#fault('block type 3 does not exist');
  }

  #openStored(): Block {
    this.input.skipToByte();
    const length = this.input.take(16);
    const complement = this.input.take(16);
    this.input.check();
    if ((length ^ complement) !== 0xffff) throw this.#fault('a stored block has an invalid length');
    return { kind: 'stored', left: length };
  }

  #openDynamic(): Block {
    const literalCount = this.input.take(5) + 257;
    const distanceCount = this.input.take(5) + 1;
    const lengths = this.#readCodeLengths(literalCount + distanceCount);
    return {
      kind: 'coded',
      literals: this.#codeOf(lengths.subarray(0, literalCount)),
      distances: this.#codeOf(lengths.subarray(literalCount)),
    };
  }

  #readCodeLengths(total: number): Uint8Array {
    const own = new Uint8Array(19);
    const sent = this.input.take(4) + 4;
    for (const symbol of CODE_LENGTH_ORDER.slice(0, sent)) own[symbol] = this.input.take(3);
    const code = this.#codeOf(own);
    const lengths = new Uint8Array(total);
    for (let filled = 0; filled < total; ) {
      const symbol = this.#nextSymbol(code);
      const repeat =
        symbol < 16 ? 1 : this.input.take(REPEAT_BITS[symbol - 16] as number) + (symbol === 18 ? 11 : 3);
      if (filled + repeat > total || (symbol === 16 && filled === 0)) {
        throw this.#fault('the code lengths of a block are inconsistent');
      }
      const value = symbol < 16 ? symbol : symbol === 16 ? (lengths[filled - 1] as number) : 0;
      lengths.fill(value, filled, filled + repeat);
      filled += repeat;
    }
    this.input.check();
    return lengths;
  }

  #nextSymbol(code: HuffmanCode): number {
    this.input.fill();
    const entry = code.fast[this.input.bits & code.fastMask] || walkHuffman(code, this.input.bits);
    if (entry < 0) throw this.#fault('invalid code');
    this.input.drop(entry & 15);
    return entry >> 4;
  }

  #copyStored(block: { left: number }, stop: number): boolean {
    while (block.left > 0 && this.#end < stop) {
      this.#out[this.#end] = this.input.take(8);
      this.#end += 1;
      block.left -= 1;
    }
    return block.left === 0;
  }

  /** The hot loop; returns true at the end of the block. */
  #decode(block: Extract<Block, { kind: 'coded' }>, stop: number): boolean {
    const out = this.#out;
    const { input } = this;
    const { fast, fastMask } = block.literals;
    let end = this.#end;
    while (end < stop) {
      if (input.count < 15) input.fill();
      const entry = fast[input.bits & fastMask] || walkHuffman(block.literals, input.bits);
      if (entry < 0) throw this.#fault('invalid code');
      input.drop(entry & 15);
      const symbol = entry >> 4;
      if (symbol < END_OF_BLOCK) {
        out[end] = symbol;
        end += 1;
      } else if (symbol === END_OF_BLOCK) {
        this.#end = end;
        return true;
      } else {
        end = this.#copyMatch(symbol - 257, block.distances, end);
      }
    }
    this.#end = end;
    return false;
  }

  #copyMatch(lengthCode: number, distances: HuffmanCode, end: number): number {
    if (lengthCode >= LENGTH_BASE.length) throw this.#fault('invalid length code');
    const out = this.#out;
    const { input } = this;
    const length = (LENGTH_BASE[lengthCode] as number) + input.take(LENGTH_BITS[lengthCode] as number);
    const distanceCode = this.#nextSymbol(distances);
    const distance =
      (DISTANCE_BASE[distanceCode] as number) + input.take(DISTANCE_BITS[distanceCode] as number);
    if (distance > end) throw this.#fault('a match distance points before the first byte');
    const from = end - distance;
    if (distance >= length && length > 48) out.copyWithin(end, from, from + length);
    else for (let index = 0; index < length; index += 1) out[end + index] = out[from + index] as number;
    return end + length;
  }

  #codeOf(lengths: Uint8Array): HuffmanCode {
    const code = buildHuffman(lengths);
    if (code === undefined) throw this.#fault('the code lengths of a block form no valid code');
    return code;
  }

  /** Truncated data looks damaged too; then truncation is reported. */
  #fault(message: string): Inflate64Error {
    this.input.check();
    return new Inflate64Error(message);
  }
}

const REPEAT_BITS = [2, 3, 7];

const FIXED_BLOCK: Block = {
  kind: 'coded',
  literals: fixedCode(
    Uint8Array.from({ length: 288 }, (_, symbol) =>
      symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8,
    ),
  ),
  distances: fixedCode(new Uint8Array(32).fill(5)),
};

function fixedCode(lengths: Uint8Array): HuffmanCode {
  const code = buildHuffman(lengths);
  if (code === undefined) throw new Inflate64Error('the fixed code is not a prefix code');
  return code;
}
