import type { PostgresOptions } from '../address.js';
import { Primary } from '../connect.js';
import { migrate, type SchemaMode } from '../migrate.js';
import { type Listener, Pool } from '../pool.js';
import { type Leases, openLeases } from './leases.js';
import { type Nodes, openNodes } from './nodes.js';
import { openPublications, type Publications } from './publications.js';

/** All but money that the machines of a cluster must agree about. */
export interface Cluster<Manifest extends { readonly version: number }> {
  readonly leases: Leases;
  readonly publications: Publications<Manifest>;
  readonly nodes: Nodes;
  close(): Promise<void>;
}

const CONNECTIONS = 2;

/** Rejects with `PostgresAwayError` or `SchemaMismatchError`. */
export async function openCluster<Manifest extends { readonly version: number }>(
  options: PostgresOptions,
  { schema, listener }: { readonly schema: SchemaMode; readonly listener?: Listener },
): Promise<Cluster<Manifest>> {
  const pool = new Pool(new Primary(options), { most: CONNECTIONS, ...(listener ? { listener } : {}) });
  try {
    await migrate(pool, schema);
  } catch (error) {
    await pool.close();
    throw error;
  }
  return {
    leases: openLeases(pool),
    publications: openPublications<Manifest>(pool),
    nodes: openNodes(pool),
    close: () => pool.close(),
  };
}
