import autocannon from 'autocannon';
import { beside, serve, serveRaw } from './child.js';
import type { Figure } from './figures.js';
import { coloradoId } from './generate/colorado.js';
import type { Loaded } from './loaded.js';
import { inTurns, type Load, loadFigure } from './turns.js';

const CONNECTIONS = 64;
/** Long enough for the pages of a million records to come into memory. */
const WARM_UP_SECONDS = 8;
const SECONDS = 4;
/** Keys that are asked for again and again, far from each other in the file. */
const HOT_KEYS = 1_000;

/**
 * `GET /api/v1/entity/{id}` with everything on, every key as often as every other and a thousand hot ones, against a bare
 * server under the very same requests: making random paths costs the load generator, and that must not be laid to one
 * side alone.
 */
export async function benchLookup({ folder, key, state }: Loaded): Promise<Figure[]> {
  const { entities } = state;
  const headers = { authorization: `Bearer ${key}` };
  const path = (row: number) => `/api/v1/entity/CO:${coloradoId(row)}`;
  const uniform = () => path(Math.floor(Math.random() * entities));
  const apart = Math.max(1, Math.floor(entities / HOT_KEYS));
  const hot = () => path((Math.floor(Math.random() * HOT_KEYS) * apart) % entities);
  return beside(serveRaw(), (bare) =>
    beside(serve(folder), async ({ url }) => {
      for (const keys of [uniform, hot]) await load(url, headers, keys, WARM_UP_SECONDS);
      const loads = await inTurns({
        raw: () => load(bare.url, headers, uniform, SECONDS),
        uniform: () => load(url, headers, uniform, SECONDS),
        hot: () => load(url, headers, hot, SECONDS),
      });
      const figure = (keys: 'uniform' | 'hot') =>
        loadFigure({ part: 'lookup', name: `\`GET /entity/{id}\`, ${keys} keys` }, loads[keys], loads.raw);
      return [figure('uniform'), figure('hot')];
    }),
  );
}

async function load(
  url: string,
  headers: Record<string, string>,
  path: () => string,
  duration: number,
): Promise<Load> {
  const requests = [{ setupRequest: (request: autocannon.Request) => ({ ...request, path: path() }) }];
  const result = await autocannon({ url, headers, requests, connections: CONNECTIONS, duration });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} answers were no 200.`);
  return { perSecond: result.requests.average, p99Ms: result.latency.p99 };
}
