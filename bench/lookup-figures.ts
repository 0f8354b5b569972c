import type { Figure } from './figures.js';
import type { Loaded } from './loaded.js';
import { benchLookup, type Load } from './lookup.js';

/** `GET /entity/{id}` end to end beside a bare server under the same requests. */
export async function lookupFigures({ folder, key, state }: Loaded): Promise<Figure[]> {
  const { raw, lookup, hot } = await benchLookup(folder, key, state.entities);
  const figure = (keys: string, { perSecond, p99Ms }: Load): Figure => ({
    part: 'lookup',
    name: `\`GET /entity/{id}\`, ${keys} keys`,
    value: perSecond,
    unit: 'requests/s',
    note: `p99 ${p99Ms} ms`,
    reference: { name: 'raw node:http', value: raw.perSecond, unit: 'requests/s' },
  });
  return [figure('uniform', lookup), figure('hot', hot)];
}
