import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LeaseLostError } from '../../../src/store/store.js';
import { budget } from '../../support/effort.js';
import { openState } from '../../support/store.js';
import { STATE_ENGINES } from './state-engines.js';

const WATCHES = ['wat_0', 'wat_1', 'wat_2'];
const FEED = 'f';

const watch = fc.nat(WATCHES.length - 1);
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('put' as const), watch, max: fc.integer({ min: 1, max: 4 }) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('try' as const),
      follows: fc.constantFrom('delivered' as const, 'retry' as const, 'failed' as const, 'disable' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 30 }) }),
  },
  fc.record({ kind: fc.constant('test' as const), watch }),
  fc.record({ kind: fc.constant('replay' as const), watch, nth: fc.nat(6) }),
  fc.record({ kind: fc.constant('since' as const), watch, back: fc.nat(5) }),
  fc.record({ kind: fc.constant('resume' as const), watch }),
  fc.record({ kind: fc.constant('reopen' as const) }),
);

interface Message {
  readonly id: string;
  due: number;
  tries: number;
}
interface Model {
  position: number;
  disabled: boolean;
  failing: boolean;
  readonly queue: Message[];
  readonly ended: string[];
}

test.each(STATE_ENGINES)(
  'any steps leave what a plain model has: who is next, what waits, in which order, on $name',
  async (engine) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const place = engine.newPlace();
        let at = 1_000;
        let made = 0;
        const open = () => engine.open(place, () => at);
        let state = await open();
        const hold = {
          lease: 'webhooks',
          token: (await state.leases.take('webhooks', 't', 10_000_000)) ?? 0,
        };
        for (const id of WATCHES) {
          const values = {
            id,
            accountId: 'acc',
            filter: {},
            endpoint: `https://${id}`,
            secret: `whsec_${id}`,
          };
          await state.watches.createWatch({ ...values, createdAt: at, feed: FEED, position: 0 }, 10);
        }
        const models = WATCHES.map(
          (): Model => ({ position: 0, disabled: false, failing: false, queue: [], ended: [] }),
        );
        const modelOf = (number: number) => models[number] as Model;
        const message = (number: number, name: string) => ({
          id: `msg_${number}_${name}`,
          type: 't',
          body: '{}',
        });

        for (const one of steps) {
          if (one.kind === 'wait') at += one.ms;
          if (one.kind === 'reopen') {
            await state.close();
            state = await open();
          }
          if (one.kind === 'put') {
            const model = modelOf(one.watch);
            const readers = await state.deliveries.listReaders();
            const reader = readers.find(({ id }) => id === WATCHES[one.watch]);
            expect(reader === undefined).toBe(model.disabled);
            if (!reader) continue;
            expect(reader.position).toBe(model.position);
            const names = Array.from({ length: one.max }, (_, after) => model.position + after + 1);
            const messages = names.map((name) => ({
              ...message(one.watch, String(name)),
              watch: reader.number,
            }));
            const position = model.position + one.max;
            await state.deliveries.putMessages(hold, {
              messages,
              readers: [reader],
              to: { feed: FEED, position },
              at,
            });
            model.position = position;
            for (const { id } of messages) {
              const waits = model.queue.findIndex((queued) => queued.id === id);
              const [queued = { id, due: at, tries: 0 }] = waits < 0 ? [] : model.queue.splice(waits, 1);
              model.queue.push(queued);
              if (model.ended.includes(id)) model.ended.splice(model.ended.indexOf(id), 1);
            }
          }
          if (one.kind === 'try') {
            const ready = models
              .flatMap((model, number) =>
                model.disabled ? [] : model.queue.slice(0, 1).map((head) => ({ model, number, head })),
              )
              .filter(({ head }) => head.due <= at)
              .sort((first, second) => first.head.due - second.head.due);
            const due = await state.deliveries.findDue(at, { endpoints: [], accounts: [] });
            const same = ready
              .filter(({ head }) => head.due === ready[0]?.head.due)
              .map(({ head }) => head.id);
            expect(same.length === 0 ? due : same.includes(due?.id ?? '')).toBe(
              same.length === 0 ? undefined : true,
            );
            const chosen = ready.find(({ head }) => head.id === due?.id);
            if (!due || !chosen) continue;
            expect([due.tries, due.secrets]).toEqual([
              chosen.head.tries,
              [`whsec_${WATCHES[chosen.number]}`],
            ]);
            const { model, head } = chosen;
            const follows =
              one.follows === 'retry'
                ? { kind: one.follows, at: at + 7 }
                : one.follows === 'disable'
                  ? { kind: one.follows, reason: 'gone' }
                  : { kind: one.follows };
            await state.deliveries.finishTry(
              hold,
              { delivery: due.number, at, ms: 1, status: 500, problem: null },
              follows,
            );
            head.tries += 1;
            model.failing = one.follows !== 'delivered';
            if (one.follows === 'retry') head.due = at + 7;
            else if (one.follows === 'disable') {
              head.due = at;
              model.disabled = true;
            } else model.ended.push(model.queue.shift()?.id ?? '');
          }
          if (one.kind === 'test') {
            made += 1;
            const model = modelOf(one.watch);
            const sent = state.watches.putTest(
              null,
              WATCHES[one.watch] ?? '',
              message(one.watch, `test_${made}`),
              at,
            );
            if (model.disabled) await expect(sent).rejects.toThrow('resume');
            else {
              await sent;
              model.queue.unshift({ id: `msg_${one.watch}_test_${made}`, due: at, tries: 0 });
            }
          }
          if (one.kind === 'replay') {
            const model = modelOf(one.watch);
            const id = model.ended[one.nth];
            await state.watches.replayDelivery(null, WATCHES[one.watch] ?? '', id ?? 'none', at);
            if (id === undefined) continue;
            model.ended.splice(one.nth, 1);
            model.queue.push({ id, due: at, tries: 0 });
          }
          if (one.kind === 'since') {
            const model = modelOf(one.watch);
            model.position = Math.max(0, model.position - one.back);
            await state.watches.replaySince(null, WATCHES[one.watch] ?? '', model.position);
          }
          if (one.kind === 'resume') {
            const model = modelOf(one.watch);
            await state.watches.resumeWatch(null, WATCHES[one.watch] ?? '', at);
            model.disabled = false;
            model.failing = false;
            for (const queued of model.queue) queued.due = Math.min(queued.due, at);
          }
          for (const [number, id] of WATCHES.entries()) {
            const model = modelOf(number);
            const found = await state.watches.findWatch('acc', id);
            expect(found).toMatchObject({
              position: model.position,
              waiting: model.queue.length,
              nextTryAt: model.queue[0]?.due ?? null,
            });
            expect([found?.disabledAt !== null, found?.failingSince !== null]).toEqual([
              model.disabled,
              model.failing,
            ]);
          }
        }
        await state.close();
      }),
      { numRuns: budget(200) },
    );
  },
);

