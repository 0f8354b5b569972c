import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { EntityDraft } from '../../src/domain/entity.js';
import type { DatasetDraft } from '../../src/domain/records/dataset.js';
import { relink } from '../../src/linking/relink.js';
import type { KeyedRows, Links } from '../../src/store/store.js';
import { loadDataset, loadEntities, now } from '../indexing/delta-support.js';
import { openStore } from '../support/store.js';

const NAME = 'SUMMIT LANTERN CLUB';

test('linking changed entities of one name reads a number of rows that grows with the entities', async () => {
  const [some = 0, many = 0] = [await readsOf(150), await readsOf(300)];
  process.stderr.write(`rows read: ${some}, ${many}\n`);
  expect(some).toBeGreaterThan(1_000);
  expect(many / some).toBeLessThan(2.6);
});

/** The rows and keys that an incremental run reads if all entities moved, and as many parties have their name. */
async function readsOf(size: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-common-'));
  const store = await openStore(folder, { schema: 'migrate' });
  const all = Array.from({ length: size }, (_, at) => at);
  const firms = (street: string) =>
    all.map(
      (at): EntityDraft => ({
        key: String(at),
        name: NAME,
        principalAddress: `${at + 1} ${street}, DENVER, CO 80202`,
      }),
    );
  await loadEntities(store, 'us_co_business_entities', firms('FIRST ST'));
  await loadDataset(store, 'us_sba_ppp', all.map(loanOf));
  await relink(store.catalog, store.links, now);
  await loadEntities(store, 'us_co_business_entities', firms('SECOND AVE'));
  const counted = { rows: 0 };
  await relink(store.catalog, counting(store.links, counted), now);
  await store.close();
  rmSync(folder, { recursive: true });
  return counted.rows;
}

function loanOf(at: number): DatasetDraft {
  const address = { street: `${at + 1} SECOND AVE`, city: 'DENVER', state: 'CO', zip: '80202' };
  const party = {
    key: `party:${at}`,
    names: [{ text: NAME, kind: 'current' as const }],
    address,
    identifiers: [],
  };
  return { key: String(at), document: { key: at }, parties: [party] };
}

/** Links whose candidates count the rows that are read by number or by key. */
function counting(links: Links, counted: { rows: number }): Links {
  const rows = <Row extends { readonly number: number }>(table: KeyedRows<Row>): KeyedRows<Row> =>
    bound(table, {
      get: (number) => {
        counted.rows += 1;
        return table.get(number);
      },
      withKey: (hash, max) => {
        const found = table.withKey(hash, max);
        counted.rows += 1 + (found?.length ?? 0);
        return found;
      },
    });
  const { candidates } = links;
  return bound(links, {
    candidates: bound(candidates, { entities: rows(candidates.entities), parties: rows(candidates.parties) }),
  });
}

function bound<Target extends object>(target: Target, replaced: Partial<Target>): Target {
  return new Proxy(target, {
    get: (_, member) => {
      if (member in replaced) return replaced[member as keyof Target];
      const value = target[member as keyof Target];
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
