import { rmSync } from 'node:fs';
import type { EntityRow } from '../../../domain/entity.js';
import type { LiveRecord } from '../../../domain/live.js';
import { type LiveAnswer, type LiveCache, type LiveSearchFound, SchemaMismatchError } from '../../store.js';
import { type Migration, openDatabase } from '../file/database.js';
import type { Sqlite } from '../file/driver.js';
export type OpenLiveCache = LiveCache & { close(): void };

/** Opens the cache in a file of its own. A file of another version is discarded: everything in it can be fetched again. */
export function openLiveCache(path: string): OpenLiveCache {
  try {
    return sqliteLiveCache(open(path));
  } catch (error) {
    if (!(error instanceof SchemaMismatchError)) throw error;
    for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
    return sqliteLiveCache(open(path));
  }
}

function open(path: string): Sqlite {
  return openDatabase({ path, migrations: LIVE_MIGRATIONS, schema: 'migrate', synchronous: 'normal' });
}

function sqliteLiveCache(database: Sqlite): OpenLiveCache {
  const select = database.prepare<[string], RecordColumns>('SELECT * FROM records WHERE id = ?');
  const selectSearch = database.prepare<[string, string], SearchColumns>(
    'SELECT ids, more, read_at FROM searches WHERE source = ? AND text = ?',
  );
  const upsert = database.prepare(
    `INSERT INTO records (id, source, document, absent, facets, hash, changed_at, read_at)
     VALUES (@id, @sourceId, @document, @absent, @facets, @hash, @readAt, @readAt)
     ON CONFLICT (id) DO UPDATE SET source = excluded.source, document = excluded.document,
       absent = excluded.absent, facets = excluded.facets,
       changed_at = iif(document IS excluded.document AND absent IS excluded.absent, changed_at, excluded.changed_at),
       hash = excluded.hash, read_at = excluded.read_at`,
  );
  const upsertSearch = database.prepare('INSERT OR REPLACE INTO searches VALUES (?, ?, ?, ?, ?)');
  const dropRecords = database.prepare('DELETE FROM records WHERE read_at < ?');
  const dropSearches = database.prepare('DELETE FROM searches WHERE read_at < ?');
  const putFound = database.transaction(({ sourceId, text, rows, more, readAt }: LiveSearchFound) => {
    for (const row of rows) upsert.run(written(row.id, sourceId, row, readAt));
    upsertSearch.run(sourceId, text, JSON.stringify(rows.map((row) => row.id)), more ? 1 : 0, readAt);
  });

  return {
    getRecord: async (id) => {
      const row = select.get(id);
      return row && toAnswer(row);
    },
    getRecords: async (ids) =>
      ids.flatMap((id) => {
        const row = select.get(id);
        return (row && toAnswer(row).record) ?? [];
      }),
    putRecord: async (id, sourceId, row, readAt) => {
      upsert.run(written(id, sourceId, row, readAt));
    },
    getSearch: async (sourceId, text) => {
      const row = selectSearch.get(sourceId, text);
      return row && { ids: JSON.parse(row.ids) as string[], more: row.more === 1, readAt: row.read_at };
    },
    putSearch: async (found) => putFound.immediate(found),
    drop: async (before) => {
      dropRecords.run(before);
      dropSearches.run(before);
    },
    close: () => database.close(),
  };
}

interface RecordColumns {
  readonly id: string;
  readonly source: string;
  readonly document: string | null;
  readonly absent: string | null;
  readonly facets: string | null;
  readonly hash: string | null;
  readonly changed_at: number;
  readonly read_at: number;
}

interface SearchColumns {
  readonly ids: string;
  readonly more: number;
  readonly read_at: number;
}

function written(id: string, sourceId: string, row: EntityRow | null, readAt: number) {
  const { document = null, absent = null, facets = null, hash = null } = row ?? {};
  return { id, sourceId, document, absent, facets, hash, readAt };
}

function toAnswer(row: RecordColumns): LiveAnswer {
  return { sourceId: row.source, record: toRecord(row), readAt: row.read_at };
}

function toRecord(row: RecordColumns): LiveRecord | null {
  const { id, document, absent, facets, hash } = row;
  if (document === null || absent === null || facets === null || hash === null) return null;
  return { id, sourceId: row.source, document, absent, facets, hash, changedAt: row.changed_at };
}

const LIVE_MIGRATIONS: readonly Migration[] = [
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
