import type { Migration } from '../database.js';

const FIRST = `
CREATE TABLE judgements (
  dataset TEXT NOT NULL,
  party TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  PRIMARY KEY (dataset, party)
) STRICT, WITHOUT ROWID;

-- With row ids, for the evidence of a row is longer than an index would hold in place.
-- contested: other parties of the data set claim the same entity with as much right.
CREATE TABLE links (
  entity TEXT NOT NULL,
  dataset TEXT NOT NULL,
  party TEXT NOT NULL,
  outcome TEXT NOT NULL,
  tier TEXT NOT NULL,
  attached INTEGER NOT NULL,
  contested INTEGER NOT NULL DEFAULT 0,
  probability REAL NOT NULL,
  decided_by TEXT NOT NULL,
  rivals INTEGER NOT NULL,
  same_place INTEGER NOT NULL,
  evidence TEXT NOT NULL,
  PRIMARY KEY (entity, dataset, party)
) STRICT;
CREATE INDEX links_by_party ON links (party, dataset);

-- What people decided; never touched by the making of links.
CREATE TABLE corrections (
  entity TEXT NOT NULL,
  dataset TEXT NOT NULL,
  party TEXT NOT NULL,
  verdict TEXT NOT NULL,
  note TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (entity, dataset, party)
) STRICT, WITHOUT ROWID;

CREATE TABLE states (dataset TEXT PRIMARY KEY, run INTEGER NOT NULL, at INTEGER NOT NULL, weights TEXT NOT NULL) STRICT;

CREATE TABLE shared (
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  entity TEXT NOT NULL,
  PRIMARY KEY (kind, key, entity)
) STRICT, WITHOUT ROWID;
CREATE TABLE shared_counts (kind TEXT NOT NULL, key TEXT NOT NULL, entities INTEGER NOT NULL, PRIMARY KEY (kind, key))
  STRICT, WITHOUT ROWID;
CREATE TABLE shared_entities (entity TEXT PRIMARY KEY, hash TEXT NOT NULL, keys TEXT NOT NULL) STRICT;
`;

export const LINKS_MIGRATIONS: readonly Migration[] = [{ version: 1, name: 'links', up: FIRST }];
