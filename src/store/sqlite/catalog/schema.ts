import type { Migration } from '../file/database.js';
import { putFacetsInRows } from './entities/facets-in-rows.js';

const FIRST = `
-- The vocabulary of source ids, and what each source holds. first_run: the first load, which writes no change rows.
CREATE TABLE sources (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  records INTEGER NOT NULL DEFAULT 0,
  first_run INTEGER
) STRICT;

-- position: the last step of the stage that was applied, written in the transaction that applied it.
CREATE TABLE runs (
  id INTEGER PRIMARY KEY,
  source TEXT NOT NULL,
  outcome TEXT NOT NULL,
  pid INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  finished_at INTEGER,
  inputs TEXT NOT NULL,
  published_at TEXT,
  "rows" INTEGER NOT NULL DEFAULT 0,
  bytes INTEGER NOT NULL DEFAULT 0,
  total_bytes INTEGER,
  warnings INTEGER NOT NULL DEFAULT 0,
  records INTEGER NOT NULL DEFAULT 0,
  added INTEGER NOT NULL DEFAULT 0,
  changed INTEGER NOT NULL DEFAULT 0,
  unchanged INTEGER NOT NULL DEFAULT 0,
  gone INTEGER NOT NULL DEFAULT 0,
  complete INTEGER NOT NULL DEFAULT 0,
  warning_list TEXT NOT NULL DEFAULT '[]',
  error TEXT,
  position TEXT
) STRICT;
CREATE INDEX runs_by_source ON runs (source, id);
CREATE INDEX runs_open ON runs (outcome) WHERE outcome IN ('running', 'applying');

-- The document stands last, so that what is compared and joined lies on the row's first page.
CREATE TABLE entities (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  source INTEGER NOT NULL,
  hash TEXT NOT NULL,
  changed_at INTEGER NOT NULL,
  gone_since INTEGER,
  run INTEGER NOT NULL,
  link_keys TEXT,
  absent TEXT NOT NULL,
  document TEXT NOT NULL
) STRICT;
-- Covers the comparison of a reload and the marking of gone records: neither reads a document.
CREATE INDEX entities_by_source ON entities (source, number, gone_since, hash, id);
-- Apart from the documents, so that an index build is one narrow scan.
CREATE TABLE entity_facets (number INTEGER PRIMARY KEY, gone INTEGER NOT NULL, facets TEXT NOT NULL) STRICT;
CREATE TABLE entity_keys (
  scheme TEXT NOT NULL,
  value TEXT NOT NULL,
  number INTEGER NOT NULL,
  PRIMARY KEY (scheme, value, number)
) STRICT, WITHOUT ROWID;

-- claims: bit n is set where SEC_SOURCES[n] states the row. number: the row's bit in a run's set of seen rows.
CREATE TABLE filing_rows (
  accession TEXT NOT NULL,
  cik INTEGER NOT NULL,
  form TEXT NOT NULL,
  number INTEGER NOT NULL,
  filed TEXT NOT NULL,
  period TEXT,
  name TEXT,
  description TEXT,
  items TEXT,
  ranks INTEGER NOT NULL,
  claims INTEGER NOT NULL,
  gone_since INTEGER,
  run INTEGER NOT NULL,
  PRIMARY KEY (accession, cik, form)
) STRICT, WITHOUT ROWID;

-- What each source says of a filer, and the filer after precedence.
CREATE TABLE filer_parts (
  cik INTEGER NOT NULL,
  part INTEGER NOT NULL,
  fact TEXT NOT NULL,
  PRIMARY KEY (cik, part)
) STRICT, WITHOUT ROWID;
CREATE TABLE filers (cik INTEGER PRIMARY KEY, filer TEXT NOT NULL) STRICT;

CREATE TABLE changes (
  number INTEGER PRIMARY KEY,
  record TEXT NOT NULL,
  what TEXT NOT NULL,
  field TEXT,
  before TEXT,
  after TEXT,
  run INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT;

CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO counters VALUES ('content_version', 0), ('entities', 0), ('filing_rows', 0);
`;

