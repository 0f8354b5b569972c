import { DatabaseFileError, DatabaseMissingError, LinksUnavailableError } from '../../errors.js';
import type { OnReadFault } from '../file/shared-read-transactions.js';
import type { SqliteLinks } from './links.js';

const FILE = 'links.db';
const RETRY_MS = 5_000;
/** SQLite's codes if the file is damaged or missing, or its disk fails. */
const DAMAGE = /^SQLITE_(?:CORRUPT|NOTADB|CANTOPEN|IOERR)/;
type Functions = Readonly<Record<PropertyKey, (...args: readonly unknown[]) => unknown>>;

/**
 * Opens links for serving. They are derived from the catalog, so records are served without them: if the file is damaged or
 * missing, reads throw `LinksUnavailableError`, and a file that could not be opened is tried again. Throws
 * `SchemaMismatchError`.
 */
export function openToleratedLinks(
  open: () => SqliteLinks,
  onFault: OnReadFault = () => undefined,
): SqliteLinks {
  let opened: SqliteLinks | undefined;
  let retryAt = 0;
  const current = (): SqliteLinks => {
    if (opened) return opened;
    if (performance.now() < retryAt) throw new LinksUnavailableError('The links cannot be opened.');
    retryAt = performance.now() + RETRY_MS;
    opened = open();
    return opened;
  };
  const faultOf = (error: unknown): unknown => {
    if (!isDamage(error)) return error;
    onFault(FILE);
    return new LinksUnavailableError('The links cannot be read.', { cause: error });
  };
  /** A member of the links: a function, or a part that has members itself. */
  const memberOf = (of: () => object, name: PropertyKey): unknown => {
    const parts = new Map<PropertyKey, unknown>();
    const call = (...args: readonly unknown[]) => {
      try {
        const result = (of() as Functions)[name]?.(...args);
        if (!(result instanceof Promise)) return result;
        return result.catch((error: unknown) => {
          throw faultOf(error);
        });
      } catch (error) {
        const fault = faultOf(error);
        // Without a version, responses are not cached.
        if (name === 'version' && fault instanceof LinksUnavailableError) return undefined;
        throw fault;
      }
    };
    return new Proxy(call, {
      get: (_, part) => {
        const known =
          parts.get(part) ?? memberOf(() => (of() as Record<PropertyKey, object>)[name] ?? {}, part);
        parts.set(part, known);
        return known;
      },
    });
  };
  try {
    current();
  } catch (error) {
    const fault = faultOf(error);
    if (!(fault instanceof LinksUnavailableError)) throw error;
  }
  const members = new Map<PropertyKey, unknown>([['close', () => opened?.close()]]);
  return new Proxy({} as SqliteLinks, {
    get: (_, name) => {
      const known = members.get(name) ?? memberOf(current, name);
      members.set(name, known);
      return known;
    },
  });
}

function isDamage(error: unknown): boolean {
  if (error instanceof DatabaseMissingError || error instanceof DatabaseFileError) return true;
  return error instanceof Error && DAMAGE.test(String((error as { code?: unknown }).code));
}
