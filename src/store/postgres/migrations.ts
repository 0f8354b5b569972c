import { CLUSTER_SCHEMA, LOGGED_WINDOWS_SCHEMA, NODE_ROOTS_SCHEMA } from './cluster/schema.js';
import { BY_ACCOUNT_SCHEMA, LEDGER_SCHEMA, MOVED_SCHEMA } from './ledger/schema.js';
import { MATCH_LIST_SCHEMA, ORDER_CHARGE_SCHEMA, STATE_SCHEMA } from './state/schema.js';

/** One step of the schema. Versions count up from 1 without gaps; a released step is never changed. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  /** Statements, parted by lines that hold `;;` alone. */
  readonly up: string;
}

/** In order of version. */
export const MIGRATIONS: readonly Migration[] = [
  { version: 1, name: 'leases, publications, nodes and windows', up: CLUSTER_SCHEMA },
  { version: 2, name: 'accounts, keys, grants, charges, refunds', up: LEDGER_SCHEMA },
  { version: 3, name: 'exports, watches, deliveries, sessions', up: STATE_SCHEMA },
  { version: 4, name: 'mark of a ledger that was moved', up: MOVED_SCHEMA },
  { version: 5, name: 'windows that a crash leaves as they are', up: LOGGED_WINDOWS_SCHEMA },
  { version: 6, name: 'roots of the copies of nodes', up: NODE_ROOTS_SCHEMA },
  { version: 7, name: 'exports whose order is charged', up: ORDER_CHARGE_SCHEMA },
  { version: 8, name: 'locks and sweeps, one account at a time', up: BY_ACCOUNT_SCHEMA },
  { version: 9, name: 'matched lists', up: MATCH_LIST_SCHEMA },
];
