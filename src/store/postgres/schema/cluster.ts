/** The row of an ended lease remains, so that tokens never repeat. */
export const CLUSTER_SCHEMA = `
  CREATE TABLE cluster.leases (
    name text PRIMARY KEY CHECK (name <> ''),
    owner text NOT NULL,
    token bigint NOT NULL CHECK (token > 0),
    until timestamptz NOT NULL
  )
  ;;
  CREATE TABLE cluster.publications (
    version bigint PRIMARY KEY,
    manifest jsonb NOT NULL,
    published_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    activate_at timestamptz NOT NULL
  )
  ;;
  CREATE TABLE cluster.pinned (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    version bigint NOT NULL REFERENCES cluster.publications,
    activate_at timestamptz NOT NULL
  )
  ;;
  CREATE TABLE cluster.nodes (
    name text PRIMARY KEY,
    version bigint,
    seen_at timestamptz NOT NULL
  )
  ;;
  CREATE UNLOGGED TABLE cluster.windows (
    name text NOT NULL,
    minute bigint NOT NULL,
    used int NOT NULL CHECK (used >= 0),
    PRIMARY KEY (name, minute)
  ) WITH (fillfactor = 50)
`;

/** Hash of the copy that a node serves, at the last check. */
export const NODE_ROOTS_SCHEMA = 'ALTER TABLE cluster.nodes ADD COLUMN root text';

/** A crash empties an unlogged table, and a promoted standby starts without its rows: an account could use its limit twice. */
export const LOGGED_WINDOWS_SCHEMA = 'ALTER TABLE cluster.windows SET LOGGED';
