import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { saltedTagger } from '../../src/gateway/answer-text.js';
import type { CompiledOperation } from '../../src/gateway/compile.js';
import { Gateway } from '../../src/gateway/gateway.js';
import { inMemoryState } from '../../src/gateway/in-memory-state.js';
import { newReceipt } from '../../src/gateway/receipt.js';
import { type OpenPostgresLedger, openPostgresLedger } from '../../src/store/postgres/ledger/ledger.js';
import { inventedOperations } from '../http/support/operations.js';
import { storeKey } from '../http/support/service.js';
import { FaultyProxy } from '../support/postgres/proxy.js';
import {
  dropDatabase,
  hasPostgres,
  newDatabase,
  optionsFor,
  sharedServer,
} from '../support/postgres/server.js';

const isOwnServer = hasPostgres && process.env.DOSSIER_TEST_PG_URL === undefined;

describe.skipIf(!isOwnServer)('round trips to PostgreSQL of one request', () => {
  let database: string;
  let proxy: FaultyProxy;
  let ledger: OpenPostgresLedger;
  let gateway: Gateway;
  let thing: CompiledOperation;
  let key: string;
  let at = Date.now();
  let calls = 0;

  beforeAll(async () => {
    database = await newDatabase();
    const options = await optionsFor(database);
    proxy = new FaultyProxy(sharedServer().folder);
    await proxy.listen();
    const postgres = { ...options, url: `postgres://plain@/${database}?host=${proxy.folder}` };
    ledger = await openPostgresLedger({ postgres, schema: 'create' });
    const account = { name: 'Test', monthlyCredits: 1_000, requestsPerMinute: 1_000, createdAt: at - 1_000 };
    ({ key } = await storeKey(ledger, (await ledger.createAccount(account)).id, ['read']));
    gateway = new Gateway({
      ledger,
      shared: inMemoryState(),
      counts: { charged: () => {}, refunded: () => {} },
      log: { error: () => {}, warn: () => {}, info: () => {} },
      readiness: () => ({ ready: true }),
      tagOf: saltedTagger('salt'),
      keyCacheMs: 1_000,
      badKeysPerMinute: 20,
      lastUseEveryMs: 60_000,
    });
    const [first] = inventedOperations();
    if (!first) throw new Error('There is no operation.');
    thing = gateway.compile(first);
  });
  afterAll(async () => {
    await gateway.close();
    await ledger.close();
    proxy.close();
    await dropDatabase(database);
  });

  /** The number of times that the request waits for PostgreSQL. */
  async function flightsOf(idempotencyKey?: string): Promise<number> {
    calls += 1;
    const before = proxy.flights;
    const receipt = newReceipt(`call-${calls}`, at);
    const caller = await gateway.identify(`Bearer ${key}`, receipt, {
      address: '203.0.113.7',
      connection: {},
    });
    const parameters = { params: { id: 'one' }, query: {}, ...(idempotencyKey && { idempotencyKey }) };
    const outcome = await gateway.call(thing, parameters, caller, receipt);
    expect(outcome.kind).toBe('answer');
    return proxy.flights - before;
  }

  test('a request of an account that was seen lately takes the two of its charge, with or without a key', async () => {
    // The first makes the grant of the month, the second reads it.
    for (let turn = 0; turn < 2; turn += 1) await flightsOf();
    for (let turn = 0; turn < 5; turn += 1) {
      expect(await flightsOf()).toBe(2);
      expect(await flightsOf(`new-${turn}`)).toBe(2);
      // A repetition, too.
      expect(await flightsOf(`new-${turn}`)).toBe(2);
    }
  });

  test('a request of an account that was not takes as many more, with or without a key', async () => {
    const flights = async (idempotencyKey?: string) => {
      at += 5_000;
      return await flightsOf(idempotencyKey);
    };
    const plain = await flights();
    for (let turn = 0; turn < 5; turn += 1) {
      expect(await flights(`later-${turn}`)).toBe(plain);
      expect(await flights()).toBe(plain);
    }
  });
});
