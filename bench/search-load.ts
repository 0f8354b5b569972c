import autocannon from 'autocannon';
import { beside, serve, serveRaw } from './child.js';
import type { Figure } from './figures.js';
import type { Loaded } from './loaded.js';
import { withOpened } from './opened.js';
import { filingMix, readBearers } from './queries.js';

const CONNECTIONS = 64;
const WARM_UP_SECONDS = 5;
const SECONDS = 10;
const TIMEOUT_SECONDS = 60;

/** `GET /sec/search` of 25 rows with everything on, in the stated mix of queries, against a bare server under the same requests. */
export async function benchSearchLoad({ folder, key, state }: Loaded): Promise<Figure[]> {
  const paths = await withOpened(folder, async ({ catalog }) =>
    filingMix(await readBearers(catalog, state.entities)),
  );
  const raw = await beside(serveRaw(), ({ url }) => loadOf(url, key, paths));
  const searched = await beside(serve(folder), ({ url }) => loadOf(url, key, paths));
  return [
    {
      part: 'search-load',
      name: '`GET /sec/search` over HTTP, the mix',
      value: searched.perSecond,
      unit: 'requests/s',
      note: `p99 ${searched.p99Ms} ms at ${CONNECTIONS} connections`,
      reference: { name: 'raw node:http', value: raw.perSecond, unit: 'requests/s' },
    },
  ];
}

async function loadOf(url: string, key: string, paths: readonly string[]) {
  const requests = paths.map((path) => ({ path }));
  const headers = { authorization: `Bearer ${key}` };
  const run = (duration: number) =>
    autocannon({ url, headers, requests, connections: CONNECTIONS, duration, timeout: TIMEOUT_SECONDS });
  await run(WARM_UP_SECONDS);
  const result = await run(SECONDS);
  const { non2xx, errors, timeouts } = result;
  if (non2xx > 0 || errors > 0)
    throw new Error(`${non2xx} answers were no 200, ${errors} requests failed, ${timeouts} of them by time.`);
  return { perSecond: result.requests.average, p99Ms: result.latency.p99 };
}
