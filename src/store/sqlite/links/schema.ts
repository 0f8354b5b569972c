import type { Migration } from '../file/database.js';
import { packEvidence } from './evidence-lines.js';
import { hashShared } from './shared-entities.js';

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

const CANDIDATES = `
-- What links were made from, so that a load of few records is linked without reading all: entities and parties, and by hashed
-- keys who has them. A key of very many rows is counted and not listed. It can be made again.
CREATE TABLE candidate_mask (one INTEGER PRIMARY KEY, mask INTEGER NOT NULL) STRICT;
CREATE TABLE candidate_entity_rows (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  source TEXT NOT NULL,
  state TEXT NOT NULL,
  mark TEXT NOT NULL,
  sketch TEXT NOT NULL
) STRICT;
CREATE TABLE candidate_entity_buckets (bucket INTEGER PRIMARY KEY, "rows" BLOB NOT NULL) STRICT;
CREATE TABLE candidate_entity_counted (hash INTEGER PRIMARY KEY, "rows" INTEGER NOT NULL) STRICT;
CREATE TABLE candidate_party_rows (
  number INTEGER PRIMARY KEY,
  dataset TEXT NOT NULL,
  party TEXT NOT NULL,
  least REAL NOT NULL,
  sketch TEXT NOT NULL,
  UNIQUE (dataset, party)
) STRICT;
CREATE TABLE candidate_party_buckets (bucket INTEGER PRIMARY KEY, "rows" BLOB NOT NULL) STRICT;
CREATE TABLE candidate_party_counted (hash INTEGER PRIMARY KEY, "rows" INTEGER NOT NULL) STRICT;
CREATE TABLE candidate_states (state TEXT PRIMARY KEY, entities INTEGER NOT NULL) STRICT, WITHOUT ROWID;
-- Parties whose judgement may have changed.
CREATE TABLE waiting (dataset TEXT NOT NULL, party TEXT NOT NULL, PRIMARY KEY (dataset, party)) STRICT, WITHOUT ROWID;
`;

const RELINKED = `
-- Entities whose linked officers may be others than the index knows. No number is given twice: what is forgotten up to a
-- number was noted before it was read.
CREATE TABLE relinked (number INTEGER PRIMARY KEY AUTOINCREMENT, entity TEXT NOT NULL) STRICT;
INSERT INTO relinked (entity)
  SELECT entity FROM links WHERE dataset IN ('us_sam_registrations', 'us_irs_form_990')
  UNION SELECT entity FROM corrections WHERE dataset IN ('us_sam_registrations', 'us_irs_form_990');
-- The next linking goes through them.
DELETE FROM states WHERE dataset = 'whole';
`;

const LINK_CHANGES = `
-- Changes of the parties that are shown with an entity, until the feed of changes has them; entity NULL: the first links
-- of the data set. No number is given twice.
CREATE TABLE link_changes (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  token TEXT NOT NULL DEFAULT (lower(hex(randomblob(8)))),
  entity TEXT,
  dataset TEXT NOT NULL,
  before TEXT NOT NULL,
  after TEXT NOT NULL
) STRICT;
-- is_first: noted while the data set was linked for the first time.
ALTER TABLE relinked ADD COLUMN is_first INTEGER NOT NULL DEFAULT 0;
`;

const RECENT_KEYS = `
-- Rows that came under the keys of a bucket and went from them since the bucket was written.
CREATE TABLE candidate_entity_recent (bucket INTEGER PRIMARY KEY, come BLOB NOT NULL, gone BLOB NOT NULL) STRICT;
CREATE TABLE candidate_party_recent (bucket INTEGER PRIMARY KEY, come BLOB NOT NULL, gone BLOB NOT NULL) STRICT;
`;

const ADDRESS_KEYS = `
-- Keys of addresses are spelt anew: what is shared is made again by the next linking, and unknown until then.
DELETE FROM shared;
DELETE FROM shared_counts;
DELETE FROM shared_entities;
DELETE FROM states WHERE dataset IN ('related', 'whole');
`;

export const LINKS_MIGRATIONS: readonly Migration[] = [
  { version: 1, name: 'links', up: FIRST },
  { version: 2, name: 'candidates', up: CANDIDATES },
  { version: 3, name: 'relinked', up: RELINKED },
  { version: 4, name: 'link changes', up: LINK_CHANGES },
  { version: 5, name: 'hashed keys of what is shared', up: hashShared },
  { version: 6, name: 'recent keys of candidates', up: RECENT_KEYS },
  { version: 7, name: 'codes of evidence', up: packEvidence },
  { version: 8, name: 'keys of addresses', up: ADDRESS_KEYS },
];
