import autocannon from 'autocannon';
import { beside, serve, serveRaw } from './child.js';
import type { Figure } from './figures.js';
import type { Loaded } from './loaded.js';
import { withOpened } from './opened.js';
import { filingMix, readBearers } from './queries.js';
import { inTurns, type Load, loadFigure } from './turns.js';

const CONNECTIONS = 64;
const WARM_UP_SECONDS = 5;
const SECONDS = 4;
const TIMEOUT_SECONDS = 60;

/** `GET /sec/search` of 25 rows with everything on, in the stated mix of queries, against a bare server under the same requests. */
export async function benchSearchLoad({ folder, key, state }: Loaded): Promise<Figure[]> {
  const paths = await withOpened(folder, async ({ catalog }) =>
    filingMix(await readBearers(catalog, state.entities)),
  );
  return beside(serveRaw(), (bare) =>
    beside(serve(folder), async ({ url }) => {
      await loadOf(url, key, paths, WARM_UP_SECONDS);
      const { raw, searched } = await inTurns({
        raw: () => loadOf(bare.url, key, paths, SECONDS),
        searched: () => loadOf(url, key, paths, SECONDS),
      });
      return [
        loadFigure({ part: 'search-load', name: '`GET /sec/search` over HTTP, the mix' }, searched, raw),
      ];
    }),
  );
}

async function loadOf(url: string, key: string, paths: readonly string[], duration: number): Promise<Load> {
  const requests = paths.map((path) => ({ path }));
  const headers = { authorization: `Bearer ${key}` };
  const options = { url, headers, requests, connections: CONNECTIONS, timeout: TIMEOUT_SECONDS };
  const result = await autocannon({ ...options, duration });
  const { non2xx, errors, timeouts } = result;
  if (non2xx > 0 || errors > 0)
    throw new Error(`${non2xx} answers were no 200, ${errors} requests failed, ${timeouts} of them by time.`);
  return { perSecond: result.requests.average, p99Ms: result.latency.p99 };
}
