import { join } from 'node:path';
import { dossier } from '../measuring/child.js';
import type { Figure } from '../measuring/figures.js';
import { figureNamed, type Loaded } from '../measuring/loaded.js';

/** Loading a file again that has not changed: all hashes are compared, nothing is written. */
export async function benchReload({ folder, state }: Loaded): Promise<Figure[]> {
  const file = join(state.data, 'colorado.csv');
  const again = await dossier(folder, 'ingest', 'us_co_business_entities', '--file', file, '--no-index');
  const { rows, unchanged } = again.json;
  if (unchanged !== rows) throw new Error(`${unchanged} of ${rows} rows were unchanged; all should be.`);
  const first = figureNamed(state, 'colorado');
  return [
    {
      part: 'reload',
      name: 'unchanged reload of Colorado CSV',
      value: Number(rows) / again.seconds,
      unit: 'rows/s',
      note: `peak ${again.peakMb} MB`,
      reference: first ? { name: 'its first load', value: first.value, unit: 'rows/s' } : null,
    },
  ];
}
