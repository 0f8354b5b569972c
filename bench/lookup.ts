import autocannon from 'autocannon';
import { beside, serve, serveRaw } from './child.js';
import { coloradoId } from './generate/colorado.js';

const CONNECTIONS = 64;
/** Long enough for the pages of a million records to come into memory. */
const WARM_UP_SECONDS = 8;
const SECONDS = 8;
/** Keys that are asked for again and again, far from each other in the file. */
const HOT_KEYS = 1_000;

export interface Load {
  readonly perSecond: number;
  readonly p99Ms: number;
}

export interface LookupFigures {
  readonly raw: Load;
  /** Every key as often as every other. */
  readonly lookup: Load;
  /** A thousand keys. */
  readonly hot: Load;
}

/**
 * `GET /api/v1/entity/{id}` with everything on, against a bare server under the very same requests in the same run:
 * making random paths costs the load generator, and that must not be laid to one side alone.
 */
export async function benchLookup(dataFolder: string, key: string, entities: number): Promise<LookupFigures> {
  const headers = { authorization: `Bearer ${key}` };
  const path = (row: number) => `/api/v1/entity/CO:${coloradoId(row)}`;
  const uniform = () => path(Math.floor(Math.random() * entities));
  const apart = Math.max(1, Math.floor(entities / HOT_KEYS));
  const hotKey = () => path((Math.floor(Math.random() * HOT_KEYS) * apart) % entities);
  const raw = await beside(serveRaw(), ({ url }) => load(url, headers, uniform));
  return await beside(serve(dataFolder), async ({ url }) => {
    const lookup = await load(url, headers, uniform);
    return { raw, lookup, hot: await load(url, headers, hotKey) };
  });
}

async function load(url: string, headers: Record<string, string>, path: () => string): Promise<Load> {
  const requests = [{ setupRequest: (request: autocannon.Request) => ({ ...request, path: path() }) }];
  const run = (duration: number) =>
    autocannon({ url, headers, requests, connections: CONNECTIONS, duration });
  await run(WARM_UP_SECONDS);
  const result = await run(SECONDS);
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} answers were no 200.`);
  return { perSecond: result.requests.average, p99Ms: result.latency.p99 };
}
