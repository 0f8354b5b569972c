import { createRequire } from 'node:module';
import { join } from 'node:path';
import type BetterSqlite3 from 'better-sqlite3';
import { packageRoot } from './package-root.js';

/**
 * better-sqlite3 13 includes binaries and requires Node-API 10 (Node 22.14 and newer). Older Node versions
 * use 12, which is compiled in `node20`. Never load both in one process: one copy of SQLite would release the
 * other's file locks.
 */
const INSTALLED_IN = Number(process.versions.napi) >= 10 ? '.' : 'node20';

/**
 * The program's only native module. The main thread must load it before starting a thread: Node unloads a
 * native module with the last thread that loaded it, and leftover finalizers then crash the process.
 */
export const Database: typeof BetterSqlite3 = createRequire(
  join(packageRoot(), INSTALLED_IN, 'package.json'),
)('better-sqlite3');
