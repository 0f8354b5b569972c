import { hash } from 'node:crypto';
import type { KnownKeys, SharedEntity, SharedKey } from '../../store.js';
import type { Sqlite } from '../file/driver.js';
import { keyPages, valuesOf } from './known-keys.js';

/** Eighty bits of SHA-256: the chance that two of a billion keys collide is below one in a million. */
const KEY_BYTES = 10;

/**
 * Schema version 5: keys as hashes, because they are only used to find their holders, and counts only for keys with several
 * holders: most have one. Migrates all existing rows.
 */
export function hashShared(database: Sqlite): void {
  database.function('shared_keys', { deterministic: true }, (keys) =>
    keysOf(JSON.parse(String(keys)) as SharedKey[]),
  );
  database.exec(`
    CREATE TABLE hashed_entities (entity TEXT PRIMARY KEY, hash TEXT NOT NULL, keys BLOB NOT NULL) STRICT, WITHOUT ROWID;
    INSERT INTO hashed_entities SELECT entity, hash, shared_keys(keys) FROM shared_entities ORDER BY entity;
    DROP TABLE shared;
    DROP TABLE shared_counts;
    DROP TABLE shared_entities;
    ALTER TABLE hashed_entities RENAME TO shared_entities;
    CREATE TABLE shared (key BLOB NOT NULL, entity TEXT NOT NULL, PRIMARY KEY (key, entity)) STRICT, WITHOUT ROWID;
    CREATE TABLE shared_counts (key BLOB PRIMARY KEY, entities INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    ${INDEX}
  `);
}

/** Inserts in index order: ten times as fast as row by row. */
const INDEX = `
DELETE FROM shared;
DELETE FROM shared_counts;
INSERT OR IGNORE INTO shared
  WITH RECURSIVE place (at) AS (
    SELECT 1 UNION ALL
    SELECT at + ${KEY_BYTES} FROM place WHERE at + ${KEY_BYTES} < (SELECT max(length(keys)) FROM shared_entities)
  )
  SELECT substr(keys, at, ${KEY_BYTES}) AS key, entity FROM shared_entities JOIN place ON at < length(keys) ORDER BY 1, 2;
INSERT INTO shared_counts SELECT key, count(*) FROM shared GROUP BY key HAVING count(*) > 1;
`;

const KEYS_PER_PAGE = 2_000;

/** The keys that entities share, by entity and by key. */
export class SharedEntities {
  readonly #database: Sqlite;
  readonly #inTransaction: (work: () => void) => void;
  readonly #sql;

  constructor(database: Sqlite, inTransaction: (work: () => void) => void) {
    this.#database = database;
    this.#inTransaction = inTransaction;
    this.#sql = statements(database);
  }

