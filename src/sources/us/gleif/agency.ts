import type { Agency, Fetch } from '../../declare/index.js';

export const GLEIF: Agency = {
  name: 'Global Legal Entity Identifier Foundation',
  level: null,
  url: 'https://www.gleif.org',
};

/** Downloads the newest golden copy of a kind: `lei2`, `rr` or `repex`. */
export function goldenCopy(kind: 'lei2' | 'rr' | 'repex'): Fetch {
  return {
    kind: 'urls',
    urls: [`https://goldencopy.gleif.org/api/v2/golden-copies/publishes/${kind}/latest.csv`],
    host: 'goldencopy.gleif.org',
    perSecond: 1,
  };
}
