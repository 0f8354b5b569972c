/** Memory for a catalog's entities, filings and filers together. */
export const HOT_KIB = 96 * 1024;
/** Two halves of each. */
const PARTS = 6;
/** The weight of a record beside its texts: an object, its strings' heads, its place in a map. */
const OVERHEAD = 300;
const REMEMBERED = 2 ** 16;

export interface RecordTraits<Value> {
  /** Characters of its texts; nearly all of them are one byte. */
  readonly size: (value: Value) => number;
  /** A whole number that hardly two of them share. */
  readonly mark: (value: Value) => number;
  /** The record that is kept in its place, if that says so of itself. */
  readonly asKept?: (value: Value) => Value;
}

/**
 * Records that are asked for again and again. One is kept at its second asking: where keys are asked for evenly, to
 * keep what nobody asks for again costs more than the reads it saves. All are dropped when the file's version
 * changes, so what is answered is what the file holds.
 */
export class HotRecords<Key, Value> {
  readonly #kept: RecordTraits<Value>;
  readonly #mostCharacters: number;
  #version = 0;
  /** Filled until it is full, then it becomes `#old`: what was not asked for meanwhile falls out. */
  #young = new Map<Key, Value>();
  #old = new Map<Key, Value>();
  #characters = 0;
  /** Marks of what was read lately, each in the slot of its low digits. */
  readonly #lastRead = new Float64Array(REMEMBERED).fill(-1);

  /** `kib`: for all of the catalog's hot records. */
  constructor(kept: RecordTraits<Value>, kib = HOT_KIB) {
    this.#kept = kept;
    this.#mostCharacters = (kib * 1024) / PARTS;
  }

  /** `version` is that of the file `read` reads; what is not there is not kept. */
  get(key: Key, version: number, read: (key: Key) => Value | undefined): Value | undefined {
    if (version !== this.#version) this.#forget(version);
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) {
      this.#keep(key, old);
      return old;
    }
    const value = read(key);
    if (value === undefined || !this.#wasRead(value)) return value;
    const kept = this.#kept.asKept?.(value) ?? value;
    this.#keep(key, kept);
    return kept;
  }

  #wasRead(value: Value): boolean {
    const mark = this.#kept.mark(value);
    const slot = mark % REMEMBERED;
    if (this.#lastRead[slot] === mark) return true;
    this.#lastRead[slot] = mark;
    return false;
  }

  #keep(key: Key, value: Value): void {
    const characters = this.#kept.size(value) + OVERHEAD;
    if (this.#characters + characters > this.#mostCharacters) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#characters = 0;
    }
    this.#characters += characters;
    this.#young.set(key, value);
  }

  #forget(version: number): void {
    this.#version = version;
    this.#young.clear();
    this.#old.clear();
    this.#characters = 0;
  }
}
