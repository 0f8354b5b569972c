import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeApiKey } from '../../src/domain/accounts/api-key.js';
import { saltedTagger } from '../../src/gateway/answer-text.js';
import type { CompiledOperation } from '../../src/gateway/compile.js';
import { type Delivery, DIRECTLY } from '../../src/gateway/delivery.js';
import { Gateway } from '../../src/gateway/gateway.js';
import { inMemoryState } from '../../src/gateway/in-memory-state.js';
import type { Parameters } from '../../src/gateway/parameters.js';
import { RateWindow, type RequestWindow } from '../../src/gateway/rate-window.js';
import { newReceipt } from '../../src/gateway/receipt.js';
import type { Ledger } from '../../src/store/store.js';
import { inventedOperations, newWork, type Work } from '../http/support/operations.js';
import { NOW, storeKey } from '../http/support/service.js';
import { openLedger } from '../support/store.js';

const CREDITS = 5;

let folder: string;
let ledger: ReturnType<typeof openLedger>;
let gateway: Gateway;
let thing: CompiledOperation;
let open: CompiledOperation;
let work: Work;
let key: string;
let accountId: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-gateway-'));
  ledger = openLedger({ path: join(folder, 'ledger.db'), schema: 'migrate' });
  gateway = gatewayOver(ledger);
  work = newWork();
  const [first, , last] = inventedOperations(work);
  if (!first || !last) throw new Error('There is no operation.');
  [thing, open] = [gateway.compile(first), gateway.compile(last)];
  const account = await ledger.createAccount({
    name: 'Test account',
    monthlyCredits: CREDITS,
    requestsPerMinute: 8,
    createdAt: NOW - 1_000,
  });
  accountId = account.id;
  ({ key } = await storeKey(ledger, accountId, ['read']));
});
afterEach(async () => {
  await gateway.close();
  expect(await ledger.verify()).toEqual([]);
  await ledger.close();
  rmSync(folder, { recursive: true });
});

function gatewayOver(store: Ledger): Gateway {
  const log = { error: () => {}, warn: () => {}, info: () => {} };
  return new Gateway({
    ledger: store,
    shared: inMemoryState(),
    counts: { charged: () => {}, refunded: () => {} },
    log,
    readiness: () => ({ ready: true }),
    tagOf: saltedTagger('salt'),
    keyCacheMs: 1_000,
    badKeysPerMinute: 20,
    lastUseEveryMs: 60_000,
  });
}

let calls = 0;
async function ask(parameters: Partial<Parameters>, authorization = `Bearer ${key}`) {
  calls += 1;
  const receipt = newReceipt(`call-${calls}`, NOW);
  const client = { address: '203.0.113.7', connection: {} };
  const caller = await gateway.identify(authorization, receipt, client);
  const outcome = await gateway.call(thing, { params: {}, query: {}, ...parameters }, caller, receipt);
  return { outcome, receipt };
}

const one = { params: { id: 'one' } };
const balance = async () => (await ledger.balance(accountId, NOW)).available;

