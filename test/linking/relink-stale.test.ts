import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DatasetDraft } from '../../src/domain/records/dataset.js';
import { isLinked, relink } from '../../src/linking/relink.js';
import { STORE_FILE_NAMES } from '../../src/store/engine/engine.js';
import { Database } from '../../src/store/sqlite/file/driver.js';
import type { Links, Store } from '../../src/store/store.js';
import { COLORADO, loadDataset, loadEntities, now } from '../indexing/delta-support.js';
import { openStore } from '../support/store.js';

const CONNECTICUT = 'us_ct_business_registry';
const NONPROFITS = 'us_irs_exempt_organizations';
const RETURNS = 'us_irs_form_990';
const LOANS = 'us_sba_ppp';
const LIENS = 'us_ct_ucc';
const DENVER = { city: 'DENVER', state: 'CO', zip: '80202' };

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-stale-'));
  store = await openStore(folder, { schema: 'migrate' });
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

/** Neighbours, so that words are weighed against more than the few firms a test is about. */
const WORDS = 'ASPEN BIRCH CEDAR DAHLIA ELDER FALCON GRANITE HERON IVORY JUNIPER'.split(' ');
const TRADES = 'ROOFING BAKERY FLORIST PLUMBING TOWING PRINTING CATERING FRAMING'.split(' ');
const NEIGHBOURS = WORDS.flatMap((word, one) =>
  TRADES.map((trade, two) => ({
    key: `N${one}${two}`,
    name: `${word} ${trade} LLC`,
    principalAddress: `${one}${two} SIDE ST, DENVER, CO 80202`,
  })),
);
const SOCIETY = {
  key: '1',
  name: 'SUMMIT LANTERN SOCIETY',
  principalAddress: '1 INVENTED WAY, DENVER, CO 80202',
};
const body = (ein: string, name: string, street = '1 INVENTED WAY', people: string[] = []): DatasetDraft => ({
  key: ein,
  document: { ein, people },
  parties: [
    {
      key: `ein:${ein}`,
      names: [{ text: name, kind: 'current' }],
      address: { street, ...DENVER },
      identifiers: [{ scheme: 'ein', value: ein }],
      people,
    },
  ],
});
const link = (links: Links = store.links) => relink(store.catalog, links, now);
const shown = async (entity = 'CO:1', { links }: Store = store) =>
  (await links.ofEntity(entity))
    .filter(({ attached }) => attached)
    .map(({ dataset, party }) => `${dataset} ${party}`);

/** The links, with something that happens before each call of a function. */
function before(name: keyof Links, happens: () => Promise<void>): Links {
  return new Proxy(store.links, {
    get: (target, request) => {
      if (request === 'candidates') return target.candidates;
      const value = target[request as keyof Links] as (...given: unknown[]) => unknown;
      if (request !== name) return value.bind(target);
      return async (...given: unknown[]) => {
        await happens();
        return value.apply(target, given);
      };
    },
  });
}

describe('links that carry a number to the next data set', () => {
  beforeEach(async () => {
    await loadEntities(store, COLORADO, [...NEIGHBOURS, SOCIETY]);
    const others = [body('840000002', 'OTHER BODY', '9 FAR RD')];
    await loadDataset(store, NONPROFITS, [body('840000001', 'SUMMIT LANTERN SOCIETY'), ...others]);
    await loadDataset(store, RETURNS, [body('840000001', 'WHOLLY UNLIKE QUARTZ', '77 ELSEWHERE RD')]);
    await link();
    expect(await shown()).toEqual([`${NONPROFITS} ein:840000001`, `${RETURNS} ein:840000001`]);
  });

  test('take what they carried with them when the data set drops the party', async () => {
    await loadDataset(store, NONPROFITS, [body('840000002', 'OTHER BODY', '9 FAR RD')]);
    expect(await link()).toMatchObject([
      { dataset: NONPROFITS, judged: 0 },
      { dataset: RETURNS, judged: 1 },
    ]);
    expect([await shown(), await isLinked(store.catalog, store.links)]).toEqual([[], true]);
  });

  test.each(['settle', 'setState'] as const)(
    'take it with them also where linking is killed at %s, after they were judged',
    async (name) => {
      await loadDataset(store, NONPROFITS, [body('840000001', 'RENAMED ORCHID GUILD', '400 NEW PL')]);
      const judged = () => shown().then((links) => !links.includes(`${NONPROFITS} ein:840000001`));
      const killed = before(name, async () => {
        if (await judged()) throw new Error('killed');
      });
      await expect(link(killed)).rejects.toThrow('killed');
      await link();
      expect([await shown(), await isLinked(store.catalog, store.links)]).toEqual([[], true]);
    },
  );
});

