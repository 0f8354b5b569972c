import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { EntityDraft } from '../../src/domain/entity.js';
import type { DatasetDraft } from '../../src/domain/records/dataset.js';
import { type FilerFact, SEC_FILERS } from '../../src/domain/sec/sec.js';
import { isLinked, relink } from '../../src/linking/relink.js';
import type { Links, Store } from '../../src/store/store.js';
import { loadDataset, loadEntities, loadSec, now } from '../indexing/delta-support.js';
import { gather } from '../store/catalog/fixtures.js';
import { budget } from '../support/effort.js';
import { openLinks, openStore } from '../support/store.js';

const REGISTERS = [
  'us_co_business_entities',
  'us_ct_business_registry',
  'us_ny_active_corporations',
] as const;
const DATASETS = [
  'us_irs_exempt_organizations',
  'us_irs_form_990',
  'us_sam_registrations',
  'us_usaspending_contracts',
  'us_sba_ppp',
  'us_ct_ucc',
  'us_co_ucc',
] as const;
/** Of their parties each is known by its UEI, so that a registration carries a link to its contracts. */
const BY_UEI: readonly string[] = ['us_sam_registrations', 'us_usaspending_contracts'];
const WORDS = [
  'SUMMIT',
  'LANTERN',
  'ZEPHYR',
  'FIRST BANK',
  'QUILLFEATHER',
  'CHURCH',
  'OSPREYWORTH',
  'MARROWSTONE',
];
const PLACES = [
  { street: '1 INVENTED WAY', city: 'DENVER', state: 'CO', zip: '80202' },
  { street: '7 OTHER ST', city: 'HARTFORD', state: 'CT', zip: '06103' },
  { street: '9 FAR RD', city: 'ALBANY', state: 'NY', zip: '12207' },
];

const numberBelow = (max: number) => fc.integer({ min: 0, max: max - 1 });
const body = fc.record({
  key: numberBelow(40),
  words: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 }),
  form: fc.constantFrom('', ' LLC', ' INC'),
  place: numberBelow(PLACES.length),
  /** Most have none, so that names and places decide. */
  number: fc.option(numberBelow(6), { freq: 1 }),
});
type Body = typeof body extends fc.Arbitrary<infer Made> ? Made : never;
const bodies = fc.uniqueArray(body, { maxLength: 45, selector: ({ key }) => key });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ register: fc.constantFrom(...REGISTERS), bodies }) },
  { weight: 3, arbitrary: fc.record({ dataset: fc.constantFrom(...DATASETS), bodies }) },
  { weight: 1, arbitrary: fc.record({ filers: bodies, dropsOthers: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ corrects: numberBelow(1_000), denies: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ killedAfter: numberBelow(12) }) },
);
type Step = typeof step extends fc.Arbitrary<infer Made> ? Made : never;

test('links are those of a run over everything, whatever was loaded, dropped, corrected and killed before', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 9 }), async (steps) => {
      await inFolder(async (folder) => {
        const store = await openStore(folder, { schema: 'migrate' });
        for (const one of steps) await take(store, one);
        await relink(store.catalog, store.links, now);
        expect(await isLinked(store.catalog, store.links)).toBe(true);
        const fresh = openLinks({ path: join(folder, 'fresh.db'), schema: 'migrate' });
        for (const correction of await store.links.corrections()) await fresh.correct(correction);
        await relink(store.catalog, fresh, now);
        expect(await all(store.links)).toEqual(await all(fresh));
        fresh.close();
        await store.close();
      });
    }),
    { numRuns: budget(40), endOnFailure: true },
  );
});

async function take(store: Store, one: Step): Promise<void> {
  if ('killedAfter' in one) {
    await relink(store.catalog, dying(store.links, one.killedAfter), now).catch(unlessKilled);
    return;
  }
  if ('corrects' in one) await correctOne(store, one.corrects, one.denies ? 'denied' : 'confirmed');
  else if ('register' in one) await loadEntities(store, one.register, one.bodies.map(firmOf));
  else if ('filers' in one) {
    await loadSec(store, 'us_sec_submissions', one.filers.map(filerOf), one.dropsOthers ? 'source' : null);
  } else {
    const scheme = BY_UEI.includes(one.dataset) ? 'uei' : 'ein';
    await loadDataset(
      store,
      one.dataset,
      one.bodies.map((body) => recordOf(body, scheme)),
    );
  }
  await relink(store.catalog, store.links, now);
}

