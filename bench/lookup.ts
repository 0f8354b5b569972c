import { ask } from './asking.js';
import { beside, serve, serveRaw } from './child.js';
import type { Figure } from './figures.js';
import { coloradoId } from './generate/colorado.js';
import { type Loaded, readIntoMemory } from './loaded.js';
import { inTurns, loadFigure } from './turns.js';
import { askByWrk, hasWrk } from './wrk.js';

const WARM_UP_SECONDS = 8;
/** Long enough for the pages of so many records to come into the server's memory: a second for 300,000. */
const warmUpFor = (entities: number) => Math.max(WARM_UP_SECONDS, Math.round(entities / 300_000));
const SECONDS = 4;
/** Keys that are asked for again and again, far from each other in the file. */
const HOT_KEYS = 1_000;
/** Of all connections together more than a service answers in a turn: no key comes again because the list is at its end. */
const KEYS_OF_A_CONNECTION = 2_000;

/** Of so many entities, each as often as every other. */
export function uniformPaths(entities: number): () => string[] {
  return pathsOfRows(() => Math.floor(Math.random() * entities));
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
  const apart = Math.max(1, Math.floor(entities / HOT_KEYS));
  const hot = pathsOfRows(() => (Math.floor(Math.random() * HOT_KEYS) * apart) % entities);
  await readIntoMemory(folder);
  return beside(serveRaw(), (bare) =>
    beside(serve(folder), async ({ url }) => {
      await ask({ url, key, pathsOf: uniform }, warmUpFor(entities));
      await ask({ url, key, pathsOf: hot }, WARM_UP_SECONDS);
      const loads = await inTurns({
        raw: () => ask({ url: bare.url, key, pathsOf: uniform }, SECONDS),
        uniform: () => ask({ url, key, pathsOf: uniform }, SECONDS),
        hot: () => ask({ url, key, pathsOf: hot }, SECONDS),
      });
      const figure = (keys: 'uniform' | 'hot') =>
        loadFigure({ part: 'lookup', name: `\`GET /entity/{id}\`, ${keys} keys` }, loads[keys], loads.raw);
      const figures = [figure('uniform'), figure('hot')];
      return hasWrk() ? [...figures, ...(await byWrk(bare.url, url, key, { uniform, hot }))] : figures;
    }),
  );
}

/** The same from a generator whose own pauses are not in what it measures. */
async function byWrk(
  bare: string,
  url: string,
  key: string,
  { uniform, hot }: Readonly<Record<'uniform' | 'hot', () => string[]>>,
): Promise<Figure[]> {
  const loads = await inTurns({
    raw: () => askByWrk({ url: bare, key, pathsOf: uniform }, SECONDS),
    uniform: () => askByWrk({ url, key, pathsOf: uniform }, SECONDS),
    hot: () => askByWrk({ url, key, pathsOf: hot }, SECONDS),
  });
  const figure = (keys: 'uniform' | 'hot') =>
    loadFigure(
      { part: 'lookup', name: `\`GET /entity/{id}\`, ${keys} keys, by wrk` },
      loads[keys],
      loads.raw,
    );
  return [figure('uniform'), figure('hot')];
}