  async putShared(entities: readonly SharedEntity[]): Promise<void> {
    this.#inTransaction(() => {
      for (const entity of entities) this.#put(entity);
    });
  }

  async dropShared(entities: readonly string[]): Promise<void> {
    this.#inTransaction(() => {
      for (const entity of entities) {
        this.#dropKeys(entity, this.#keysOf(entity));
        this.#forget(entity);
      }
    });
  }

  async sharedHashes(of: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return valuesOf(of, (entity) => this.#sql.hash.get(entity));
  }

  knownShared(): KnownKeys {
    const pages = keyPages((after) => this.#sql.entitiesAfter.all(after, KEYS_PER_PAGE));
    return { count: this.#sql.countEntities.get() ?? 0, pages };
  }

  async loadShared(entities: readonly SharedEntity[], gone: readonly string[]): Promise<boolean> {
    let isChanged = false;
    this.#inTransaction(() => {
      for (const entity of entities) if (this.#load(entity)) isChanged = true;
      for (const entity of gone) if (this.#forget(entity)) isChanged = true;
    });
    return isChanged;
  }

  async indexShared(): Promise<void> {
    this.#inTransaction(() => void this.#database.exec(INDEX));
  }

  /** An unchanged key is not rewritten: its page would change, and be published. */
  #put(shared: SharedEntity): void {
    const { entity, keys } = shared;
    const before = this.#keysOf(entity);
    const after = keys.map(keyOf);
    if (!this.#load(shared)) return;
    this.#dropKeys(entity, lacking(before, after));
    for (const key of lacking(after, before)) {
      if (this.#sql.put.run(key, entity).changes === 0) continue;
      if (this.#sql.count.run(1, key).changes === 0) this.#sql.countTwo.run(key, key);
    }
  }

  #keysOf(entity: string): Buffer[] {
    return split(this.#sql.keys.get(entity) ?? Buffer.alloc(0));
  }

  #dropKeys(entity: string, keys: readonly Buffer[]): void {
    for (const key of keys) {
      if (this.#sql.drop.run(key, entity).changes === 0) continue;
      this.#sql.count.run(-1, key);
      this.#sql.countNoMore.run(key);
    }
  }

  /** Returns false, and writes nothing, if the entity already has these keys. */
  #load({ entity, hash, keys }: SharedEntity): boolean {
    return this.#sql.putEntity.run(entity, hash, keysOf(keys)).changes > 0;
  }

  #forget(entity: string): boolean {
    return this.#sql.dropEntity.run(entity).changes > 0;
  }
}

/** Reads for requests. */
export class SharedReader {
  readonly #count;
  readonly #entities;

  constructor(database: Sqlite) {
    this.#count = database
      .prepare<[{ key: Buffer }], number>(
        `SELECT coalesce((SELECT entities FROM shared_counts WHERE key = @key),
           (SELECT count(*) FROM shared WHERE key = @key))`,
      )
      .pluck();
    this.#entities = database
      .prepare<[Buffer, number], string>('SELECT entity FROM shared WHERE key = ? ORDER BY entity LIMIT ?')
      .pluck();
  }

  /** A key without a count has at most one holder. */
  count(key: SharedKey): number {
    return this.#count.get({ key: keyOf(key) }) ?? 0;
  }

  entities(key: SharedKey, max: number): readonly string[] {
    return this.#entities.all(keyOf(key), max);
  }
}

function lacking(keys: readonly Buffer[], others: readonly Buffer[]): Buffer[] {
  return keys.filter((key) => !others.some((other) => other.equals(key)));
}

function keysOf(keys: readonly SharedKey[]): Buffer {
  return Buffer.concat(keys.map(keyOf));
}

function keyOf({ kind, key }: SharedKey): Buffer {
  return hash('sha256', `${kind}\n${key}`, 'buffer').subarray(0, KEY_BYTES);
}

function split(keys: Buffer): Buffer[] {
  return Array.from({ length: keys.length / KEY_BYTES }, (_, at) =>
    keys.subarray(at * KEY_BYTES, (at + 1) * KEY_BYTES),
  );
}

function statements(database: Sqlite) {
  return {
    put: database.prepare<[Buffer, string]>('INSERT OR IGNORE INTO shared VALUES (?, ?)'),
    drop: database.prepare<[Buffer, string]>('DELETE FROM shared WHERE key = ? AND entity = ?'),
    count: database.prepare<[number, Buffer]>(
      'UPDATE shared_counts SET entities = entities + ? WHERE key = ?',
    ),
    countTwo: database.prepare<[Buffer, Buffer]>(
      `INSERT INTO shared_counts SELECT ?, 2
         WHERE (SELECT count(*) FROM (SELECT 1 FROM shared WHERE key = ? LIMIT 2)) = 2`,
    ),
    countNoMore: database.prepare<[Buffer]>('DELETE FROM shared_counts WHERE key = ? AND entities < 2'),
    putEntity: database.prepare<[string, string, Buffer]>(
      `INSERT INTO shared_entities VALUES (?, ?, ?)
         ON CONFLICT DO UPDATE SET hash = excluded.hash, keys = excluded.keys WHERE keys <> excluded.keys`,
    ),
    dropEntity: database.prepare<[string]>('DELETE FROM shared_entities WHERE entity = ?'),
    keys: database.prepare<[string], Buffer>('SELECT keys FROM shared_entities WHERE entity = ?').pluck(),
    hash: database.prepare<[string], string>('SELECT hash FROM shared_entities WHERE entity = ?').pluck(),
    countEntities: database.prepare<[], number>('SELECT count(*) FROM shared_entities').pluck(),
    entitiesAfter: database
      .prepare<[string, number], string>(
        'SELECT entity FROM shared_entities WHERE entity > ? ORDER BY entity LIMIT ?',
      )
      .pluck(),
  };
}
