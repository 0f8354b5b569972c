import { join } from 'node:path';
import { Database } from './driver.js';
import { STORE_FILES } from './inspect.js';

/** All pages in one step: one moment of the file, which no writer can make the copy begin anew. */
const ALL_PAGES = 0x7fffffff;

/**
 * Copies the store of a folder, each file as it is at one moment, while others write. The ledger comes last: nothing
 * in it points into the other files. Returns the names of the copies.
 */
export async function backUpStore(folder: string, target: string): Promise<readonly string[]> {
  for (const { name } of STORE_FILES) {
    const database = new Database(join(folder, name), { readonly: true, fileMustExist: true });
    try {
      await database.backup(join(target, name), { progress: () => ALL_PAGES });
    } finally {
      database.close();
    }
  }
  return STORE_FILES.map(({ name }) => name);
}