describe('a call without any transport', () => {
  test('is answered and charged, and its receipt tells cost, balance and rate', async () => {
    const { outcome, receipt } = await ask(one);
    expect(outcome).toMatchObject({ kind: 'answer', form: 'json' });
    const text = outcome.kind === 'answer' ? outcome.body : '';
    expect(JSON.parse(text)).toEqual({
      data: { id: 'one', name: 'Café ' },
      meta: {
        source: 'Invented',
        absent: { type: 'withheld' },
        creditsUsed: 1,
        requestId: receipt.requestId,
      },
    });
    expect(receipt).toMatchObject({ cost: 1, remaining: CREDITS - 1, rate: { limit: 8, remaining: 7 } });
    expect(await balance()).toBe(CREDITS - 1);
  });

  test('is quoted without being run', async () => {
    const query = { dry_run: 'true', include: ['ucc'] };
    const { outcome, receipt } = await ask({ ...one, query });
    expect(outcome.kind === 'answer' && JSON.parse(outcome.body)).toMatchObject({
      data: { valid: true, cost: 2 },
    });
    expect(await ask({ ...one, quoteOnly: true })).toMatchObject({
      outcome: { kind: 'quote' },
      receipt: { quote: 1, cost: 0 },
    });
    expect(receipt).toMatchObject({ quote: 2, cost: 0, remaining: CREDITS });
    expect(work.runs).toEqual([]);
    expect(await balance()).toBe(CREDITS);
  });

  test('is charged once under an idempotency key, and its repetition says so', async () => {
    const first = await ask({ ...one, idempotencyKey: 'k1' });
    const again = await ask({ ...one, idempotencyKey: 'k1' });
    expect([first.receipt.cost, again.receipt.cost]).toEqual([1, 0]);
    expect([first.receipt.replayed, again.receipt.replayed]).toEqual([false, true]);
    await expect(ask({ params: { id: 'two' }, idempotencyKey: 'k1' })).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
    expect(await balance()).toBe(CREDITS - 1);
  });

  test('is refused while another runs under its idempotency key', async () => {
    let go = () => {};
    work.hold = new Promise((resolve) => {
      go = resolve;
    });
    const first = ask({ ...one, idempotencyKey: 'k1' });
    while (work.runs.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await expect(ask({ ...one, idempotencyKey: 'k1' })).rejects.toMatchObject({
      code: 'idempotency_in_flight',
    });
    go();
    expect((await first).receipt.cost).toBe(1);
    expect((await ask({ ...one, idempotencyKey: 'k1' })).receipt).toMatchObject({ cost: 0, replayed: true });
  });

  test('of an account without credits is not run', async () => {
    for (let time = 0; time < CREDITS; time += 1) await ask(one);
    await expect(ask(one)).rejects.toMatchObject({
      code: 'insufficient_credits',
      more: { members: { required: 1, available: 0 } },
    });
    expect(work.runs).toHaveLength(CREDITS);
  });

  test('beyond the limit of the minute is not run', async () => {
    const dryRun = { ...one, query: { dry_run: 'true' } };
    for (let time = 0; time < 8; time += 1) await ask(dryRun);
    await expect(ask(one)).rejects.toMatchObject({ code: 'rate_limit_exceeded' });
    expect(work.runs).toEqual([]);
  });

  test.each([
    ['a key that nobody has', () => ask(one, `Bearer ${makeApiKey('live', randomBytes)}`), 'unauthorized'],
    ['parameters that are not valid', () => ask({ params: { id: 'bad' } }), 'invalid_params'],
    ['a thing that is missing', () => ask({ params: { id: 'missing' } }), 'not_found'],
    [
      'an answer that is not what the operation declares',
      () => ask({ params: { id: 'crooked' } }),
      undefined,
    ],
  ])('is not charged for %s', async (_, asking, code) => {
    const error: unknown = await asking().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect((error as { code?: string }).code).toBe(code);
    expect(await balance()).toBe(CREDITS);
  });

  test('that needs no key is answered to anybody, and no other is', async () => {
    const answered = await gateway.call(open, { params: {}, query: {} }, null, newReceipt('r', NOW));
    expect(answered.kind).toBe('answer');
    const refused = gateway.call(thing, { params: { id: 'one' }, query: {} }, null, newReceipt('r', NOW));
    await expect(refused).rejects.toMatchObject({ code: 'unauthorized' });
  });
});

describe('a caller who', () => {
  const deliver = async (delivery: { isHeld?: () => boolean; isGone?: () => boolean }) => {
    const receipt = newReceipt('r', NOW);
    const caller = await gateway.identify(`Bearer ${key}`, receipt, { address: '', connection: {} });
    const parameters = { params: { id: 'one' }, query: {} };
    const { isHeld = () => false, isGone = () => false } = delivery;
    const to = {
      ...DIRECTLY,
      isHeld,
      get isGone() {
        return isGone();
      },
    };
    return gateway.deliver(thing, () => parameters, caller, receipt, to);
  };

  test('holds the answer pays nothing', async () => {
    expect(await deliver({ isHeld: () => true })).toMatchObject({ kind: 'unchanged' });
    expect(await balance()).toBe(CREDITS);
  });

  test('is gone before the charge pays nothing, and after it is paid back', async () => {
    expect(await deliver({ isGone: () => true })).toEqual({ kind: 'gone' });
    expect(await balance()).toBe(CREDITS);
    let request = 0;
    const isGone = () => {
      request += 1;
      return request > 1;
    };
    expect(await deliver({ isGone })).toEqual({ kind: 'gone' });
    expect(await balance()).toBe(CREDITS);
    const [usage] = await ledger.usage(accountId, 0, Number.MAX_SAFE_INTEGER);
    expect(usage).toMatchObject({ requests: 1, refunded: 1 });
  });
});

describe('a ledger or a window on another machine', () => {
  test('a charge is given back by whatever id the ledger gave it', async () => {
    const refunded: unknown[] = [];
    let isGone = false;
    const far = gatewayOver({
      ...ledger,
      charge: async (requests) => {
        const results = await ledger.charge(requests);
        isGone = true;
        return results.map((result) =>
          result.charged ? { ...result, chargeId: `node-1/${result.chargeId}` } : result,
        );
      },
      refund: async (id, reason, at) => {
        refunded.push(id);
        await ledger.refund(Number(String(id).split('/')[1]), reason, at);
      },
    });
    const receipt = newReceipt('call-far', NOW);
    const caller = await far.identify(`Bearer ${key}`, receipt, { address: '203.0.113.7', connection: {} });
    const delivery: Delivery<string> = {
      ...DIRECTLY,
      get isGone() {
        return isGone;
      },
    };
    const parameters = () => ({ query: {}, ...one }) as Parameters;
    expect(await far.deliver(thing, parameters, caller, receipt, delivery)).toEqual({ kind: 'gone' });
    expect(refunded).toEqual([expect.stringMatching(/^node-1\/\d+$/)]);
    expect(await balance()).toBe(CREDITS);
    await far.close();
  });

  test('a window that answers later counts and refuses as one that answers at once', async () => {
    const near = new RateWindow(new SharedArrayBuffer(RateWindow.BYTES));
    const window: RequestWindow = { take: async (limit, at) => near.take(limit, at) };
    const answers: unknown[] = [];
    for (let count = 0; count < 3; count += 1) {
      const receipt = newReceipt(`call-late-${count}`, NOW);
      const found = await gateway.identify(`Bearer ${key}`, receipt, {
        address: '203.0.113.7',
        connection: {},
      });
      const caller = { ...found, window, account: { ...found.account, requestsPerMinute: 2 } };
      const outcome = gateway.call(
        thing,
        { params: { id: 'one' }, query: {} } as Parameters,
        caller,
        receipt,
      );
      answers.push(await outcome.then(({ kind }) => kind).catch((error: { code: string }) => error.code));
      expect(receipt.rate).toMatchObject({ limit: 2, remaining: Math.max(0, 1 - count) });
    }
    expect(answers).toEqual(['answer', 'answer', 'rate_limit_exceeded']);
    expect(await balance()).toBe(CREDITS - 2);
  });
});
