import type { Migration } from '../file/database.js';

/** A folder whose ledger has this schema version, or a later one, has a `state.db`. */
export const STATE_SINCE = 10;

/**
 * Grants, charges and refunds are immutable: triggers refuse to change or delete them. `grant_remaining` is derived from them,
 * and its CHECK is the last guard against a negative balance. Old charges and their refunds may become sums.
 */
export const LEDGER_MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    name: 'accounts, keys, grants, charges, refunds',
    up: `
      CREATE TABLE accounts (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        monthly_credits INTEGER NOT NULL CHECK (monthly_credits >= 0),
        requests_per_minute INTEGER NOT NULL CHECK (requests_per_minute > 0),
        created_at INTEGER NOT NULL
      ) STRICT;

      CREATE TABLE api_keys (
        id TEXT PRIMARY KEY,
        account_id TEXT NOT NULL REFERENCES accounts,
        name TEXT NOT NULL,
        hash TEXT NOT NULL UNIQUE,
        prefix TEXT NOT NULL,
        scopes TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        expires_at INTEGER,
        revoked_at INTEGER,
        last_used_at INTEGER
      ) STRICT;
      CREATE INDEX api_keys_of_account ON api_keys (account_id);

      CREATE TABLE grants (
        id INTEGER PRIMARY KEY,
        account_id TEXT NOT NULL REFERENCES accounts,
        kind TEXT NOT NULL CHECK (kind IN ('monthly', 'extra')),
        credits INTEGER NOT NULL CHECK (credits > 0),
        reason TEXT NOT NULL,
        period_start INTEGER CHECK ((kind = 'monthly') = (period_start IS NOT NULL)),
        created_at INTEGER NOT NULL,
        expires_at INTEGER,
        UNIQUE (account_id, period_start)
      ) STRICT;

      CREATE TABLE grant_remaining (
        grant_id INTEGER PRIMARY KEY REFERENCES grants,
        account_id TEXT NOT NULL,
        remaining INTEGER NOT NULL CHECK (remaining >= 0)
      ) STRICT;
      CREATE INDEX grants_with_credits ON grant_remaining (account_id) WHERE remaining > 0;

      CREATE TABLE charges (
        id INTEGER PRIMARY KEY,
        at INTEGER NOT NULL,
        account_id TEXT NOT NULL REFERENCES accounts,
        key_id TEXT NOT NULL REFERENCES api_keys,
        operation TEXT NOT NULL,
        credits INTEGER NOT NULL CHECK (credits > 0),
        breakdown TEXT NOT NULL,
        request_id TEXT NOT NULL,
        burned TEXT NOT NULL
      ) STRICT;
      CREATE INDEX charges_of_account ON charges (account_id, at);

      CREATE TABLE refunds (
        id INTEGER PRIMARY KEY,
        charge_id INTEGER NOT NULL UNIQUE REFERENCES charges,
        at INTEGER NOT NULL,
        reason TEXT NOT NULL,
        credits INTEGER NOT NULL CHECK (credits >= 0),
        returned TEXT NOT NULL
      ) STRICT;

      CREATE TABLE ledger_clock (seen_at INTEGER NOT NULL) STRICT;
      INSERT INTO ledger_clock VALUES (0);
      CREATE TRIGGER accounts_keep_their_plan BEFORE UPDATE OF id, monthly_credits, created_at ON accounts
      BEGIN SELECT RAISE(ABORT, 'the plan of an account is never changed'); END;
      ${['grants', 'charges', 'refunds'].map(appendOnly).join('\n')}
    `,
  },
  {
    version: 2,
    name: 'idempotency keys',
    up: `
      CREATE TABLE idempotency_keys (
        account_id TEXT NOT NULL REFERENCES accounts,
        key TEXT NOT NULL,
        request TEXT NOT NULL,
        charge_id INTEGER NOT NULL UNIQUE REFERENCES charges,
        created_at INTEGER NOT NULL,
        replayed INTEGER NOT NULL DEFAULT 0 CHECK (replayed IN (0, 1)),
        PRIMARY KEY (account_id, key)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);
    `,
  },
  {
    version: 3,
    name: 'sums of old charges',
    // Charge ids ascend with time, so one number marks what was rolled up: only those rows may be deleted.
    up: `
      CREATE TABLE charge_sums (
        id INTEGER PRIMARY KEY,
        account_id TEXT NOT NULL REFERENCES accounts,
        since INTEGER NOT NULL,
        latest INTEGER NOT NULL CHECK (latest >= since),
        operation TEXT NOT NULL,
        key_id TEXT NOT NULL REFERENCES api_keys,
        requests INTEGER NOT NULL CHECK (requests > 0),
        credits INTEGER NOT NULL CHECK (credits > 0),
        refunded INTEGER NOT NULL CHECK (refunded BETWEEN 0 AND credits),
        breakdown TEXT NOT NULL
      ) STRICT;
      CREATE INDEX charge_sums_of_account ON charge_sums (account_id, since);

      CREATE TABLE grant_sums (
        id INTEGER PRIMARY KEY,
        grant_id INTEGER NOT NULL REFERENCES grants,
        burned INTEGER NOT NULL CHECK (burned > 0),
        returned INTEGER NOT NULL CHECK (returned BETWEEN 0 AND burned)
      ) STRICT;

      CREATE TABLE rolled_up (last_charge INTEGER NOT NULL) STRICT;
      INSERT INTO rolled_up VALUES (0);
      CREATE TRIGGER rolled_up_grows BEFORE UPDATE ON rolled_up WHEN NEW.last_charge < OLD.last_charge
      BEGIN SELECT RAISE(ABORT, 'what was rolled up stays so'); END;

      DROP TRIGGER charges_never_go;
      CREATE TRIGGER charges_never_go BEFORE DELETE ON charges
      WHEN OLD.id > (SELECT last_charge FROM rolled_up)
      BEGIN SELECT RAISE(ABORT, 'charges are never deleted'); END;
      DROP TRIGGER refunds_never_go;
      CREATE TRIGGER refunds_never_go BEFORE DELETE ON refunds
      WHEN OLD.charge_id > (SELECT last_charge FROM rolled_up)
      BEGIN SELECT RAISE(ABORT, 'refunds are never deleted'); END;
      ${['charge_sums', 'grant_sums'].map(appendOnly).join('\n')}
    `,
  },
  {
    version: 4,
    name: 'audit log',
    up: `
      CREATE TABLE audit_log (
        id INTEGER PRIMARY KEY,
        at INTEGER NOT NULL,
        key_id TEXT NOT NULL REFERENCES api_keys,
        action TEXT NOT NULL,
        target TEXT NOT NULL
      ) STRICT;
      ${appendOnly('audit_log')}
    `,
  },
  {
    version: 5,
    name: 'audit of the command line',
    // The actor is a key's id or `cli`, so the column no longer references the keys.
    up: `
      CREATE TABLE audit_rows (
        id INTEGER PRIMARY KEY,
        at INTEGER NOT NULL,
        key_id TEXT NOT NULL,
        action TEXT NOT NULL,
        target TEXT NOT NULL
      ) STRICT;
      INSERT INTO audit_rows SELECT id, at, key_id, action, target FROM audit_log;
      DROP TABLE audit_log;
      ALTER TABLE audit_rows RENAME TO audit_log;
      ${appendOnly('audit_log')}
    `,
  },
  {
    version: 6,
    name: 'salt of ETags',
    up: `
      CREATE TABLE etag_salt (salt TEXT NOT NULL) STRICT;
      INSERT INTO etag_salt VALUES (lower(hex(randomblob(16))));
    `,
  },
  {
    version: 7,
    name: 'what was paid under an idempotency key',
    // A key may have several charges: a repetition pays for what was not paid before. Rows of older versions have no parts:
    // such a charge paid for the whole request.
    up: `
      ALTER TABLE idempotency_keys RENAME TO idempotency_keys_before;
      DROP INDEX idempotency_keys_by_age;
      CREATE TABLE idempotency_keys (
        account_id TEXT NOT NULL REFERENCES accounts,
        key TEXT NOT NULL,
        request TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        PRIMARY KEY (account_id, key)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);
      CREATE TABLE idempotency_charges (
        charge_id INTEGER PRIMARY KEY REFERENCES charges,
        account_id TEXT NOT NULL,
        key TEXT NOT NULL,
        parts TEXT,
        replayed INTEGER NOT NULL DEFAULT 0 CHECK (replayed IN (0, 1)),
        FOREIGN KEY (account_id, key) REFERENCES idempotency_keys
      ) STRICT;
      CREATE INDEX idempotency_charges_of_key ON idempotency_charges (account_id, key);
      INSERT INTO idempotency_keys SELECT account_id, key, request, created_at FROM idempotency_keys_before;
      INSERT INTO idempotency_charges SELECT charge_id, account_id, key, NULL, replayed FROM idempotency_keys_before;
      DROP TABLE idempotency_keys_before;
    `,
  },
  {
    version: 8,
    name: 'admin changes that were made under an idempotency key',
    up: `
      CREATE TABLE done_once (
        key_id TEXT NOT NULL,
        key TEXT NOT NULL,
        action TEXT NOT NULL,
        request TEXT NOT NULL,
        result TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        PRIMARY KEY (key_id, key, action)
      ) STRICT, WITHOUT ROWID;
    `,
  },
  {
    version: 9,
    name: 'accounts that change, and credits taken back',
    // `accounts` contains the first plan. The last row of `account_plans` whose time has come is the current one.
    up: `
      ALTER TABLE accounts ADD COLUMN status TEXT NOT NULL DEFAULT 'active'
        CHECK (status IN ('active', 'suspended', 'closed'));
      CREATE TRIGGER accounts_stay_closed BEFORE UPDATE ON accounts WHEN OLD.status = 'closed'
      BEGIN SELECT RAISE(ABORT, 'a closed account is never changed'); END;
      CREATE TRIGGER accounts_never_go BEFORE DELETE ON accounts
      BEGIN SELECT RAISE(ABORT, 'accounts are never deleted'); END;
      CREATE TABLE account_plans (
        id INTEGER PRIMARY KEY,
        account_id TEXT NOT NULL REFERENCES accounts,
        monthly_credits INTEGER NOT NULL CHECK (monthly_credits >= 0),
        since INTEGER NOT NULL,
        created_at INTEGER NOT NULL CHECK (created_at < since)
      ) STRICT;
      CREATE INDEX plans_of_account ON account_plans (account_id, id);
      CREATE TABLE take_backs (
        id INTEGER PRIMARY KEY,
        grant_id INTEGER NOT NULL REFERENCES grants,
        at INTEGER NOT NULL,
        credits INTEGER NOT NULL CHECK (credits > 0),
        reason TEXT NOT NULL
      ) STRICT;
      CREATE INDEX take_backs_of_grant ON take_backs (grant_id);
      ${['account_plans', 'take_backs'].map(appendOnly).join('\n')}
    `,
  },
  {
    version: STATE_SINCE,
    name: 'state.db beside the ledger',
    up: '',
  },
  {
    version: 11,
    name: 'persons in the audit log',
    up: 'ALTER TABLE audit_log ADD COLUMN person TEXT',
  },
];

function appendOnly(table: string): string {
  return `
      CREATE TRIGGER ${table}_never_change BEFORE UPDATE ON ${table}
      BEGIN SELECT RAISE(ABORT, '${table} are never changed'); END;
      CREATE TRIGGER ${table}_never_go BEFORE DELETE ON ${table}
      BEGIN SELECT RAISE(ABORT, '${table} are never deleted'); END;`;
}
