import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applied, type FieldChange } from '../../../src/domain/records/field-changes.js';
import { paddedCik } from '../../../src/domain/sec/filer-display.js';
import type { SecFact, SecSourceId } from '../../../src/domain/sec/sec.js';
import { filerFields, filingFields } from '../../../src/domain/sec/shown-fields.js';
import { publishLinkChanges } from '../../../src/linking/changes/link-feed.js';
import { openStore } from '../../../src/store/engine/engine.js';
import type { ChangeEvent, Links, SealedStage, Store } from '../../../src/store/store.js';
import { budget } from '../../support/effort.js';
import { endOf, entityRow, filing, gather, newRun } from '../catalog/fixtures.js';

const COUNTS = { records: 0, added: 0, changed: 0, unchanged: 0, repeated: 0 };
const REGISTERS = ['us_xx_register', 'us_yy_register'] as const;
const SEC: readonly SecSourceId[] = ['us_sec_submissions', 'us_sec_full_index', 'us_sec_daily_index'];
const IDS = ['XX', 'YY'].flatMap((state) => [0, 1, 2, 3].map((key) => `${state}:${key}`));
const LINKED = ['us_sam_registrations', 'us_xx_awards'] as const;

type Fields = Readonly<Record<string, unknown>>;
/** Every record as it is shown, by kind and id; a field without a value is left out. */
type Shown = ReadonlyMap<string, Fields>;

const small = fc.integer({ min: 0, max: 3 });
const row = fc.record({ key: small, name: small, status: fc.option(small), officer: small });
const fact = fc.record({
  cik: fc.integer({ min: 1, max: 2 }),
  accession: small,
  form: fc.constantFrom('8-K', '10-K'),
  name: fc.option(fc.constantFrom('ALPHA', 'BETA')),
  description: fc.option(fc.constantFrom('ONE', 'TWO')),
  isFiler: fc.boolean(),
});
const judged = fc.record({ party: small, entities: fc.uniqueArray(small, { maxLength: 2 }) });
/** A load may stop once while it is applied, and is finished by the next one. */
const common = { isComplete: fc.boolean(), stops: fc.boolean() };
const command = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('entities' as const),
      source: fc.constantFrom(...REGISTERS),
      rows: fc.uniqueArray(row, { maxLength: 4, selector: ({ key }) => key }),
      ...common,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('sec' as const),
      source: fc.constantFrom(...SEC),
      facts: fc.array(fact, { maxLength: 5 }),
      ...common,
    }),
  },
  fc.record({
    do: fc.constant('link' as const),
    dataset: fc.constantFrom(...LINKED),
    judged: fc.uniqueArray(judged, { maxLength: 3, selector: ({ party }) => party }),
    gone: fc.uniqueArray(small, { maxLength: 2 }),
    isWhole: fc.boolean(),
  }),
  fc.record({
    do: fc.constantFrom('confirmed' as const, 'denied' as const, 'undo' as const),
    dataset: fc.constantFrom(...LINKED),
    party: small,
    entity: small,
  }),
  fc.record({
    do: fc.constant('officers' as const),
    entity: small,
    names: fc.uniqueArray(small, { maxLength: 2 }),
  }),
);
type Command = typeof command extends fc.Arbitrary<infer Value> ? Value : never;

/** Everything was loaded and linked once: what follows is told event by event. */
const FULL: readonly Command[] = [
  ...REGISTERS.map((source) => ({
    ...{ do: 'entities' as const, source, isComplete: true, stops: false },
    rows: [0, 1, 2, 3].map((key) => ({ key, name: key, status: key, officer: key })),
  })),
  ...SEC.map((source) => ({ do: 'sec' as const, source, facts: [], isComplete: false, stops: false })),
  ...LINKED.map((dataset) => ({
    ...{ do: 'link' as const, dataset, gone: [], isWhole: true },
    judged: [0, 1, 2, 3].map((party) => ({ party, entities: [party] })),
  })),
];

test('the feed, read on from any position, makes of what was shown then exactly what is shown now', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.array(command, { minLength: 1, maxLength: 12, size: 'max' }),
      async (isFull, random) => {
        const commands = isFull ? [...FULL, ...random] : random;
        const folder = mkdtempSync(join(tmpdir(), 'dossier-replay-'));
        const store = await openStore(folder, { schema: 'migrate' });
        try {
          const moments: Moment[] = [await momentOf(store)];
          for (const [index, one] of commands.entries()) {
            await run(store, one, index + 1);
            moments.push(await momentOf(store));
          }
          await endLinking(store, commands.length + 1);
          moments.push(await momentOf(store));
          const now = moments.at(-1)?.shown;
          for (const { position, shown } of moments) {
            const events = await eventsBehind(store, position);
            expect(replay(shown, events, moments)).toEqual(now);
          }
        } finally {
          await store.close();
          rmSync(folder, { recursive: true });
        }
      },
    ),
    { numRuns: budget(100) },
  );
});

