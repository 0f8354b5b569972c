import type { Fetch } from '../declare.js';

/** A portal's table as a source of its own ids: `<STATE>:<key>`, with a tag where the state's register has them. */
export function socrata<const State extends string>(portal: {
  readonly host: string;
  /** The table, and its companions. */
  readonly datasets: readonly string[];
  readonly state: State;
  readonly tag?: string;
}) {
  const { host, datasets, state, tag } = portal;
  const fetch = socrataFiles(host, ...datasets);
  return { idScheme: 'portal', state, ...(tag !== undefined && { tag }), fetch } as const;
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
