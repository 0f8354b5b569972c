import { statSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../src/store/engine/engine.js';
import { dossier } from '../measuring/child.js';
import type { Figure } from '../measuring/figures.js';
import { type Loaded, writeState } from '../measuring/loaded.js';

/** Measures the build of a filled folder again. */
export async function benchIndex({ folder, state }: Loaded): Promise<readonly Figure[]> {
  const figures = await indexFigures(folder);
  writeState(folder, { ...state, steps: { ...state.steps, index: figures } });
  return figures;
}

/** Builds both indexes from the store, beside the time that reading the store alone takes. */
export async function indexFigures(folder: string): Promise<Figure[]> {
  const built = await dossier(folder, 'index');
  const scanned = await scanSeconds(folder);
  const documents = Number(built.json.entityCount) + Number(built.json.filingCount);
  const bytes = indexBytes(join(folder, 'index'), built.json);
  const perMillion = (megabytes: number) => (megabytes / documents) * 1e6;
  const cpu = `${built.cpuSeconds.toFixed(0)} CPU s`;
  const reference = { name: 'reading the store alone', value: scanned, unit: 's' } as const;
  return [
    {
      part: 'index',
      name: 'building both indexes',
      value: built.seconds,
      unit: 's',
      note: `${documents.toLocaleString('en-US')} documents, ${cpu}, peak ${built.peakMb} MB`,
      reference,
    },
    {
      part: 'index',
      name: 'index for 1 M documents, in the file and in memory',
      value: perMillion(bytes / 1e6),
      unit: 'MB',
      reference: { name: 'peak while building', value: perMillion(built.peakMb), unit: 'MB' },
    },
  ];
}

export async function scanSeconds(folder: string): Promise<number> {
  const store = await openStore(folder, { schema: 'current' });
  try {
    const started = performance.now();
    const { catalog } = store;
    for (const scan of [
      catalog.entities.scanFacets(),
      catalog.filings.scanFilers(),
      catalog.filings.scan(),
    ]) {
      for await (const _batch of scan);
    }
    return (performance.now() - started) / 1_000;
  } finally {
    await store.close();
  }
}

/** Bytes of the files that the command names. */
function indexBytes(folder: string, built: Readonly<Record<string, unknown>>): number {
  const files = Object.values(built).filter((value) => typeof value === 'string' && value.endsWith('.idx'));
  return files.reduce<number>((sum, name) => sum + statSync(join(folder, String(name))).size, 0);
}
