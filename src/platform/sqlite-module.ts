import { createRequire } from 'node:module';
import { join } from 'node:path';
import type BetterSqlite3 from 'better-sqlite3';
import { packageRoot } from './package-root.js';

/**
 * better-sqlite3 13 brings its binaries along and needs Node-API 10, which Node has from 22.14 on. Older versions of Node take 12, which
 * is compiled for them in `node20`. Never both in one process: one copy of SQLite would release the file locks of the other.
 */
const INSTALLED_IN = Number(process.versions.napi) >= 10 ? '.' : 'node20';

/**
 * The only native module of the program. The main thread must load it before it starts a thread: Node unloads a native module with the
 * last thread that loaded it, and what it left behind (finalizers, thread-local data) then ends the process by SIGSEGV.
 */
export const Database: typeof BetterSqlite3 = createRequire(
  join(packageRoot(), INSTALLED_IN, 'package.json'),
)('better-sqlite3');
