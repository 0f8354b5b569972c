import { createRequire } from 'node:module';
import type BetterSqlite3 from 'better-sqlite3';

export type Sqlite = BetterSqlite3.Database;

/**
 * better-sqlite3 13 needs Node-API 10, which Node has from 22.14 on; 12 does without, but compiled with the headers of
 * Node 24.19 or later it aborts (ADR 1). Never both in one process: one SQLite would give up the other's file locks.
 */
const PACKAGE = Number(process.versions.napi) >= 10 ? 'better-sqlite3-13' : 'better-sqlite3';

export const Database: typeof BetterSqlite3 = createRequire(import.meta.url)(PACKAGE);
