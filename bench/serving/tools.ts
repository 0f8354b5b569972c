import type autocannon from 'autocannon';
import { ask } from '../measuring/asking.js';
import { beside, serve } from '../measuring/child.js';
import type { Figure } from '../measuring/figures.js';
import { type Loaded, readIntoMemory } from '../measuring/loaded.js';
import { inTurns, loadFigure } from '../measuring/turns.js';
import { uniformPaths } from './lookup.js';

const WARM_UP_SECONDS = 4;
const SECONDS = 2;

/** `get_entity` over `POST /mcp`, against `GET /entity/{id}` for the same ids on the same server. */
export async function benchTools({ folder, key, state }: Loaded): Promise<Figure[]> {
  const pathsOf = uniformPaths(state.entities);
  await readIntoMemory(folder);
  return beside(serve(folder), async ({ url }) => {
    const tools = { url, key, pathsOf, requestOf: callOf };
    await ask({ url, key, pathsOf }, WARM_UP_SECONDS);
    await ask(tools, WARM_UP_SECONDS);
    const turns = await inTurns({
      raw: () => ask({ url, key, pathsOf }, SECONDS),
      tools: () => ask(tools, SECONDS),
    });
    const figure = loadFigure({ part: 'tools', name: '`get_entity` over `POST /mcp`' }, 'tools', turns);
    const { value = Number.NaN, unit = 'requests/s' } = figure.reference ?? {};
    return [{ ...figure, reference: { name: '`GET /entity/{id}` for the same ids', value, unit } }];
  });
}

/** A call of protocol 2026-07-28, which needs no handshake. */
function callOf(path: string): autocannon.Request {
  const id = path.slice(path.lastIndexOf('/') + 1);
  const params = { name: 'get_entity', arguments: { id } };
  return {
    method: 'POST',
    path: '/mcp',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  };
}
