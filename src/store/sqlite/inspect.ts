import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CATALOG_MIGRATIONS } from './catalog/schema.js';
import { type Migration, schemaVersion } from './database.js';
import { Database, type Sqlite } from './driver.js';
import { LEDGER_MIGRATIONS } from './ledger/migrations.js';
import { LINKS_MIGRATIONS } from './links/schema.js';

/**
 * The files of a store's folder, with what each must have. A backup copies them in this order: links that are older
 * than the catalog are only made again, newer ones would pass for made from records that the catalog does not hold.
 */
export const STORE_FILES: readonly { readonly name: string; readonly migrations: readonly Migration[] }[] = [
  { name: 'links.db', migrations: LINKS_MIGRATIONS },
  { name: 'catalog.db', migrations: CATALOG_MIGRATIONS },
  { name: 'ledger.db', migrations: LEDGER_MIGRATIONS },
];

export interface StoreFileState {
  readonly name: string;
  readonly state: 'missing' | 'damaged' | 'older' | 'newer' | 'current';
  /** What SQLite said, where damaged. */
  readonly detail: string | null;
}

/** Looks at each file without changing it. Only the ledger is read to its end: a large catalog would take minutes. */
export function inspectStoreFiles(folder: string): readonly StoreFileState[] {
  return STORE_FILES.map(({ name, migrations }) => inspect(folder, name, migrations.length));
}

function inspect(folder: string, name: string, known: number): StoreFileState {
  const path = join(folder, name);
  if (!existsSync(path)) return { name, state: 'missing', detail: null };
  try {
    const database = new Database(path, { readonly: true });
    try {
      const damage = name === 'ledger.db' ? damageOf(database) : null;
      if (damage !== null) return { name, state: 'damaged', detail: damage };
      return { name, state: compared(schemaVersion(database), known), detail: null };
    } finally {
      database.close();
    }
  } catch (error) {
    return { name, state: 'damaged', detail: error instanceof Error ? error.message : String(error) };
  }
}

function damageOf(database: Sqlite): string | null {
  const said = database.prepare<[], string>('PRAGMA quick_check(1)').pluck().get() ?? 'unreadable';
  return said === 'ok' ? null : said;
}

function compared(found: number, known: number): 'older' | 'newer' | 'current' {
  if (found === known) return 'current';
  return found < known ? 'older' : 'newer';
}
