import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../src/contract/errors.js';
import { saltedTagger } from '../../src/gateway/answer-text.js';
import type { CompiledOperation } from '../../src/gateway/compile.js';
import { DIRECTLY } from '../../src/gateway/delivery.js';
import { Gateway } from '../../src/gateway/gateway.js';
import { inMemoryState } from '../../src/gateway/in-memory-state.js';
import { newReceipt, type Receipt } from '../../src/gateway/receipt.js';
import { openPostgresLedger } from '../../src/store/postgres/ledger/ledger.js';
import { type Ledger, LedgerAnswerLostError, LedgerUnavailableError } from '../../src/store/store.js';
import { inventedOperations } from '../http/support/operations.js';
import { storeKey } from '../http/support/service.js';
import { templateDatabase } from '../store/postgres/ledger-engine.js';
import { dropDatabase, hasPostgres, newDatabase, optionsFor } from '../support/postgres/server.js';
import { openLedger } from '../support/store.js';
import { explore, runSeed, START } from './support/explore.js';
import { PostgresClients } from './support/postgres-clients.js';
import type { CallFaults, Process, World } from './support/world.js';

const STEPS = 260;
const MAX_INTENTS = 7;
const HOUR = 3_600_000;
const PAUSES = [20, 300, 1_100, 3_000, 3_000];
/** The limit holds if the clock does not jump: only the current minute is counted. */
const JUMPS = [[], [1_000, 61_000, HOUR, -HOUR]];
/** Rounds of work and pauses after which a request that has no answer never gets one. */
const MAX_ROUNDS = 400;

const LEDGER_FAULTS: CallFaults = {
  rejected: {
    percent: 3,
    error: () => new LedgerUnavailableError('The ledger thread has ended.'),
  },
  lost: { percent: 3, error: () => new LedgerAnswerLostError('The ledger thread has ended.') },
};

/** Requests, and what each costs; a dataset that fails is not charged. */
const QUERIES = [
  { include: [], price: 1 },
  { include: ['ucc'], price: 2 },
  { include: ['ucc', 'ppp'], price: 2 },
] as const;

type Query = (typeof QUERIES)[number];

/** What a client wants, however often it has to send it. */
interface Intent {
  readonly key: string | undefined;
  readonly query: Query;
}

interface Attempt {
  readonly intent: Intent;
  readonly process: Process;
  readonly receipt: Receipt;
  readonly delivery: { isGone: boolean };
  /** Undefined: no answer yet. */
  outcome?: string | Error;
}

/** A ledger as several processes reach it. */
interface SharedLedger {
  readonly direct: Ledger;
  /** The ledger of a process that starts. */
  open(process: Process): Promise<Ledger>;
  /** The process has ended. */
  dropped(): void;
  /** The engine refunds a charge whose answer was lost. */
  readonly refundsLost: boolean;
  /** Refunds that are still owed by live processes. */
  owed(): number;
}

interface Running {
  readonly process: Process;
  readonly gateway: Gateway;
  readonly thing: CompiledOperation;
}

