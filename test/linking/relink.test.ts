import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { EntityDraft } from '../../src/domain/entity.js';
import { bulkId } from '../../src/domain/ids.js';
import type { PartyAddress } from '../../src/domain/places/address-parts.js';
import type { DatasetDraft } from '../../src/domain/records/dataset.js';
import { shareableOf } from '../../src/domain/records/sharing.js';
import { toDatasetRow } from '../../src/ingest/map/dataset-mapper.js';
import { toEntityRow } from '../../src/ingest/map/entity-row.js';
import { isLinked, relink } from '../../src/linking/relink.js';
import type { Store } from '../../src/store/store.js';
import { endOf, newRun } from '../store/catalog/fixtures.js';
import { entitySource } from '../support/service.js';
import { openStore } from '../support/store.js';

let folder: string;
let store: Store;
let clock = 0;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-relink-'));
  store = await openStore(folder, { schema: 'migrate' });
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const LOANS = 'us_sba_ppp';
const COLORADO = 'us_co_business_entities';
const CONNECTICUT = 'us_ct_business_registry';
const DENVER: PartyAddress = { street: '1 INVENTED WAY', city: 'DENVER', state: 'CO', zip: '80202' };
const PUEBLO: PartyAddress = { street: '7 OTHER ST', city: 'PUEBLO', state: 'CO', zip: '81001' };

const line = ({ street, city, state, zip }: PartyAddress) => `${street}, ${city}, ${state} ${zip}`;
const firm = (key: string, name: string, address?: PartyAddress): EntityDraft => ({
  key,
  name,
  ...(address && { principalAddress: line(address) }),
});
const loan = (key: string, name: string, address?: PartyAddress): DatasetDraft => ({
  key,
  document: { loanNumber: key, dateApproved: null, amount: 1 },
  parties: [
    { key: `borrower:${key}`, names: [{ text: name, kind: 'current' }], ...(address && { address }) },
  ],
});

/** Neighbours, so that words are weighed against more than the few firms a test is about. */
const WORDS = 'ASPEN BIRCH CEDAR DAHLIA ELDER FALCON GRANITE HERON IVORY JUNIPER'.split(' ');
const TRADES = 'ROOFING BAKERY FLORIST PLUMBING TOWING PRINTING CATERING FRAMING'.split(' ');
const NEIGHBOURS = WORDS.flatMap((word, one) =>
  TRADES.map((trade, two) =>
    firm(`N${one}${two}`, `${word} ${trade} LLC`, { ...DENVER, street: `${one}${two} SIDE ST` }),
  ),
);

async function run(
  source: string,
  work: (runId: number) => Promise<{ records: number } & Parameters<typeof endOf>[0]>,
) {
  clock += 1_000;
  const runId = await store.catalog.loads.start(newRun(source, clock));
  await store.catalog.loads.finish(runId, endOf(await work(runId), 0, false, clock));
}
async function register(source: string, drafts: readonly EntityDraft[]) {
  await run(source, async (runId) => {
    const stage = await store.catalog.loads.openEntityStage(runId, source);
    await stage.put(drafts.map((draft) => toEntityRow(entitySource(source), draft)));
    const counts = stage.counts();
    await (await stage.seal(null)).apply(() => {});
    return counts;
  });
}
const lend = (...drafts: readonly DatasetDraft[]) => publish(LOANS, drafts);
async function publish(source: string, drafts: readonly DatasetDraft[]) {
  await run(source, async (runId) => {
    const stage = await store.catalog.loads.openDatasetStage(runId, source);
    await stage.put(drafts.map(toDatasetRow));
    const counts = stage.counts();
    await (await stage.seal(null)).apply(() => {});
    return counts;
  });
}
async function link() {
  clock += 1_000;
  const done = await relink(store.catalog, store.links, () => clock);
  return done.find(({ dataset }) => dataset === LOANS);
}
const shown = async (entity: string) =>
  (await store.links.ofEntity(entity)).filter(({ attached }) => attached).map(({ party }) => party);