async function correctOne({ links }: Store, at: number, verdict: 'confirmed' | 'denied'): Promise<void> {
  const claims = await all(links);
  const claim = claims[at % Math.max(1, claims.length)];
  if (claim) {
    const { entity, dataset, party } = claim;
    await links.correct({ entity, dataset, party, verdict, note: '', at: now() });
  }
}

const lineOf = ({ street, city, state, zip }: (typeof PLACES)[number]) =>
  `${street}, ${city}, ${state} ${zip}`;
const placeOf = ({ place }: Body) => PLACES[place] ?? PLACES[0];
const nameOf = ({ words, form }: Body) => `${words.join(' ')}${form}`;
const numberOf = (number: number, scheme: 'ein' | 'uei') =>
  scheme === 'ein' ? `84000000${number}` : `QUILLFEATH0${number}`;

function firmOf(one: Body): EntityDraft {
  const place = placeOf(one);
  return {
    key: String(one.key),
    name: nameOf(one),
    ...(place && { principalAddress: lineOf(place) }),
    ...(one.number !== null && { identifiers: numbersOf(one.number, one.key) }),
  };
}

/** Every second one publishes the UEI beside the EIN. */
function numbersOf(number: number, key: number) {
  const ein = { scheme: 'ein' as const, value: numberOf(number, 'ein') };
  return key % 2 === 0 ? [ein] : [ein, { scheme: 'uei' as const, value: numberOf(number, 'uei') }];
}

function recordOf(one: Body, scheme: 'ein' | 'uei'): DatasetDraft {
  const place = placeOf(one);
  const value = one.number === null ? undefined : numberOf(one.number, scheme);
  const party = {
    key: value === undefined ? `party:${one.key}` : `${scheme}:${value}`,
    names: [{ text: nameOf(one), kind: 'current' as const }],
    ...(place && { address: place }),
    identifiers: value === undefined ? [] : [{ scheme, value }],
  };
  return { key: String(one.key), document: { key: one.key }, parties: [party] };
}

/** Some have taken another name since; of some the state alone is known. */
function filerOf(one: Body): FilerFact {
  const place = placeOf(one);
  return {
    kind: 'filer',
    cik: one.key + 1,
    name: nameOf(one),
    entityType: 'operating',
    formerNames: one.key % 3 === 0 ? [{ name: `${WORDS[one.place]} INC`, from: null, to: null }] : [],
    ...(one.key % 2 === 0 && { incorporationState: 'CO' }),
    ...(place && { city: place.city, place: place.state }),
    ...(one.number !== null && { ein: numberOf(one.number, 'ein') }),
  };
}

const MAKING: readonly (keyof Links)[] = [
  'settle',
  'putJudgements',
  'dropParties',
  'setState',
  'putShared',
  'dropShared',
];

/** Links whose process ends before a call of those that make them. */
function dying(links: Links, after: number): Links {
  let calls = 0;
  return new Proxy(links, {
    get: (target, request) => {
      if (request === 'candidates') return target.candidates;
      const value = target[request as keyof Links] as (...given: unknown[]) => unknown;
      return (...given: unknown[]) => {
        if (MAKING.includes(request as keyof Links) && calls++ >= after) throw new Error('killed');
        return value.apply(target, given);
      };
    },
  });
}

function unlessKilled(error: unknown): void {
  if ((error as Error).message !== 'killed') throw error;
}

/** With corrections and contests, as requests read them. */
async function all(links: Links) {
  const entities = new Set<string>();
  for (const dataset of [...DATASETS, SEC_FILERS]) {
    for (const { entity } of await gather(links.scanClaims(dataset))) entities.add(entity);
  }
  for (const { entity } of await links.corrections()) entities.add(entity);
  const found = [];
  for (const entity of [...entities].sort()) found.push(...(await links.ofEntity(entity)));
  return found;
}

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-order-'));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