async function simulate(world: World, ledger: SharedLedger): Promise<void> {
  const credits = world.pick([3, 8, 1_000]);
  const perMinute = world.pick([4, 1_000]);
  const jumps = world.pick(JUMPS);
  const account = { name: 'account', monthlyCredits: credits, requestsPerMinute: perMinute };
  const { id: accountId } = await world.works(
    ledger.direct.createAccount({ ...account, createdAt: START - 1_000 }),
  );
  const { key } = await world.works(storeKey(ledger.direct, accountId, ['read']));

  const alive: Running[] = [];
  const intents: Intent[] = [];
  const attempts: Attempt[] = [];
  /** Requests whose refund could not be written, as the log says. */
  const unrefunded = new Set<string>();
  let started = 0;

  const start = async () => {
    started += 1;
    const process = { name: `node ${started}`, isAlive: true };
    const log = {
      error: (entry: object) => {
        if ('requestId' in entry) unrefunded.add(String(entry.requestId));
      },
      ...{ warn: () => undefined, info: () => undefined },
    };
    const gateway = new Gateway({
      ledger: await ledger.open(process),
      shared: world.through(process, 'shared', inMemoryState()),
      ...{ counts: { charged: () => undefined, refunded: () => undefined }, log },
      ...{ readiness: () => ({ ready: true }), tagOf: saltedTagger('salt') },
      ...{ keyCacheMs: 1_000, badKeysPerMinute: 20, lastUseEveryMs: 60_000 },
    });
    const work = {
      runs: [],
      get hold() {
        return world.turn(process, 'reads the data');
      },
    };
    const [thing] = inventedOperations(work);
    if (!thing) throw new Error('There is no operation.');
    alive.push({ process, gateway, thing: gateway.compile(thing) });
  };
  const end = (one: Running) => {
    world.end(one.process);
    alive.splice(alive.indexOf(one), 1);
    ledger.dropped();
  };
  const send = async (intent: Intent) => {
    if (alive.length === 0) await start();
    const { process, gateway, thing } = world.pick(alive);
    const receipt = newReceipt(`request-${attempts.length + 1}`, Date.now());
    const delivery = { ...DIRECTLY, isGone: false };
    const attempt: Attempt = { intent, process, receipt, delivery };
    attempts.push(attempt);
    world.note(`${receipt.requestId} to ${process.name}: ${JSON.stringify(intent)}`);
    const parameters = {
      params: { id: 'one' },
      query: { include: [...intent.query.include] },
      ...(intent.key !== undefined && { idempotencyKey: intent.key }),
    };
    const client = { address: '203.0.113.7', connection: {} };
    const answer = async () => {
      const caller = await gateway.identify(`Bearer ${key}`, receipt, client);
      return await gateway.deliver(thing, () => parameters, caller, receipt, delivery);
    };
    const settle = (outcome: string | Error) => {
      // What a process that has ended does not reach anybody.
      if (!process.isAlive) return;
      attempt.outcome = outcome;
      world.note(`${receipt.requestId}: ${String(outcome)}`);
    };
    answer().then(({ kind }) => settle(kind), settle);
  };
  const newIntent = (): Intent => {
    const kind = world.pick(['new key', 'new key', 'no key', 'used key'] as const);
    const used = intents.findLast((intent) => intent.key !== undefined);
    const name =
      kind === 'no key' ? undefined : kind === 'used key' && used ? used.key : `key-${intents.length}`;
    const intent = { key: name, query: world.pick(QUERIES) };
    intents.push(intent);
    return intent;
  };
  const isRunning = ({ outcome, process }: Attempt) => outcome === undefined && process.isAlive;

  for (let step = 0; step < STEPS; step++) {
    const kind = world.pick([...Array(100).keys()]);
    const keyed = intents.filter((intent) => intent.key !== undefined);
    const running = attempts.filter(isRunning);
    if (kind < 2 && alive.length < 2) await start();
    else if (kind < 4 && alive.length > 0) end(world.pick(alive));
    else if (kind < 9 && intents.length < MAX_INTENTS) await send(newIntent());
    else if (kind < 13 && keyed.length > 0) await send(world.pick(keyed));
    else if (kind < 15 && running.length > 0) world.pick(running).delivery.isGone = true;
    else if (kind < 19) vi.advanceTimersByTime(world.pick(PAUSES));
    else if (kind < 20 && jumps.length > 0) vi.setSystemTime(Date.now() + world.pick(jumps));
    else await world.step();
    await world.settle();
  }

  world.isFair = true;
  for (let round = 0; attempts.some(isRunning) || ledger.owed() > 0; round++) {
    expect(round, `${attempts.filter(isRunning).length} requests never get an answer`).toBeLessThan(
      MAX_ROUNDS,
    );
    if (await world.step()) continue;
    vi.advanceTimersByTime(300);
    await world.settle();
  }
  const survivors = new Set(alive.map(({ process }) => process));
  for (const one of [...alive]) end(one);
  await world.settle();
  const limit = jumps.length > 0 ? Number.POSITIVE_INFINITY : perMinute;
  await verify({ world, ledger, accountId, credits, limit, attempts, unrefunded, survivors });
}

interface Ended {
  readonly world: World;
  readonly ledger: SharedLedger;
  readonly accountId: string;
  readonly credits: number;
  readonly limit: number;
  readonly attempts: readonly Attempt[];
  readonly unrefunded: ReadonlySet<string>;
  /** Processes that ended when all was done. */
  readonly survivors: ReadonlySet<Process>;
}

