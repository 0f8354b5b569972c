import { DatabaseFileError, DatabaseMissingError, LinksUnavailableError } from '../../errors.js';
import type { OnReadFault } from '../shared-read-transactions.js';
import type { SqliteLinks } from './links.js';

const FILE = 'links.db';
const RETRY_MS = 5_000;
/** Codes of SQLite if the file is damaged or missing, or its disk fails. */
const DAMAGE = /^SQLITE_(?:CORRUPT|NOTADB|CANTOPEN|IOERR)/;
/** Members of the links that have functions of their own. */
const PARTS: readonly PropertyKey[] = ['candidates', 'candidateEntities'];

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
  const functionsOf = (of: () => object): object => {
    const made = new Map<PropertyKey, unknown>();
    const make = (name: PropertyKey) => {
      if (PARTS.includes(name)) return functionsOf(() => (of() as Record<PropertyKey, object>)[name] ?? {});
      return (...args: readonly unknown[]) => {
        try {
          const result = (of() as Functions)[name]?.(...args);
          if (!(result instanceof Promise)) return result;
          return result.catch((error: unknown) => {
            throw faultOf(error);
          });
        } catch (error) {
          const fault = faultOf(error);
          // Answers are not kept then.
          if (name === 'version' && fault instanceof LinksUnavailableError) return undefined;
          throw fault;
        }
      };
    };
    return new Proxy(
      {},
      {
        get: (_, name) => {
          const known = made.get(name) ?? make(name);
          made.set(name, known);
          return known;
        },
      },
    );
  };
  try {
    current();
  } catch (error) {
    const fault = faultOf(error);
    if (!(fault instanceof LinksUnavailableError)) throw error;
  }
  const tolerated = functionsOf(current) as SqliteLinks;
  return new Proxy(tolerated, {
    get: (links, name) => (name === 'close' ? () => opened?.close() : links[name as keyof SqliteLinks]),
  });
}

function isDamage(error: unknown): boolean {
  if (error instanceof DatabaseMissingError || error instanceof DatabaseFileError) return true;
  return error instanceof Error && DAMAGE.test(String((error as { code?: unknown }).code));
}
