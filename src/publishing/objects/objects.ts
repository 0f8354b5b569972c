/** Whole objects of at most 16 MiB and a little; a name is never written twice with other bytes. */
export interface Objects {
  /** Resolves when the object outlives a crash of this machine. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Rejects with `ObjectMissingError` where there is none. */
  get(name: string): Promise<Buffer>;
  /** Those whose names begin so, in no order; one that was just written may be left out. */
  list(prefix: string): AsyncIterable<ListedObject>;
  /** A missing file is not an error. */
  remove(names: readonly string[]): Promise<void>;
}

export interface ListedObject {
  readonly name: string;
  readonly bytes: number;
  /** Milliseconds since 1970, the store's. */
  readonly changedAt: number;
}

/** The store of objects answered that it does not hold one. */
export class ObjectMissingError extends Error {
  override readonly name = 'ObjectMissingError';

  constructor(object: string) {
    super(`${object} is missing where versions are published.`);
  }
}

/** The store of objects did not answer, or refused; the message is one sentence without secrets. */
export class ObjectsAwayError extends Error {
  override readonly name = 'ObjectsAwayError';
}

/** No object is longer: what a store sends beyond it is not read. */
export const OBJECT_MOST_BYTES = 32 * 2 ** 20;

/** Throws for a name that could lead elsewhere. */
export function checkName(name: string): string {
  if (/^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/.test(name)) return name;
  throw new RangeError(`${JSON.stringify(name)} is no name of an object.`);
}
