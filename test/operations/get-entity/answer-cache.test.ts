import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { LiveIndexes } from '../../../src/indexing/live-indexes.js';
import { AnswerCache, getEntity } from '../../../src/operations/get-entity/index.js';
import { present } from '../../../src/operations/get-entity/present.js';
import type { Answer } from '../../../src/operations/support/declare.js';
import type { Dependencies } from '../../../src/operations/support/dependencies.js';
import { dependenciesOf } from '../../../src/serving/dependencies.js';
import { SOURCES } from '../../../src/sources/index.js';
import type { Store } from '../../../src/store/store.js';
import { budget } from '../../support/effort.js';
import { fill } from '../../support/service.js';
import { openServedData, openStore, type ServedData } from '../../support/store.js';

const ID = 'CO:1';
const PARTY = 'uei:AAAAAAAAAAA1';

let folder: string;
let loader: Store;
let served: ServedData;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-hot-'));
  loader = await openStore(folder, { schema: 'migrate' });
  served = await openServedData(folder, { threads: 1, onReadFault: () => undefined });
  await rename('FIRST NAME');
  await fill(loader.catalog, {
    datasets: {
      us_sam_registrations: [
        {
          key: 'AAAAAAAAAAA1',
          document: { officers: [{ name: 'ANA RIVERA', title: 'PRESIDENT' }] },
          parties: [{ key: PARTY, names: [{ text: 'FIRST NAME', kind: 'current' }], identifiers: [] }],
        },
      ],
    },
  });
});
beforeEach(() => correct('denied'));
afterAll(async () => {
  served.close();
  await loader.close();
  rmSync(folder, { recursive: true });
});

const rename = (name: string) =>
  fill(loader.catalog, { entities: { us_co_business_entities: [{ key: '1', name }] } });
const correct = (verdict: 'confirmed' | 'denied') =>
  loader.links.correct({
    ...{ entity: ID, dataset: 'us_sam_registrations', party: PARTY, verdict, note: '', at: 1 },
  });

function over(store: Pick<Store, 'catalog' | 'links'>): Dependencies {
  const parts = {
    sources: SOURCES,
    datasets: [],
    indexes: new LiveIndexes(),
    sample: false,
    webhooks: { allowed: [], maxWatches: 100 },
    sign: JSON.stringify,
  };
  // Until a load is two seconds old its records have no date, and their answers are not kept.
  return dependenciesOf({
    ledger: loader.ledger,
    state: loader.state,
    ...store,
    ...parts,
    now: () => Date.now() + 5_000,
  });
}

/** As it was, without what says that it is kept. */
const reported = ({ kept: _, ...answer }: Answer) => answer;

function lookup(): () => Promise<Answer> {
  const operation = getEntity(over(served));
  const request = operation.parse({ params: { id: ID }, query: {} });
  const context = { requestId: 'r', accountId: null, keyId: null, at: 0 };
  return () => operation.run(request, context);
}

async function madeAnew(): Promise<Answer> {
  const entity = await loader.catalog.entities.get(ID);
  if (!entity) throw new Error(`${ID} is not stored.`);
  return present(entity, { include: [], explain: false, offset: 0, at: null }, over(loader));
}

test('whatever is changed between askings, a lookup answers what is made again', async () => {
  const step = fc.constantFrom('ask', 'ask', 'ask', 'rename', 'link', 'unlink', 'touch');
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const ask = lookup();
      for (const [at, what] of steps.entries()) {
        if (what === 'rename') await rename(`NAME ${at} ${Math.random()}`);
        else if (what === 'link') await correct('confirmed');
        else if (what === 'unlink') await correct('denied');
        else if (what === 'touch') await loader.links.setState('us_sam_registrations', stateOf(at));
        else expect(reported(await ask())).toEqual(await madeAnew());
        await nextMoment();
      }
    }),
    { numRuns: budget(30) },
  );
});

const stateOf = (run: number) => ({ run, at: run, weights: `${run}` });

test('of a record asked for again and again one answer is made, until a link changes', async () => {
  const ask = lookup();
  await ask();
  await ask();
  const third = await ask();
  expect(third.kept).toBeDefined();
  expect(await ask()).toBe(third);
  await correct('confirmed');
  await nextMoment();
  const linked = await ask();
  expect(linked).not.toBe(third);
  expect(linked.data).toMatchObject({ value: { officers: [{ name: 'ANA RIVERA', source: 'sam' }] } });
  expect(linked.kept).toBeUndefined();
});

test('an answer that was made while the data changed is not kept', () => {
  let [catalog, links] = [1, 1];
  const cache = new AnswerCache({ version: () => catalog }, { version: () => links }, 64);
  const answer: Answer = { data: { json: '{}' }, meta: {} };
  for (const change of [() => (catalog += 1), () => (links += 1)]) {
    const before = cache.version() ?? 0;
    change();
    for (let time = 0; time < 3; time += 1) expect(cache.offer(ID, 1, answer, before)).toBe(answer);
    const now = cache.version() ?? 0;
    expect(cache.find(ID, now)).toBeUndefined();
    for (let time = 0; time < 2; time += 1) cache.offer(ID, 1, answer, now);
    expect(cache.find(ID, now)).toMatchObject(answer);
  }
});

test('an explanation that is asked for is given beside answers that are kept', async () => {
  const dependencies = over(served);
  const operation = getEntity(dependencies);
  const context = { requestId: 'r', accountId: null, keyId: null, at: 0 };
  const ask = (query: Record<string, string>) =>
    operation.run(operation.parse({ params: { id: ID }, query }), context);
  await nextMoment();
  for (let time = 0; time < 3; time += 1) await ask({});
  expect((await ask({})).kept).toBeDefined();
  const explained = await ask({ explain: 'true' });
  expect(explained.meta.links).toBeDefined();
  expect(explained.kept).toBeUndefined();
});

/** What others commit is seen from then on. */
const nextMoment = () => sleep(6);