test('without the lease nothing is put or finished', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'dossier-deliveries-')), 'state.db');
  let at = 0;
  const state = openState({ path, schema: 'create', now: () => at });
  const token = (await state.leases.take('webhooks', 'a', 100)) ?? 0;
  const put = (given: number) =>
    state.deliveries.putMessages(
      { lease: 'webhooks', token: given },
      { messages: [], readers: [], to: { feed: FEED, position: 1 }, at },
    );
  await put(token);
  await expect(put(token + 1)).rejects.toThrow(LeaseLostError);
  at = 100;
  await expect(put(token)).rejects.toThrow(LeaseLostError);
  const tried = { delivery: 1, at, ms: 1, status: 200, problem: null };
  await expect(
    state.deliveries.finishTry({ lease: 'webhooks', token }, tried, { kind: 'delivered' }),
  ).rejects.toThrow(LeaseLostError);
  await state.close();
});

test('secrets sign until their overlap ends; the newest is first; a removed watch leaves nothing', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'dossier-deliveries-')), 'state.db');
  const state = openState({ path, schema: 'create', now: () => 0 });
  const token = (await state.leases.take('webhooks', 'a', 1_000_000)) ?? 0;
  const hold = { lease: 'webhooks', token };
  const values = { id: 'wat_1', accountId: 'a', filter: {}, endpoint: 'https://a', secret: 'whsec_1' };
  await state.watches.createWatch({ ...values, createdAt: 0, feed: FEED, position: 0 }, 1);
  await state.watches.rotateSecret('a', 'wat_1', 'whsec_2', { at: 10, oldEndAt: 100 });
  await state.watches.rotateSecret('a', 'wat_1', 'whsec_2', { at: 10, oldEndAt: 50 });
  await state.watches.putTest('a', 'wat_1', { id: 'msg_1', type: 't', body: '{}' }, 10);
  expect(await state.deliveries.summary()).toMatchObject({ watches: 1, minPosition: 0 });
  const secrets = async (at: number) =>
    (await state.deliveries.findDue(at, { endpoints: [], accounts: [] }))?.secrets;
  expect(await secrets(99)).toEqual(['whsec_2', 'whsec_1']);
  expect(await secrets(100)).toEqual(['whsec_2']);
  const due = await state.deliveries.findDue(10, { endpoints: [], accounts: [] });
  expect(await state.deliveries.summary()).toMatchObject({ watches: 1, waiting: 1, minPosition: 0 });
  expect(await state.watches.removeWatch('other', 'wat_1')).toBe(false);
  expect(await state.watches.removeWatch('a', 'wat_1')).toBe(true);
  const tried = { delivery: due?.number ?? 0, at: 10, ms: 1, status: 200, problem: null };
  await state.deliveries.finishTry(hold, tried, { kind: 'delivered' });
  expect(await state.deliveries.summary()).toMatchObject({
    ...{ watches: 0, waiting: 0, oldestWaitingAt: null, minPosition: null },
  });
  await state.close();
});

test('what ended before a time is forgotten, what waits is not', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'dossier-deliveries-')), 'state.db');
  const state = openState({ path, schema: 'create', now: () => 0 });
  const token = (await state.leases.take('webhooks', 'a', 1_000_000)) ?? 0;
  const values = { id: 'wat_1', accountId: 'a', filter: {}, endpoint: 'https://a', secret: 'whsec_1' };
  await state.watches.createWatch({ ...values, createdAt: 0, feed: FEED, position: 0 }, 1);
  for (const id of ['msg_1', 'msg_2'])
    await state.watches.putTest('a', 'wat_1', { id, type: 't', body: '{}' }, 10);
  const due = await state.deliveries.findDue(10, { endpoints: [], accounts: [] });
  const tried = { delivery: due?.number ?? 0, at: 10, ms: 1, status: 200, problem: null };
  await state.deliveries.finishTry({ lease: 'webhooks', token }, tried, { kind: 'delivered' });
  const ids = async () =>
    (await state.watches.listDeliveries('a', 'wat_1', { max: 5 }))?.deliveries.map(({ id }) => id);
  await state.deliveries.forgetBefore(10);
  expect(await ids()).toHaveLength(2);
  await state.deliveries.forgetBefore(11);
  expect(await ids()).toEqual([due?.id === 'msg_1' ? 'msg_2' : 'msg_1']);
  await state.close();
});
