import { coloradoId } from '../generate/files/colorado.js';
import { type Asking, ask } from '../measuring/asking.js';
import { beside, serve, serveRaw } from '../measuring/child.js';
import type { Figure } from '../measuring/figures.js';
import { type Loaded, readIntoMemory } from '../measuring/loaded.js';
import { inTurns, type Load, loadFigure } from '../measuring/turns.js';
import { askByWrk, hasWrk } from '../measuring/wrk.js';

const WARM_UP_SECONDS = 8;
/** Long enough for the pages of so many records to come into the server's memory: a second for 300,000. */
const warmUpFor = (entities: number) => Math.max(WARM_UP_SECONDS, Math.round(entities / 300_000));
const SECONDS = 2;
/** Keys that are asked for again and again, far from each other in the file. */
const HOT_KEYS = 1_000;
/** All connections together have more than a service answers in a turn: no key comes again because the list is at its end. */
const KEYS_OF_A_CONNECTION = 2_000;

/** Paths of so many entities, each as often as every other. */
export function uniformPaths(entities: number): () => string[] {
  return pathsOfRows(() => Math.floor(Math.random() * entities));
}

/** Paths of a thousand entities. */
export function hotPaths(entities: number): () => string[] {
  const apart = Math.max(1, Math.floor(entities / HOT_KEYS));
  return pathsOfRows(() => (Math.floor(Math.random() * HOT_KEYS) * apart) % entities);
}

function pathsOfRows(row: () => number): () => string[] {
  return () => Array.from({ length: KEYS_OF_A_CONNECTION }, () => `/api/v1/entity/CO:${coloradoId(row())}`);
}

/**
 * `GET /api/v1/entity/{id}` with everything on, every key as often as every other and a thousand hot ones, against a
 * bare server under such requests.
 */
export async function benchLookup({ folder, key, state }: Loaded): Promise<Figure[]> {
  const { entities } = state;
  const uniform = uniformPaths(entities);
  const hot = hotPaths(entities);
  await readIntoMemory(folder);
  return beside(serveRaw(), (bare) =>
    beside(serve(folder), async ({ url }) => {
      await ask({ url, key, pathsOf: uniform }, warmUpFor(entities));
      await ask({ url, key, pathsOf: hot }, WARM_UP_SECONDS);
      const servers = { raw: bare.url, url, key, uniform, hot };
      const figures = await byGenerator(ask, '', servers);
      return hasWrk() ? [...figures, ...(await byGenerator(askByWrk, ', by wrk', servers))] : figures;
    }),
  );
}

interface Asked extends Pick<Asking, 'url' | 'key'>, Readonly<Record<'uniform' | 'hot', () => string[]>> {
  readonly raw: string;
}

/** wrk beside the generator in Node: its pauses are not in what it measures. */
async function byGenerator(
  load: (asking: Asking, seconds: number) => Promise<Load>,
  suffix: string,
  { raw, url, key, uniform, hot }: Asked,
): Promise<Figure[]> {
  const turns = await inTurns({
    raw: () => load({ url: raw, key, pathsOf: uniform }, SECONDS),
    uniform: () => load({ url, key, pathsOf: uniform }, SECONDS),
    hot: () => load({ url, key, pathsOf: hot }, SECONDS),
  });
  return (['uniform', 'hot'] as const).map((keys) =>
    loadFigure({ part: 'lookup', name: `\`GET /entity/{id}\`, ${keys} keys${suffix}` }, keys, turns),
  );
}
