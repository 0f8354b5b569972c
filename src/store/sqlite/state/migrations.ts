import type { Migration } from '../file/database.js';

/** The schema of `state.db`. The tables of a subject are used by the file of that subject in this folder. */
export const STATE_MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    name: 'leases',
    // The row of an ended lease remains, so that tokens never repeat.
    up: `
      CREATE TABLE leases (
        name TEXT PRIMARY KEY CHECK (name <> ''),
        owner TEXT NOT NULL,
        token INTEGER NOT NULL CHECK (token > 0),
        until INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
    `,
  },
  {
    version: 2,
    name: 'exports',
    // charge_at: a charge was attempted and its outcome is unknown. token: lease token of the last writer.
    up: `
      CREATE TABLE exports (
        id TEXT PRIMARY KEY,
        account TEXT NOT NULL,
        key_id TEXT NOT NULL,
        asked TEXT NOT NULL,
        state TEXT NOT NULL,
        rows INTEGER NOT NULL,
        rows_done INTEGER NOT NULL DEFAULT 0,
        credits INTEGER NOT NULL,
        created_at INTEGER NOT NULL,
        finished_at INTEGER,
        charge_at INTEGER,
        error TEXT,
        parts TEXT NOT NULL DEFAULT '[]',
        manifest TEXT,
        once_key TEXT,
        once_request TEXT,
        token INTEGER NOT NULL DEFAULT 0
      ) STRICT;
      CREATE INDEX exports_by_account ON exports (account, created_at);
      CREATE UNIQUE INDEX exports_once ON exports (account, once_key) WHERE once_key IS NOT NULL;
    `,
  },
  {
    version: 3,
    name: 'watches, and what they are told',
    // `waiting` and `next_at` are derived from the queued deliveries; `place` is their order.
    up: `
      CREATE TABLE watches (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        account_id TEXT NOT NULL,
        filter TEXT NOT NULL,
        endpoint TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        feed TEXT NOT NULL,
        position INTEGER NOT NULL CHECK (position >= 0),
        waiting INTEGER NOT NULL DEFAULT 0 CHECK (waiting >= 0),
        next_at INTEGER,
        failing_since INTEGER,
        disabled_at INTEGER,
        disabled_reason TEXT,
        once_key TEXT,
        once_request TEXT,
        CHECK ((waiting = 0) = (next_at IS NULL)),
        CHECK ((disabled_at IS NULL) = (disabled_reason IS NULL)),
        UNIQUE (account_id, once_key)
      ) STRICT;
      CREATE INDEX watches_due ON watches (next_at) WHERE next_at IS NOT NULL AND disabled_at IS NULL;

      CREATE TABLE watch_secrets (
        watch INTEGER NOT NULL REFERENCES watches (number) ON DELETE CASCADE,
        secret TEXT NOT NULL,
        made_at INTEGER NOT NULL,
        end_at INTEGER,
        PRIMARY KEY (watch, secret)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE deliveries (
        number INTEGER PRIMARY KEY,
        watch INTEGER NOT NULL REFERENCES watches (number) ON DELETE CASCADE,
        id TEXT NOT NULL UNIQUE,
        place INTEGER NOT NULL,
        type TEXT NOT NULL,
        body TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        due_at INTEGER NOT NULL,
        state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed')),
        tries INTEGER NOT NULL DEFAULT 0
      ) STRICT;
      CREATE INDEX deliveries_of_watch ON deliveries (watch);
      CREATE INDEX deliveries_in_order ON deliveries (watch, place);
      CREATE INDEX deliveries_waiting ON deliveries (watch, place) WHERE state = 'waiting';
      CREATE INDEX deliveries_ended ON deliveries (created_at) WHERE state <> 'waiting';

      CREATE TABLE delivery_tries (
        delivery INTEGER NOT NULL REFERENCES deliveries (number) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        at INTEGER NOT NULL,
        ms INTEGER NOT NULL,
        status INTEGER,
        problem TEXT,
        PRIMARY KEY (delivery, number)
      ) STRICT, WITHOUT ROWID;
    `,
  },
  {
    version: 4,
    name: 'sessions of pages',
    // A session lasts as long as its key, at most until `ends_at`.
    up: `
      CREATE TABLE sessions (
        hash TEXT PRIMARY KEY,
        key_hash TEXT NOT NULL,
        begun_at INTEGER NOT NULL,
        ends_at INTEGER NOT NULL CHECK (ends_at > begun_at)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX sessions_of_key ON sessions (key_hash, begun_at);
      CREATE INDEX sessions_ended ON sessions (ends_at);
    `,
  },
  {
    version: 5,
    name: 'exports whose order is charged',
    // The id of the charge as JSON; JSON `null`: paid by a charge with an unknown id.
    up: 'ALTER TABLE exports ADD COLUMN order_charge TEXT;',
  },
  {
    version: 6,
    name: 'matched lists',
    up: `
      CREATE TABLE match_lists (
        id TEXT PRIMARY KEY,
        owner TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        ends_at INTEGER NOT NULL CHECK (ends_at > created_at),
        content BLOB NOT NULL
      ) STRICT;
      CREATE INDEX match_lists_of_owner ON match_lists (owner, created_at);
      CREATE INDEX match_lists_ended ON match_lists (ends_at);
    `,
  },
  {
    version: 7,
    name: 'names, counts and records of matched lists',
    // match_list_records: the entities that are found or chosen, so that an event finds the lists it is about.
    up: `
      ALTER TABLE match_lists ADD COLUMN name TEXT NOT NULL DEFAULT 'List';
      ALTER TABLE match_lists ADD COLUMN counts TEXT NOT NULL DEFAULT '{}';
      CREATE TABLE match_list_records (
        list TEXT NOT NULL REFERENCES match_lists (id) ON DELETE CASCADE,
        entity TEXT NOT NULL,
        PRIMARY KEY (list, entity)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX match_list_records_by_entity ON match_list_records (entity, list);
    `,
  },
  {
    version: 8,
    name: 'the start of each watch',
    // The position at the creation of earlier watches is unknown; what was sent to them is not shown again.
    up: `
      ALTER TABLE watches ADD COLUMN start INTEGER NOT NULL DEFAULT 0 CHECK (start >= 0);
      UPDATE watches SET start = position;
    `,
  },
];
