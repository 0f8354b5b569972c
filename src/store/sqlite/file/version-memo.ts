/** Caches values of few keys until the file's version changes. */
export class VersionMemo<Key, Value> {
  readonly #read: (key: Key) => Value;
  readonly #values = new Map<Key, Value>();
  #version = 0;

  constructor(read: (key: Key) => Value) {
    this.#read = read;
  }

  get(key: Key, version: number): Value {
    if (version !== this.#version) {
      this.#values.clear();
      this.#version = version;
    }
    const known = this.#values.get(key);
    if (known !== undefined || this.#values.has(key)) return known as Value;
    const value = this.#read(key);
    this.#values.set(key, value);
    return value;
  }
}