describe('links by name', () => {
  test('are made to the same name at the same door, in each register that has it', async () => {
    await register(COLORADO, [...NEIGHBOURS, firm('1', 'SUMMIT LANTERN WORKS, LLC', DENVER)]);
    await register(CONNECTICUT, [firm('1', 'Summit Lantern Works L.L.C.', DENVER)]);
    await lend(loan('a', 'SUMMIT LANTERN WORKS LLC', DENVER));
    await link();
    expect(await shown('CO:1')).toEqual(['borrower:a']);
    expect(await shown('CT:1')).toEqual(['borrower:a']);
  });

  test.each([
    ['another number in the name', 'SUMMIT HOLDINGS II LLC', 'SUMMIT HOLDINGS III LLC'],
    ['another legal form', 'SUMMIT HOLDINGS INC', 'SUMMIT HOLDINGS LLC'],
    ['another chapter', 'KNIGHTS OF SUMMIT LODGE 12', 'KNIGHTS OF SUMMIT LODGE 21'],
  ])('are not made across %s, were it at one door', async (_, entity, borrower) => {
    await register(COLORADO, [...NEIGHBOURS, firm('1', entity, DENVER)]);
    await lend(loan('a', borrower, DENVER));
    await link();
    expect(await shown('CO:1')).toEqual([]);
  });

  test('are not made to a bank of a common name in another town', async () => {
    await register(COLORADO, [...NEIGHBOURS, firm('1', 'FIRST STATE BANK', DENVER)]);
    const towns = ['AKRON', 'YUMA', 'LAMAR', 'WRAY'];
    await lend(
      ...towns.map((city, index) =>
        loan(city, 'FIRST STATE BANK', { ...PUEBLO, city, street: `${index} MAIN ST` }),
      ),
    );
    await link();
    expect(await shown('CO:1')).toEqual([]);
  });

  test('are ambiguous between two of one name that nothing tells apart: nobody is shown', async () => {
    const firms = ['1', '2'].map((key) => firm(key, 'SUMMIT LANTERN WORKS LLC', DENVER));
    await register(COLORADO, [...NEIGHBOURS, ...firms]);
    await lend(loan('a', 'SUMMIT LANTERN WORKS LLC', DENVER));
    await link();
    for (const id of ['CO:1', 'CO:2']) {
      const links = await store.links.ofEntity(id);
      expect(links.every(({ outcome, attached }) => outcome === 'ambiguous' && !attached)).toBe(true);
      expect(await shown(id)).toEqual([]);
    }
  });

  test('count a body of several registers once, whatever its addresses there, and its namesakes each', async () => {
    const evidence = async () => {
      const [found] = (await store.links.ofEntity('CO:1')).filter(({ dataset }) => dataset === LOANS);
      const lines = JSON.parse(found?.evidence ?? '[]') as { field: string; text: string }[];
      return lines.find(({ field }) => field === 'records with the name')?.text;
    };
    const box = { ...PUEBLO, street: 'PO BOX 9' };
    await register(COLORADO, [...NEIGHBOURS, firm('1', 'SUMMIT LANTERN WORKS INC', DENVER)]);
    await lend(loan('a', 'SUMMIT LANTERN WORKS INC', box));
    await link();
    expect(await evidence()).toBe('No other record has this name.');
    await register('us_irs_eo_bmf', [
      { ...firm('840000001', 'SUMMIT LANTERN WORKS INC', PUEBLO), state: 'CO' },
    ]);
    await lend(loan('a', 'SUMMIT LANTERN WORKS INC', { ...box, street: 'PO BOX 10' }));
    await link();
    expect(await shown('CO:1')).toEqual(['borrower:a']);
    expect(await evidence()).toMatch(/^All records with this name are counted as one organization/);
    await register(CONNECTICUT, [firm('1', 'SUMMIT LANTERN WORKS INC')]);
    await lend(loan('a', 'SUMMIT LANTERN WORKS INC', { ...box, street: 'PO BOX 11' }));
    await link();
    expect(await shown('CO:1')).toEqual([]);
  });

  test.each(['at once', 'later'])(
    'count a benefit trust that comes %s for no namesake of its employer',
    async (when) => {
      const trust = { ...firm('450000001', 'SUMMIT LANTERN WORKS INC'), type: '501(c)(17)', state: 'CT' };
      await register(COLORADO, [...NEIGHBOURS, firm('1', 'SUMMIT LANTERN WORKS INC', DENVER)]);
      const box = { ...PUEBLO, street: 'PO BOX 9' };
      if (when === 'later') {
        await lend(loan('a', 'SUMMIT LANTERN WORKS INC', box));
        await link();
      }
      await register('us_irs_eo_bmf', [trust]);
      await lend(loan('a', 'SUMMIT LANTERN WORKS INC', { ...box, street: 'PO BOX 10' }));
      await link();
      expect(await shown('CO:1')).toEqual(['borrower:a']);
    },
  );

  test.each(['501(c)(9)', '501(c)(17)'])(
    'give a benefit trust, a %s, neither the filings of its employer nor the register’s record',
    async (type) => {
      const trust = { ...firm('450000001', 'SUMMIT LANTERN GROUP INC', PUEBLO), type, state: 'CO' };
      const number = [{ scheme: 'ein', value: '450000001' }] as const;
      await register('us_irs_eo_bmf', [{ ...trust, linkKeys: number }]);
      await register(COLORADO, [...NEIGHBOURS, firm('1', 'SUMMIT LANTERN GROUP, INC.', PUEBLO)]);
      await lend(loan('a', 'SUMMIT LANTERN GROUP INC', PUEBLO));
      const nonprofit = loan('450000001', 'SUMMIT LANTERN GROUP INC', PUEBLO);
      await publish('us_irs_form_990', [
        { ...nonprofit, parties: nonprofit.parties.map((party) => ({ ...party, identifiers: number })) },
      ]);
      await link();
      expect(await shown(bulkId('us_irs_eo_bmf', '450000001'))).toEqual(['borrower:450000001']);
      expect(await shown('CO:1')).toEqual(['borrower:a']);
    },
  );

  test('are never made to a named individual', async () => {
    const person = { ...firm('1', 'ANA MARIA RIVERA', DENVER), subjectType: 'person' as const };
    await register(COLORADO, [...NEIGHBOURS, person]);
    await lend(loan('a', 'ANA MARIA RIVERA', DENVER));
    await link();
    expect(await store.links.ofEntity('CO:1')).toEqual([]);
  });
});

