import type { Sqlite } from '../../file/driver.js';

const ROWS_AT_ONCE = 20_000;

/**
 * Schema version 14: facets in the row of their record, so that a changed record rewrites and publishes one page, not two. Rows
 * are moved in parts, each into the space that earlier parts freed.
 */
export function putFacetsInRows(database: Sqlite): void {
  database.exec(`
    DROP INDEX entities_by_source;
    CREATE TABLE moved_entities (
      number INTEGER PRIMARY KEY,
      id TEXT NOT NULL,
      source INTEGER NOT NULL,
      hash TEXT NOT NULL,
      changed_at INTEGER NOT NULL,
      gone_since INTEGER,
      run INTEGER NOT NULL,
      written_run INTEGER,
      files TEXT,
      link_keys TEXT,
      absent TEXT NOT NULL,
      facets TEXT NOT NULL,
      document TEXT NOT NULL
    ) STRICT;
  `);
  const last = database
    .prepare<[], number | null>(
      `SELECT max(number) FROM (SELECT number FROM entities ORDER BY number LIMIT ${ROWS_AT_ONCE})`,
    )
    .pluck();
  const move = database.prepare(
    `INSERT INTO moved_entities
       SELECT number, id, source, hash, changed_at, gone_since, run, written_run, files, link_keys, absent, facets, document
       FROM entities LEFT JOIN entity_facets USING (number) WHERE number <= ? ORDER BY number`,
  );
  const leave = ['entities', 'entity_facets'].map((table) =>
    database.prepare(`DELETE FROM ${table} WHERE number <= ?`),
  );
  for (let to = last.get(); typeof to === 'number'; to = last.get()) {
    for (const statement of [move, ...leave]) statement.run(to);
  }
  database.exec(`
    DROP TABLE entities;
    DROP TABLE entity_facets;
    ALTER TABLE moved_entities RENAME TO entities;
    CREATE UNIQUE INDEX entities_by_id ON entities (id);
    CREATE INDEX entities_by_source ON entities (source, number, gone_since);
  `);
}