interface Moment {
  readonly position: number;
  readonly shown: Shown;
}

async function momentOf(store: Store): Promise<Moment> {
  const { newest: position } = await store.catalog.feed.state();
  return { position, shown: await shownNow(store) };
}

/** In small pages, as a client reads them. */
async function eventsBehind({ catalog }: Store, from: number): Promise<ChangeEvent[]> {
  const events: ChangeEvent[] = [];
  for (let position = from; ; ) {
    const page = await catalog.feed.changesAfter(position, 3);
    events.push(...page.events);
    position = page.next;
    if (!page.hasMore) return events;
  }
}

function replay(start: Shown, events: readonly ChangeEvent[], moments: readonly Moment[]): Shown {
  let shown = new Map(start);
  for (const event of events) {
    if (event.kind === 'baseline') shown = new Map(newlyTaken(event, shown, moments));
    else apply(event, shown);
  }
  return shown;
}

/** After a baseline a reader takes the records of the source from an export that is made behind it. */
function newlyTaken({ seq, id }: ChangeEvent, shown: Shown, moments: readonly Moment[]): Shown {
  const isOf = ([key, fields]: readonly [string, Fields]) => {
    if (id.startsWith('us_sec_')) return /^filing|^filer/.test(key);
    if (key.startsWith(`links ${id} `)) return true;
    return fields.source === id || (id === 'us_sam_registrations' && key.startsWith('officers'));
  };
  const exported = moments.find(({ position }) => position >= seq)?.shown ?? new Map<string, Fields>();
  return new Map([...[...shown].filter((one) => !isOf(one)), ...[...exported].filter(isOf)]);
}

function apply(event: ChangeEvent, shown: Map<string, Fields>): void {
  const changes = JSON.parse(event.changes) as FieldChange[];
  if (event.kind === 'link_changed') {
    for (const change of changes) {
      const key =
        change.field === 'linkedOfficers'
          ? `officers ${event.id}`
          : `links ${change.field.replace('links.', '')} ${event.id}`;
      put(shown, key, applied({}, [{ ...change, field: 'value' }]));
    }
    return;
  }
  const key = keyOf(event);
  if (event.kind === 'gone') shown.delete(key);
  else if (event.kind === 'changed') shown.set(key, applied(shown.get(key) ?? {}, changes));
  else shown.set(key, applied(event.recordType === 'entity' ? { source: event.source } : {}, changes));
}

function keyOf({ recordType, id, cik, form }: ChangeEvent): string {
  return recordType === 'filing' ? `filing ${id} ${cik} ${form}` : `${recordType} ${id}`;
}

function put(shown: Map<string, Fields>, key: string, fields: Fields): void {
  if (Object.keys(fields).length > 0) shown.set(key, fields);
  else shown.delete(key);
}

/** From the store's other reads alone. */
async function shownNow({ catalog, links }: Store): Promise<Shown> {
  const shown = new Map<string, Fields>();
  for (const id of IDS) {
    const entity = await catalog.entities.get(id);
    if (entity?.goneSince === null) {
      const { id: _id, ...fields } = JSON.parse(entity.document) as Fields;
      shown.set(`entity ${id}`, { source: entity.sourceId, ...held(fields) });
    }
    // Links hold whether or not their entity is loaded.
    for (const dataset of LINKED) {
      const own = (await links.ofEntity(id)).filter((link) => link.dataset === dataset && link.attached);
      const parties = own.map(({ party }) => party).sort();
      put(shown, `links ${dataset} ${id}`, parties.length > 0 ? { value: parties } : {});
    }
    const names = officersHeld.get(id) ?? [];
    put(shown, `officers ${id}`, names.length > 0 ? { value: names } : {});
  }
  for (const one of await gather(catalog.filings.scan())) {
    shown.set(`filing ${one.accession} ${one.cik} ${one.form}`, held(filingFields(one)));
  }
  for (const filer of await gather(catalog.filings.scanFilers())) {
    shown.set(`filer ${paddedCik(filer.cik)}`, held(filerFields(filer)));
  }
  return shown;
}

