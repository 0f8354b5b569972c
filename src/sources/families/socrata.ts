import type { Fetch, SocrataPortal } from '../declare/index.js';

/**
 * Tables on a Socrata portal. `ids` is the id namespace: `OR`, or `CT:licenses` if the state's register has
 * the state's own. `tables` is the dataset, or one per table, the main one first. `key` is the key column, or
 * its expression in `keyHolds`; with `cursor` null, the table is always read completely.
 */
export function socrata(
  ids: string,
  host: string,
  tables: string | Readonly<Record<string, string>>,
  columns: {
    readonly key: string;
    readonly keyHolds?: (key: string) => readonly string[];
    readonly name: string;
    readonly cursor?: null;
  },
) {
  const [state = ids, tag] = ids.split(':');
  const datasets = typeof tables === 'string' ? { main: tables } : tables;
  const { key, name, ...special } = columns;
  const portal: SocrataPortal = {
    kind: 'socrata',
    host,
    tables: datasets,
    key: [key],
    names: [name],
    ...special,
  };
  return {
    idScheme: 'portal' as const,
    state,
    ...(tag !== undefined && { tag }),
    fetch: socrataFiles(host, ...Object.values(datasets)),
    portal,
  };
}

/**
 * Whole tables, as the portal's own download. Its headings are display names and its dates are MM/DD/YYYY, where
 * the row service has field names and ISO dates; both are read. One request a second: portals slow down clients
 * without a token.
 */
export function socrataFiles(host: string, ...datasets: readonly string[]): Fetch {
  return {
    kind: 'urls',
    urls: datasets.map((id) => `https://${host}/api/views/${id}/rows.csv?accessType=DOWNLOAD`),
    host,
    perSecond: 1,
  };
}
