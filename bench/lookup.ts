import autocannon from 'autocannon';
import { serve, serveRaw } from './child.js';
import { coloradoId } from './generate/colorado.js';

const CONNECTIONS = 64;
/** Long enough for the pages of a million records to come into memory. */
const WARM_UP_SECONDS = 8;
const SECONDS = 8;

export interface Load {
  readonly perSecond: number;
  readonly p99Ms: number;
}

export interface LookupFigures {
  readonly raw: Load;
  readonly lookup: Load;
  readonly ratio: number;
}

/**
 * `GET /api/v1/entity/{id}` with everything on and uniform keys, against a bare server under the very same requests in
 * the same run: making random paths costs the load generator, and that must not be laid to one side alone.
 */
export async function benchLookup(dataFolder: string, key: string, entities: number): Promise<LookupFigures> {
  const headers = { authorization: `Bearer ${key}` };
  const path = () => `/api/v1/entity/CO:${coloradoId(Math.floor(Math.random() * entities))}`;
  const raw = await withServer(serveRaw(), (url) => load(url, headers, path));
  const lookup = await withServer(serve(dataFolder), (url) => load(url, headers, path));
  return { raw, lookup, ratio: lookup.perSecond / raw.perSecond };
}

async function withServer<T>(
  starting: Promise<{ url: string; stop: () => Promise<void> }>,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const server = await starting;
  try {
    return await work(server.url);
  } finally {
    await server.stop();
  }
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
