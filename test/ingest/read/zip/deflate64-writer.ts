/** A Deflate64 stream written block by block, with the matches the test asks for. */
export class Deflate64Writer {
  private readonly bytes: number[] = [];
  private bits = 0;
  private count = 0;

  stored(data: Uint8Array, last = false): this {
    this.put(last ? 1 : 0, 1)
      .put(0, 2)
      .align();
    this.bytes.push(
      data.length & 255,
      data.length >> 8,
      ~data.length & 255,
      (~data.length >> 8) & 255,
      ...data,
    );
    return this;
  }

  fixed(items: readonly Item[], last = false): this {
    this.put(last ? 1 : 0, 1).put(1, 2);
    for (const item of [...items, END]) this.item(item, fixedCode, (code) => [code, 5]);
    return this;
  }

  /** Literal codes of 9 bits for all 288 symbols but the first 224, which have 8; distance codes of 5 bits. */
  dynamic(items: readonly Item[], last = false): this {
    const literals = canonical(Array.from({ length: 286 }, (_, symbol) => (symbol < 226 ? 8 : 9)));
    this.put(last ? 1 : 0, 1)
      .put(2, 2)
      .put(29, 5)
      .put(31, 5);
    this.sendLengths();
    for (const item of [...items, END])
      this.item(
        item,
        (symbol) => at(literals, symbol),
        (code) => [code, 5],
      );
    return this;
  }

  /** Repeated lengths through the codes 16, 17 and 18 are in the file made by 7-Zip. */
  private sendLengths(): void {
    // Order 16 17 18 0 8 7 9 6 10 5: the lengths 8, 9 and 5 get codes of 1, 2 and 2 bits.
    const own = [0, 0, 0, 0, 1, 0, 2, 0, 0, 2];
    this.put(own.length - 4, 4);
    for (const length of own) this.put(length, 3);
    // Canonical: 8 -> 0, 5 -> 10, 9 -> 11.
    for (let symbol = 0; symbol < 286; symbol += 1) this.code(symbol < 226 ? 0 : 0b11, symbol < 226 ? 1 : 2);
    for (let distance = 0; distance < 32; distance += 1) this.code(0b10, 2);
  }

  end(): Buffer {
    this.align();
    return Buffer.from(this.bytes);
  }

  private item(item: Item, literal: (symbol: number) => Code, distance: (code: number) => Code): void {
    if (typeof item === 'number') {
      this.code(...literal(item));
      return;
    }
    const [symbol, extra, extraBits] = lengthSymbol(item.length);
    this.code(...literal(symbol)).put(extra, extraBits);
    const [code, more, moreBits] = distanceSymbol(item.distance);
    this.code(...distance(code)).put(more, moreBits);
  }

  private put(value: number, length: number): this {
    for (let bit = 0; bit < length; bit += 1) this.bit((value >>> bit) & 1);
    return this;
  }

  private code(value: number, length: number): this {
    for (let bit = length - 1; bit >= 0; bit -= 1) this.bit((value >>> bit) & 1);
    return this;
  }

  private bit(value: number): void {
    this.bits |= value << this.count;
    this.count += 1;
    if (this.count < 8) return;
    this.bytes.push(this.bits);
    this.bits = 0;
    this.count = 0;
  }

  private align(): void {
    while (this.count > 0) this.bit(0);
  }
}

/** A literal byte, or a match. */
export type Item = number | { readonly length: number; readonly distance: number };
type Code = readonly [value: number, length: number];

const END = 256;

/** What the items stand for. */
export function expand(items: readonly Item[], before: readonly number[] = []): number[] {
  const out = [...before];
  for (const item of items) {
    if (typeof item === 'number') out.push(item);
    else for (let index = 0; index < item.length; index += 1) out.push(at(out, out.length - item.distance));
  }
  return out.slice(before.length);
}

function fixedCode(symbol: number): Code {
  if (symbol < 144) return [0x30 + symbol, 8];
  if (symbol < 256) return [0x190 + symbol - 144, 9];
  return symbol < 280 ? [symbol - 256, 7] : [0xc0 + symbol - 280, 8];
}

function canonical(lengths: readonly number[]): Code[] {
  let code = 0;
  const codes: Code[] = [];
  for (let length = 1; length <= 15; length += 1, code <<= 1) {
    lengths.forEach((own, symbol) => {
      if (own !== length) return;
      codes[symbol] = [code, length];
      code += 1;
    });
  }
  return codes;
}

/** From the tables of APPNOTE.TXT and RFC 1951, by search: slow and plain. */
function lengthSymbol(length: number): readonly [symbol: number, extra: number, bits: number] {
  if (length > 258 || length === 258) return [285, length - 3, 16];
  let base = 3;
  for (let symbol = 257; symbol < 285; symbol += 1) {
    const bits = symbol < 265 ? 0 : (symbol - 261) >> 2;
    if (length < base + 2 ** bits) return [symbol, length - base, bits];
    base += 2 ** bits;
  }
  return [285, length - 3, 16];
}

function distanceSymbol(distance: number): readonly [symbol: number, extra: number, bits: number] {
  let base = 1;
  for (let symbol = 0; symbol < 32; symbol += 1) {
    const bits = symbol < 4 ? 0 : (symbol >> 1) - 1;
    if (distance < base + 2 ** bits) return [symbol, distance - base, bits];
    base += 2 ** bits;
  }
  throw new Error('The distance is beyond the window.');
}

function at<T>(items: readonly T[], index: number): T {
  return items[index] as T;
}