describe('a run', () => {
  beforeEach(async () => {
    await register(COLORADO, [...NEIGHBOURS, firm('1', 'SUMMIT LANTERN WORKS, LLC', DENVER)]);
    await lend(loan('a', 'SUMMIT LANTERN WORKS LLC', DENVER), loan('b', 'NOBODY AT ALL INC', PUEBLO));
  });

  test('judges what it has not judged, and nothing twice', async () => {
    expect(await isLinked(store.catalog, store.links)).toBe(false);
    expect(await link()).toMatchObject({ parties: 2, judged: 2 });
    expect(await isLinked(store.catalog, store.links)).toBe(true);
    expect(await link()).toBeUndefined();
    await register(COLORADO, [firm('2', 'UNRELATED ARRIVAL INC')]);
    expect(await isLinked(store.catalog, store.links)).toBe(false);
    expect(await link()).toBeUndefined();
  });

  test('goes on where one before it was cut', async () => {
    await link();
    await store.links.dropParties(LOANS, ['borrower:b']);
    await store.links.setState(LOANS, { run: 0, at: 0, weights: '' });
    expect(await link()).toMatchObject({ parties: 2, judged: 1 });
  });

  test('judges again what rests on a record that changed, on either side', async () => {
    await link();
    await lend(loan('a', 'QUITE ANOTHER NAME LLC', DENVER));
    expect(await isLinked(store.catalog, store.links)).toBe(false);
    expect(await link()).toMatchObject({ judged: 1 });
    expect(await shown('CO:1')).toEqual([]);
    await register(COLORADO, [firm('1', 'QUITE ANOTHER NAME LLC', DENVER)]);
    expect((await link())?.judged).toBeGreaterThanOrEqual(1);
    expect(await shown('CO:1')).toEqual(['borrower:a']);
  });

  test('passes over data sets of which nothing changed', async () => {
    await publish('us_irs_exempt_organizations', [loan('c', 'SOME SOCIETY')]);
    await link();
    await lend(loan('d', 'ONE MORE INC', PUEBLO));
    clock += 1_000;
    const done = await relink(store.catalog, store.links, () => clock);
    expect(done).toEqual([{ dataset: LOANS, parties: 1, judged: 1 }]);
    expect(await isLinked(store.catalog, store.links)).toBe(true);
  });

  test('goes through what a correction may have changed', async () => {
    await link();
    const party = { entity: 'CO:1', dataset: LOANS, party: 'borrower:a' };
    await store.links.correct({ ...party, verdict: 'denied', note: '', at: clock + 1 });
    expect(await isLinked(store.catalog, store.links)).toBe(false);
    expect(await link()).toMatchObject({ judged: 0 });
    expect(await isLinked(store.catalog, store.links)).toBe(true);
    expect(await shown('CO:1')).toEqual([]);
  });

  test('forgets parties that the data set no longer names', async () => {
    await link();
    await run(LOANS, async (runId) => {
      const stage = await store.catalog.loads.openDatasetStage(runId, LOANS);
      await stage.put([toDatasetRow(loan('b', 'NOBODY AT ALL INC', PUEBLO))]);
      const counts = stage.counts();
      await (await stage.seal('source')).apply(() => {});
      return counts;
    });
    expect(await link()).toMatchObject({ parties: 1 });
    expect(await store.links.ofEntity('CO:1')).toEqual([]);
  });
});

