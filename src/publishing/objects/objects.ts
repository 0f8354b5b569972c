/** A store of objects of little more than 16 MiB at most. A name is never written again with different bytes. */
export interface Objects {
  /** Resolves when the object survives a crash of this machine. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Rejects with `ObjectMissingError` if there is none. */
  get(name: string): Promise<Buffer>;
  /** Lists the objects whose names have the prefix, in no order; may omit one that was just written. */
  list(prefix: string): AsyncIterable<ListedObject>;
  /** A missing object is not an error. */
  remove(names: readonly string[]): Promise<void>;
}

export interface ListedObject {
  readonly name: string;
  readonly bytes: number;
  /** Milliseconds since 1970, by the store's clock. */
  readonly changedAt: number;
}

/** The object store responded that the object does not exist. */
export class ObjectMissingError extends Error {
  override readonly name = 'ObjectMissingError';

  constructor(object: string) {
    super(`${object} is missing from the publications store.`);
  }
}

/** The object store did not respond, or denied the request; the message is one sentence without secrets. */
export class ObjectsAwayError extends Error {
  override readonly name = 'ObjectsAwayError';
}

/** Max size of an object: longer responses are not read. */
export const MAX_OBJECT_BYTES = 32 * 2 ** 20;

/** Throws if the name could refer to another location. */
export function checkName(name: string): string {
  if (/^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/.test(name)) return name;
  throw new RangeError(`${JSON.stringify(name)} is not a valid object name.`);
}
