import { openStore } from '../../src/store/engine/engine.js';
import type { Store } from '../../src/store/store.js';
import { dossier } from '../measuring/child.js';
import type { Figure } from '../measuring/figures.js';

/**
 * `dossier resolve` after a data set was loaded, beside the time that reading its parties and all entities takes
 * when nothing is judged.
 */
export async function linkingFigure(folder: string, dataset: string, name: string): Promise<Figure[]> {
  const resolved = await dossier(folder, 'resolve');
  const store = await openStore(folder, { schema: 'current' });
  try {
    const made = await countLinks(store, dataset);
    const read = await readAlone(store, dataset);
    const number = (value: number) => Math.round(value).toLocaleString('en-US');
    const notes = [
      `${number(read.parties)} parties, ${number(read.parties / resolved.seconds)} a second`,
      `${number(resolved.cpuSeconds)} CPU s`,
      `peak ${number(resolved.peakMb)} MB`,
      `${number(made.linked)} links made, ${number(made.attached)} attached, ${number(made.tied)} parties tied`,
    ];
    return [
      {
        part: 'enrichment',
        name: `linking ${name} (\`dossier resolve\`)`,
        value: resolved.seconds,
        unit: 's',
        note: notes.join(', '),
        reference: { name: 'reading parties and entities alone', value: read.seconds, unit: 's' },
      },
    ];
  } finally {
    await store.close();
  }
}

async function countLinks({ links }: Store, dataset: string) {
  const tied = new Set<string>();
  let [linked, attached] = [0, 0];
  for await (const page of links.scanClaims(dataset)) {
    for (const link of page) {
      if (link.outcome === 'ambiguous') tied.add(link.party);
      else linked += 1;
      if (link.attached) attached += 1;
    }
  }
  return { linked, attached, tied: tied.size };
}

async function readAlone({ catalog }: Store, dataset: string) {
  const started = performance.now();
  let parties = 0;
  for await (const page of catalog.datasets.scanParties(dataset)) parties += page.length;
  for await (const _entities of catalog.entities.scanForLinking());
  return { parties, seconds: (performance.now() - started) / 1_000 };
}