describe('what entities share', () => {
  const sharers = async (address: PartyAddress) => {
    const [shared] = shareableOf({ name: 'SUMMIT', principalAddress: line(address) });
    return shared ? await store.links.sharing(shared, 10) : [];
  };
  beforeEach(async () => {
    await register(
      COLORADO,
      ['1', '2', '3'].map((key) => firm(key, `SUMMIT ${key}`, DENVER)),
    );
    await link();
  });

  test('is found by address, and follows what a run changes', async () => {
    expect(await sharers(DENVER)).toEqual(['CO:1', 'CO:2', 'CO:3']);
    await register(COLORADO, [firm('2', 'SUMMIT 2', PUEBLO)]);
    await link();
    expect(await sharers(DENVER)).toEqual(['CO:1', 'CO:3']);
    expect(await sharers(PUEBLO)).toEqual(['CO:2']);
  });

  test('forgets entities that are gone', async () => {
    await run(COLORADO, async (runId) => {
      const stage = await store.catalog.loads.openEntityStage(runId, COLORADO);
      await stage.put([toEntityRow(entitySource(COLORADO), firm('1', 'SUMMIT 1', DENVER))]);
      const counts = stage.counts();
      await (await stage.seal('source')).apply(() => {});
      return counts;
    });
    await link();
    expect(await sharers(DENVER)).toEqual(['CO:1']);
  });

  test('is made whole after a run that was cut before the index of it was built', async () => {
    const made = await store.links.state('related');
    await store.links.setState('related', { run: 0, at: made?.at ?? 0, weights: '' });
    await store.links.loadShared([{ entity: 'CO:1', hash: 'another', keys: [] }], ['CO:2']);
    await link();
    expect(await sharers(DENVER)).toEqual(['CO:1', 'CO:2', 'CO:3']);
  });
});
