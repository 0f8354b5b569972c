/** The weight of a value without its texts: an object, its strings' heads, its place in a map. */
const OVERHEAD = 300;
const REMEMBERED = 2 ** 16;

interface Traits<Value> {
  /** Characters of its texts; nearly all of them are one byte. */
  readonly size: (value: Value) => number;
  /** A whole number that hardly two of them share. */
  readonly mark: (value: Value) => number;
}

/**
 * Values that are asked for again and again, of one version of the data they are made of. One is kept at its second
 * asking: if keys are asked for evenly, to keep values that nobody asks for again costs more than it saves. All are
 * dropped when the version changes.
 */
export class VersionedCache<Key, Value> {
  readonly #traits: Traits<Value>;
  readonly #maxCharacters: number;
  #version = 0;
  /** When it is full it becomes `#old`, and the entries of `#old` that nobody asked for are dropped. */
  #young = new Map<Key, Value>();
  #old = new Map<Key, Value>();
  #characters = 0;
  /** Marks of what was offered lately, each in the slot of its low digits. Made at the first offer: many caches see none. */
  #lastOffered: Float64Array | undefined;

  constructor(traits: Traits<Value>, kib: number) {
    this.#traits = traits;
    // Two halves.
    this.#maxCharacters = (kib * 1024) / 2;
  }

  find(key: Key, version: number): Value | undefined {
    if (version !== this.#version) this.#forget(version);
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.#keep(key, old);
    return old;
  }

  /** Keeps the value, which is of the version that was asked for last, if it is offered again. */
  offer(key: Key, value: Value): void {
    const mark = this.#traits.mark(value);
    const slot = mark % REMEMBERED;
    this.#lastOffered ??= new Float64Array(REMEMBERED).fill(-1);
    if (this.#lastOffered[slot] === mark) this.#keep(key, value);
    else this.#lastOffered[slot] = mark;
  }

  /** `read` reads the data of that version; what is not there is not kept. */
  get(key: Key, version: number, read: (key: Key) => Value | undefined): Value | undefined {
    const known = this.find(key, version);
    if (known !== undefined) return known;
    const value = read(key);
    if (value !== undefined) this.offer(key, value);
    return value;
  }

  #keep(key: Key, value: Value): void {
    const characters = this.#traits.size(value) + OVERHEAD;
    if (this.#characters + characters > this.#maxCharacters) {
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
