import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { EntityDraft } from '../../../src/domain/entity.js';
import { buildIndexes } from '../../../src/indexing/build.js';
import { IndexLoader, viewsOf } from '../../../src/indexing/files/index-loader.js';
import { Matcher } from '../../../src/linking/match/matcher.js';
import { relink } from '../../../src/linking/relink.js';
import { fill } from '../../support/service.js';
import { openStore } from '../../support/store.js';

/** A matcher over these entities, by source, and further loads, linked; `close` removes them. */
export async function openMatcher(
  entities: Readonly<Record<string, EntityDraft[]>>,
  ...loads: Parameters<typeof fill>[1][]
) {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-matcher-'));
  const store = await openStore(folder, { schema: 'migrate' });
  await fill(store.catalog, { entities });
  for (const load of loads) await fill(store.catalog, load);
  if (loads.length > 0) await relink(store.catalog, store.links, () => 1_000);
  await buildIndexes(store.catalog, join(folder, 'index'), () => 1_000);
  const loaded = await new IndexLoader(join(folder, 'index'), (problem) => expect(problem).toBe('')).look();
  if (loaded === undefined) throw new Error('The index was not built.');
  return {
    matcher: new Matcher({ ...store, index: viewsOf(loaded).entities }),
    close: async () => {
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}