const DATA_SETS = `
-- parties: Party[]; the document is what enrichment shows.
CREATE TABLE dataset_records (
  number INTEGER PRIMARY KEY,
  source INTEGER NOT NULL,
  key TEXT NOT NULL,
  version TEXT NOT NULL,
  scope TEXT NOT NULL,
  date TEXT NOT NULL,
  hash TEXT NOT NULL,
  changed_at INTEGER NOT NULL,
  gone_since INTEGER,
  run INTEGER NOT NULL,
  parties TEXT NOT NULL,
  document TEXT NOT NULL,
  UNIQUE (source, key)
) STRICT;
CREATE INDEX dataset_records_by_scope ON dataset_records (source, scope, number) WHERE gone_since IS NULL;
-- Of live records only; the date stands in the key, so that the newest of a party are one step of the index.
CREATE TABLE dataset_parties (
  source INTEGER NOT NULL,
  party TEXT NOT NULL,
  date TEXT NOT NULL,
  record INTEGER NOT NULL,
  PRIMARY KEY (source, party, date, record)
) STRICT, WITHOUT ROWID;
`;

const RECORD_SEARCHES = `
-- Live records only, under the numbers of dataset_records. A record that was stored before this step has not kept
-- what these tables hold: it enters them when its file is loaded again.
CREATE TABLE contract_search (
  record INTEGER PRIMARY KEY,
  key TEXT NOT NULL,
  date TEXT NOT NULL,
  amount REAL,
  naics TEXT
) STRICT;
CREATE INDEX contract_search_by_date ON contract_search (date DESC, key);
CREATE INDEX contract_search_by_amount ON contract_search (amount DESC, key);
CREATE INDEX contract_search_by_naics ON contract_search (naics, date);
CREATE VIRTUAL TABLE contract_names USING fts5 (
  recipient, former, assumed, agency, sub_agency,
  content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 0'
);
CREATE TABLE lobbying_search (
  record INTEGER PRIMARY KEY,
  filing TEXT NOT NULL,
  date TEXT NOT NULL,
  year INTEGER,
  type TEXT
) STRICT;
CREATE INDEX lobbying_search_by_date ON lobbying_search (date DESC, filing);
CREATE INDEX lobbying_search_by_year ON lobbying_search (year, type, date);
CREATE VIRTUAL TABLE lobbying_names USING fts5 (
  client, registrant, issues,
  content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 0'
);
`;

const TOUCHED = `
-- What a run touched, noted before it is applied, and the content version that the catalog had after it. A run that
-- touched very much is not noted. filers: how many known filers it spoke of.
CREATE TABLE noted_runs (run INTEGER PRIMARY KEY, filers INTEGER NOT NULL) STRICT;
CREATE TABLE touched_entities (run INTEGER NOT NULL, id TEXT NOT NULL, PRIMARY KEY (run, id)) STRICT, WITHOUT ROWID;
CREATE TABLE touched_filings (
  run INTEGER NOT NULL,
  accession TEXT NOT NULL,
  PRIMARY KEY (run, accession)
) STRICT, WITHOUT ROWID;
CREATE TABLE content_versions (version INTEGER PRIMARY KEY, run INTEGER NOT NULL) STRICT;
-- An index that was built before keeps no own names: this version, which no run made, asks for a build of everything.
UPDATE counters SET value = value + 1 WHERE name = 'content_version' AND value > 0;
`;

const TOUCHED_PARTIES = `
-- The parties of data sets, and the filers as cik:NUMBER, of which a run changed what is said; runs whose parties are noted.
CREATE TABLE touched_parties (run INTEGER NOT NULL, party TEXT NOT NULL, PRIMARY KEY (run, party)) STRICT, WITHOUT ROWID;
CREATE TABLE noted_parties (run INTEGER PRIMARY KEY) STRICT;
`;

