import type { Migration } from '../database.js';

export const LIVE_MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    name: 'records and searches',
    up: `
      CREATE TABLE records (
        id TEXT PRIMARY KEY,
        source TEXT NOT NULL,
        document TEXT,
        absent TEXT,
        facets TEXT,
        hash TEXT,
        changed_at INTEGER,
        read_at INTEGER NOT NULL
      ) WITHOUT ROWID;
      CREATE INDEX records_read ON records (read_at);
      CREATE TABLE searches (
        source TEXT NOT NULL,
        text TEXT NOT NULL,
        ids TEXT NOT NULL,
        more INTEGER NOT NULL,
        read_at INTEGER NOT NULL,
        PRIMARY KEY (source, text)
      ) WITHOUT ROWID;
      CREATE INDEX searches_read ON searches (read_at);
    `,
  },
];
