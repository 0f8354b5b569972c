/** The size of a value without its texts, in bytes: an object, the headers of its strings, its map entry. */
const OVERHEAD = 300;
const REMEMBERED = 2 ** 16;

interface Traits<Value> {
  /** Returns the number of characters of its texts, nearly all of which take one byte. */
  readonly size: (value: Value) => number;
  /** Returns an integer that is nearly unique. */
  readonly mark: (value: Value) => number;
}

/**
 * Caches values of one version of the data. A value is stored only when it is offered a second time: if keys are requested
 * evenly, storing values that are not requested again costs more than it saves. A change of version clears the cache.
 */
export class VersionedCache<Key, Value> {
  readonly #traits: Traits<Value>;
  readonly #maxCharacters: number;
  #version = 0;
  /** When it is full, it replaces `#old`, and entries of `#old` that were not used since are dropped. */
  #young = new Map<Key, Value>();
  #old = new Map<Key, Value>();
  #characters = 0;
  /**
   * Marks of recently offered values, each in the slot of its low digits. Allocated on the first offer: many caches never get
   * one.
   */
  #lastOffered: Float64Array | undefined;

  constructor(traits: Traits<Value>, kib: number) {
    this.#traits = traits;
    // Split between two maps.
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

  /** Stores the value if it was offered before. It must be of the version of the last lookup. */
  offer(key: Key, value: Value): void {
    const mark = this.#traits.mark(value);
    const slot = mark % REMEMBERED;
    this.#lastOffered ??= new Float64Array(REMEMBERED).fill(-1);
    if (this.#lastOffered[slot] === mark) this.#keep(key, value);
    else this.#lastOffered[slot] = mark;
  }

  /** `read` must read the data of that version. Missing values are not cached. */
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