const LINKED_OFFICERS = `
-- Names of officers that linked records name, as a JSON list: the index finds the entity by them.
CREATE TABLE linked_officers (number INTEGER PRIMARY KEY, names TEXT NOT NULL) STRICT;
`;

const FEED = `
-- The feed of changes. It begins here: what the table before it held told nothing of filings and of added records.
DROP TABLE changes;
-- forgotten: the last event that was deleted, and the latest time at which a deleted one was seen.
CREATE TABLE feed (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  id TEXT NOT NULL,
  began_at INTEGER NOT NULL,
  forgotten_seq INTEGER NOT NULL DEFAULT 0,
  forgotten_at INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO feed (one, id, began_at) VALUES (1, lower(hex(randomblob(6))), unixepoch() * 1000);
-- content: a list of changed fields, or of a new record the record itself. It stands last, so that a filter reads none.
CREATE TABLE events (
  seq INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  type TEXT NOT NULL,
  id TEXT NOT NULL,
  source TEXT,
  state TEXT,
  cik INTEGER,
  form TEXT,
  run INTEGER,
  at INTEGER NOT NULL,
  content TEXT NOT NULL
) STRICT;
CREATE INDEX events_by_id ON events (id);
CREATE INDEX events_by_cik ON events (cik) WHERE cik IS NOT NULL;
-- The newest event before the first one of a run that is being applied.
CREATE TABLE feed_runs (run INTEGER PRIMARY KEY, seq INTEGER NOT NULL) STRICT;
-- A position from which a reader of the content of a version goes on: before the events of runs that had not ended.
CREATE TABLE feed_versions (version INTEGER PRIMARY KEY, seq INTEGER NOT NULL) STRICT;
CREATE TRIGGER feed_version AFTER UPDATE OF value ON counters WHEN new.name = 'content_version'
BEGIN
  INSERT OR REPLACE INTO feed_versions SELECT new.value, coalesce(
    (SELECT min(seq) FROM feed_runs), (SELECT max(seq) FROM events), (SELECT forgotten_seq FROM feed)
  );
  DELETE FROM feed_versions WHERE version <= new.value - 1000;
END;
-- The newest changes of links that were taken into the feed, by their tokens: none is taken twice.
CREATE TABLE feed_links (number INTEGER PRIMARY KEY, token TEXT NOT NULL UNIQUE) STRICT;
`;

const OWNERS = `
-- For people; a lock tells if the owner lives.
ALTER TABLE runs ADD COLUMN owner TEXT NOT NULL DEFAULT '';
UPDATE runs SET owner = 'process ' || pid;
ALTER TABLE runs DROP COLUMN pid;
`;

const RUN_FILES = `
-- The files that a run read. sha256: lower-case hexadecimal, of the bytes as they lie on disk; url and fetched_at are null of
-- files that were handed in.
CREATE TABLE run_files (
  run INTEGER NOT NULL,
  nth INTEGER NOT NULL,
  name TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  url TEXT,
  published_at INTEGER,
  fetched_at INTEGER,
  PRIMARY KEY (run, nth)
) STRICT, WITHOUT ROWID;
`;

const FEED_DAYS = `
-- The first event that was seen on a day, in days since 1970: where a reader who asks by date enters the feed.
CREATE TABLE feed_days (day INTEGER PRIMARY KEY, seq INTEGER NOT NULL) STRICT;
INSERT INTO feed_days SELECT at / 86400000, min(seq) FROM events GROUP BY 1;
CREATE TRIGGER feed_day AFTER INSERT ON events BEGIN
  INSERT OR IGNORE INTO feed_days (day, seq) VALUES (new.at / 86400000, new.seq);
END;
`;

const ABSENT_COUNTS = `
-- How many live records of a source lack the same fields for the same reasons; kept by the transactions that write records.
CREATE TABLE absent_counts (
  source INTEGER NOT NULL,
  absent TEXT NOT NULL,
  records INTEGER NOT NULL,
  PRIMARY KEY (source, absent)
) STRICT, WITHOUT ROWID;
INSERT INTO absent_counts
  SELECT source, absent, count(*) FROM entities WHERE gone_since IS NULL GROUP BY source, absent;
`;

