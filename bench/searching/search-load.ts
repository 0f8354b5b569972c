import { ask } from '../measuring/asking.js';
import { beside, serve, serveRaw } from '../measuring/child.js';
import type { Figure } from '../measuring/figures.js';
import { type Loaded, readIntoMemory } from '../measuring/loaded.js';
import { withOpened } from '../measuring/opened.js';
import { inTurns, loadFigure } from '../measuring/turns.js';
import { filingMix, readBearers } from './queries.js';

const WARM_UP_SECONDS = 5;
const SECONDS = 2;

/** `GET /sec/search` of 25 rows with everything on, in the stated mix of queries, against a bare server under the same requests. */
export async function benchSearchLoad({ folder, key, state }: Loaded): Promise<Figure[]> {
  const paths = await withOpened(folder, async ({ catalog }) =>
    filingMix(await readBearers(catalog, state.entities)),
  );
  // Each connection begins elsewhere: else all would ask the same at the same moment.
  const pathsOf = (connection: number, connections: number) => {
    const first = Math.floor((connection * paths.length) / connections);
    return [...paths.slice(first), ...paths.slice(0, first)];
  };
  await readIntoMemory(folder);
  return beside(serveRaw(), (bare) =>
    beside(serve(folder), async ({ url }) => {
      await ask({ url, key, pathsOf }, WARM_UP_SECONDS);
      const turns = await inTurns({
        raw: () => ask({ url: bare.url, key, pathsOf }, SECONDS),
        searched: () => ask({ url, key, pathsOf }, SECONDS),
      });
      return [
        loadFigure({ part: 'search-load', name: '`GET /sec/search` over HTTP, the mix' }, 'searched', turns),
      ];
    }),
  );
}