describe('links of a data set that is just linked', () => {
  test('are contested as soon as they are written', async () => {
    const [one, other] = ['840000001', '840000002'];
    const twins = (people: string[]) => [
      body(one, SOCIETY.name, undefined, people),
      body(other, SOCIETY.name, undefined, []),
    ];
    await loadEntities(store, COLORADO, [...NEIGHBOURS, SOCIETY]);
    await loadDataset(store, NONPROFITS, twins([]));
    await link();
    expect(await store.links.ofEntity('CO:1')).toMatchObject([{ attached: false }, { attached: false }]);
    await loadDataset(store, NONPROFITS, twins(['ANA RIVERA']));
    const seen: string[][] = [];
    const watch = {
      linked: () => void pending.push(shown().then((links) => void seen.push(links))),
      read: () => {},
    };
    const pending: Promise<void>[] = [];
    expect(await relink(store.catalog, store.links, now, { watch })).toMatchObject([{ judged: 1 }]);
    await Promise.all(pending);
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.flat()).toEqual([]);
  });
});

describe('a record of a register that the data set covers', () => {
  const debtor: DatasetDraft = {
    key: 'k',
    document: {},
    parties: [
      {
        key: 'debtor:k',
        names: [{ text: 'SUMMIT LANTERN WORKS LLC', kind: 'current' }],
        address: { street: '1 INVENTED WAY', city: 'HARTFORD', state: 'CT', zip: '06101' },
      },
    ],
  };

  test.each([LIENS, LOANS])(
    'is found for %s beside a likelier record of another register',
    async (dataset) => {
      const [near, far] = ['1 INVENTED WAY, HARTFORD, CT 06101', '88 FAR STREET, HARTFORD, CT 06103'];
      const likelier = { key: '1', name: 'SUMMIT LANTERN WORKS LLC', principalAddress: near };
      await loadEntities(store, COLORADO, [...NEIGHBOURS, likelier]);
      const other = { key: '1', name: 'SUMMIT LANTERNWORKS LLC', principalAddress: far };
      await loadEntities(store, CONNECTICUT, [other]);
      await loadDataset(store, dataset, [debtor]);
      await link();
      expect(await shown('CT:1')).toEqual([`${dataset} debtor:k`]);
    },
  );
});

test('a backup that a load and its links came into is linked on after it is restored', async () => {
  const loan: DatasetDraft = { key: 'x', document: {}, parties: [borrower()] };
  await loadEntities(store, COLORADO, NEIGHBOURS);
  await loadDataset(store, LOANS, [loan]);
  await link();
  const restored = mkdtempSync(join(folder, 'restored-'));
  for (const name of STORE_FILE_NAMES) {
    const file = new Database(join(folder, name), { readonly: true });
    await file.backup(join(restored, name));
    file.close();
    await loadEntities(store, CONNECTICUT, [{ key: name, name: 'MEANWHILE LOADED INC' }]);
    await link();
  }
  const again = await openStore(restored, { schema: 'migrate' });
  await loadEntities(again, COLORADO, [...NEIGHBOURS, SOCIETY]);
  expect(await isLinked(again.catalog, again.links)).toBe(false);
  await relink(again.catalog, again.links, now);
  expect(await shown('CO:1', again)).toEqual([`${LOANS} borrower:x`]);
  await again.close();

  function borrower() {
    const [party] = body('840000001', SOCIETY.name).parties;
    if (!party) throw new Error('There is no party.');
    return { ...party, key: 'borrower:x' };
  }
});
