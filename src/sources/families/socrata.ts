import type { Fetch } from '../declare.js';

/**
 * Whole tables of a Socrata portal, as the portal's own download. Its headings are display names and its dates are
 * MM/DD/YYYY, where the row service has field names and ISO dates; both are read. One request a second: portals
 * slow down clients without a token.
 */
export function socrata(host: string, ...datasets: readonly string[]): Fetch {
  return {
    kind: 'urls',
    urls: datasets.map((id) => `https://${host}/api/views/${id}/rows.csv?accessType=DOWNLOAD`),
    host,
    perSecond: 1,
  };
}