function held(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

/** The officers that were put last; the store shows them only within a search. */
const officersHeld = new Map<string, readonly string[]>();

async function run(store: Store, one: Command, at: number): Promise<void> {
  if (at === 1) officersHeld.clear();
  const { catalog, links } = store;
  if (one.do === 'entities') {
    const id = await catalog.loads.start(newRun(one.source, at));
    const stage = await catalog.loads.openEntityStage(id, one.source);
    await stage.put(one.rows.map((data) => toRow(one.source, data)));
    await finish(store, id, await stage.seal(one.isComplete ? 'source' : null), one.stops, at);
  } else if (one.do === 'sec') {
    const id = await catalog.loads.start(newRun(one.source, at));
    const stage = await catalog.loads.openSecStage(id, one.source);
    await stage.put(one.facts.map(toFact));
    await finish(store, id, await stage.seal(one.isComplete ? 'source' : null), one.stops, at);
  } else if (one.do === 'link') {
    await putLinks(links, one, at);
  } else if (one.do === 'officers') {
    const names = one.names.map((name) => `OFFICER ${name}`).sort();
    const entity = `XX:${one.entity}`;
    if ((await catalog.entities.get(entity)) !== undefined) officersHeld.set(entity, names);
    await catalog.officers.put([{ entity, names }], at);
  } else {
    const of = { entity: `XX:${one.entity}`, dataset: one.dataset, party: `uei:${one.party}` };
    if (one.do === 'undo') await links.uncorrect(of);
    else await links.correct({ ...of, verdict: one.do, note: '', at });
  }
  await publishLinkChanges(catalog, links, () => at);
}

/** A first linking that is not at its end is told by no event yet. */
async function endLinking({ catalog, links }: Store, at: number): Promise<void> {
  for (const dataset of LINKED) await links.setMade(dataset, { run: at, at, weights: '' });
  await publishLinkChanges(catalog, links, () => at);
}

async function putLinks(
  links: Links,
  { dataset, judged: made, gone, isWhole }: Command & { do: 'link' },
  at: number,
) {
  await links.putJudgements(
    dataset,
    made.map(({ party, entities }) => ({
      party: `uei:${party}`,
      fingerprint: `${at}`,
      links: entities.map((entity) => ({
        ...{ entity: `XX:${entity}`, outcome: 'linked', tier: 'confirmed', attached: true, probability: 1 },
        ...{ decidedBy: 'model', rivals: 0, samePlace: true, evidence: '[]' },
      })),
    })) as Parameters<Links['putJudgements']>[1],
    (claims) => (claims.length > 1 ? claims : []),
  );
  await links.dropParties(
    dataset,
    gone.map((party) => `uei:${party}`),
    (claims) => (claims.length > 1 ? claims : []),
  );
  if (isWhole) await links.setMade(dataset, { run: at, at, weights: '' });
}

async function finish({ catalog }: Store, id: number, sealed: SealedStage, stops: boolean, at: number) {
  const stop = () => {
    if (stops) throw new Error('stopped');
  };
  const { gone } = await sealed.apply(stop).catch(async (error: Error) => {
    if (error.message !== 'stopped') throw error;
    return await (await catalog.loads.resume(id)).apply(() => undefined);
  });
  await catalog.loads.finish(id, endOf(COUNTS, gone, false, at));
}

function toRow(
  source: string,
  {
    key,
    name,
    status,
    officer,
  }: { [Name in 'key' | 'name' | 'officer']: number } & { status: number | null },
) {
  const id = source === 'us_xx_register' ? `XX:${key}` : `YY:${key}`;
  const document = JSON.stringify({
    ...{
      id,
      name: `NAME ${name}`,
      state: id.slice(0, 2),
      officers: [{ name: `PERSON ${officer}`, title: null }],
    },
    ...(status !== null && { status: `STATUS ${status}` }),
    ...{ jurisdictionLevel: null, sourceAgency: null },
  });
  return { ...entityRow(String(key)), id, sourceId: source, document, hash: document };
}

type Fact = typeof fact extends fc.Arbitrary<infer Value> ? Value : never;

function toFact({ cik, accession, form, name, description, isFiler }: Fact): SecFact {
  if (isFiler)
    return {
      kind: 'filer',
      cik,
      name: name ?? 'NAMED',
      ein: '123456789',
      tickers: description ? [description] : [],
    };
  return filing({
    accession: `0000000001-26-00000${accession}`,
    ...{ cik, form, filed: `2026-01-0${accession + 1}` },
    ...(name !== null && { name }),
    ...(description !== null && { description }),
  });
}