async function verify(ended: Ended): Promise<void> {
  const { world, ledger, accountId, credits, limit, attempts } = ended;
  const { direct } = ledger;
  const at = START + 20 * 24 * HOUR;
  const { lines } = await world.works(direct.statement(accountId, START - HOUR, at, at));
  const charges = lines.filter(({ kind }) => kind === 'charge' || kind === 'refund');
  const netOf = ({ receipt }: Attempt) => {
    const own = charges.filter(({ requestId }) => requestId === receipt.requestId);
    return own.reduce((sum, line) => sum - line.credits, 0);
  };
  const total = attempts.reduce((sum, attempt) => sum + netOf(attempt), 0);
  const { available } = await world.works(direct.balance(accountId, at));
  expect(available, 'the balance is what was not charged').toBe(credits - total);
  expect(available).toBeGreaterThanOrEqual(0);
  expect(await world.works(direct.verify())).toEqual([]);

  for (const same of grouped(attempts, ({ intent, receipt }) => intent.key ?? receipt.requestId).values()) {
    const answered = same.filter(({ outcome }) => outcome === 'answer');
    const net = same.reduce((sum, attempt) => sum + netOf(attempt), 0);
    const names = same.map(({ receipt, outcome }) => `${receipt.requestId} ${String(outcome)}`).join('; ');
    const prices = [...new Set(answered.map(({ intent }) => intent.query))];
    expect(prices.length, `one request for each key: ${names}`).toBeLessThanOrEqual(1);
    const [paid] = prices;
    if (paid) expect(net, `charged exactly once: ${names}`).toBe(paid.price);
    else if (isCertain(same, ended)) expect(net, `not charged: ${names}`).toBe(0);
    else expect([0, 1, 2], names).toContain(net);
    for (const { receipt } of answered) expect(receipt.cost).toBeLessThanOrEqual(net);
  }

  for (const { outcome, receipt } of attempts) {
    const isExpected = [ApiError, LedgerUnavailableError, LedgerAnswerLostError].some(
      (kind) => outcome instanceof kind,
    );
    if (outcome instanceof Error) expect(isExpected, `${receipt.requestId}: ${outcome.stack}`).toBe(true);
  }

  const admitted = attempts.filter(({ receipt }) => receipt.rate?.exceeded === false);
  const minutes = grouped(admitted, ({ process, receipt }) => `${process.name} ${receipt.rate?.resetAt}`);
  for (const [minute, some] of minutes)
    expect(some.length, `requests of ${minute}`).toBeLessThanOrEqual(limit);
}

function grouped<Value>(values: readonly Value[], nameOf: (value: Value) => string): Map<string, Value[]> {
  const groups = new Map<string, Value[]>();
  for (const value of values) groups.set(nameOf(value), [...(groups.get(nameOf(value)) ?? []), value]);
  return groups;
}

/** Whether clients that got no answer know that nothing was charged. */
function isCertain(same: readonly Attempt[], { ledger, unrefunded, survivors }: Ended): boolean {
  // Of two clients that are gone, one may rely on the charge of the other.
  if (same.filter(({ outcome }) => outcome === 'gone').length > 1) return false;
  return same.every(({ outcome, process, receipt }) => {
    if (outcome === undefined || unrefunded.has(receipt.requestId)) return false;
    if (outcome instanceof LedgerAnswerLostError) return ledger.refundsLost && survivors.has(process);
    return outcome === 'gone' || outcome instanceof ApiError || outcome instanceof LedgerUnavailableError;
  });
}

describe('requests to processes that end at any point, over a ledger in SQLite', () => {
  let template: string;
  beforeAll(async () => {
    template = mkdtempSync(join(tmpdir(), 'dossier-ledger-'));
    await openLedger({ path: join(template, 'ledger.db'), schema: 'create' }).close();
  });
  afterAll(() => rmSync(template, { recursive: true }));

  const run = async (world: World) => {
    const folder = mkdtempSync(join(tmpdir(), 'dossier-ledger-'));
    cpSync(template, folder, { recursive: true });
    const direct = openLedger({ path: join(folder, 'ledger.db'), schema: 'current' });
    try {
      await simulate(world, {
        direct,
        open: async (process) => world.through(process, 'ledger', direct, LEDGER_FAULTS),
        ...{ dropped: () => undefined, refundsLost: false, owed: () => 0 },
      });
    } finally {
      await direct.close();
      rmSync(folder, { recursive: true });
    }
  };

  test('are charged exactly once or not at all, within balance and limit', () => explore(200, run));

  test('do the same each time a seed runs', async () => {
    expect(await runSeed(71, run)).toBe(await runSeed(71, run));
  });
});

describe.runIf(hasPostgres)('requests to nodes that end at any point, over a ledger in PostgreSQL', () => {
  const run = async (world: World) => {
    const database = await newDatabase(await templateDatabase());
    const options = await optionsFor(database);
    const clock = 'caller' as const;
    const direct = await openPostgresLedger({ postgres: options, schema: 'current', clock });
    const clients = await PostgresClients.open(world, options);
    const opened: {
      readonly process: Process;
      readonly ledger: Awaited<ReturnType<typeof openPostgresLedger>>;
    }[] = [];
    try {
      await simulate(world, {
        direct,
        open: async (process) => {
          const ledger = await clients.start(process, (node) =>
            openPostgresLedger({ postgres: { ...options, node }, schema: 'current', clock }),
          );
          opened.push({ process, ledger });
          return ledger;
        },
        dropped: () => clients.dropEnded(),
        refundsLost: true,
        owed: () =>
          opened.reduce(
            (sum, { process, ledger }) => sum + (process.isAlive ? ledger.counts().lostAnswersWaiting : 0),
            0,
          ),
      });
    } finally {
      await clients.close();
      await direct.close();
      await dropDatabase(database);
    }
  };

  test('are charged exactly once or not at all, within balance and limit', () => explore(40, run));

  test('do the same each time a seed runs', async () => {
    expect(await runSeed(71, run)).toBe(await runSeed(71, run));
  });
});