const NARROW_INDEX = `
-- Without the hash, and so not written by a change of a record: in an order of numbers the rows themselves are read as fast.
DROP INDEX entities_by_source;
CREATE INDEX entities_by_source ON entities (source, number, gone_since);
`;

const RECORD_FILES = `
-- files: the places (run_files.nth) of those of the run's files that held the record, with commas between; null if the run
-- read one only, or before this step. written_run: of a record that is gone, the run that wrote what is kept of it.
ALTER TABLE entities ADD COLUMN files TEXT;
ALTER TABLE entities ADD COLUMN written_run INTEGER;
ALTER TABLE dataset_records ADD COLUMN files TEXT;
`;

const NUMBERS = `
-- Identifiers that a live record of a data set states of its parties, other than the keys of parties.
CREATE TABLE record_numbers (
  scheme TEXT NOT NULL,
  value TEXT NOT NULL,
  record INTEGER NOT NULL,
  PRIMARY KEY (scheme, value, record)
) STRICT, WITHOUT ROWID;
-- EINs, tickers and file numbers of filers. File numbers of documents that were loaded before are added by the next load.
CREATE TABLE filer_numbers (
  scheme TEXT NOT NULL,
  value TEXT NOT NULL,
  cik INTEGER NOT NULL,
  PRIMARY KEY (scheme, value, cik)
) STRICT, WITHOUT ROWID;
CREATE INDEX filer_numbers_by_cik ON filer_numbers (cik);
INSERT INTO filer_numbers SELECT 'ein', filer ->> 'ein', cik FROM filers WHERE filer ->> 'ein' IS NOT NULL;
INSERT OR IGNORE INTO filer_numbers
  SELECT 'ticker', upper(ticker.value), cik FROM filers, json_each(filer, '$.tickers') AS ticker;
`;

const RECORD_CHANGES = `
-- Records of data sets that are found by number, which came or went under the key of a party: not in the feed yet.
CREATE TABLE record_changes (
  number INTEGER PRIMARY KEY,
  source TEXT NOT NULL,
  run INTEGER NOT NULL,
  party TEXT NOT NULL,
  record TEXT NOT NULL,
  date TEXT NOT NULL,
  is_live INTEGER NOT NULL
) STRICT;
CREATE INDEX record_changes_by_party ON record_changes (source, party);
`;

const RECORD_VERSIONS = `
ALTER TABLE record_changes ADD COLUMN version TEXT NOT NULL DEFAULT '';
`;

export const CATALOG_MIGRATIONS: readonly Migration[] = [
  { version: 1, name: 'catalog', up: FIRST },
  { version: 2, name: 'data sets', up: DATA_SETS },
  { version: 3, name: 'record searches', up: RECORD_SEARCHES },
  { version: 4, name: 'touched', up: TOUCHED },
  { version: 5, name: 'touched parties', up: TOUCHED_PARTIES },
  { version: 6, name: 'linked officers', up: LINKED_OFFICERS },
  { version: 7, name: 'feed of changes', up: FEED },
  { version: 8, name: 'owners of runs', up: OWNERS },
  { version: 9, name: 'run files', up: RUN_FILES },
  { version: 10, name: 'days of the feed', up: FEED_DAYS },
  { version: 11, name: 'absent counts', up: ABSENT_COUNTS },
  { version: 12, name: 'narrow index', up: NARROW_INDEX },
  { version: 13, name: 'files of records', up: RECORD_FILES },
  { version: 14, name: 'facets in rows', up: putFacetsInRows },
  { version: 15, name: 'numbers', up: NUMBERS },
  { version: 16, name: 'record changes', up: RECORD_CHANGES },
  { version: 17, name: 'versions of record changes', up: RECORD_VERSIONS },
];
