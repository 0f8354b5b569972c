import type BetterSqlite3 from 'better-sqlite3';

export { Database } from '../../../platform/sqlite-module.js';

export type Sqlite = BetterSqlite3.Database;
