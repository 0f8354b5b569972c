import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { creditsOfRows } from '../../src/contract/export.js';
import { createExport } from '../../src/export/api/create-export.js';
import { getExportPart } from '../../src/export/api/fetch-parts.js';
import { deleteExport } from '../../src/export/api/follow-exports.js';
import { ExportThread } from '../../src/export/export-thread.js';
import { readOrder } from '../../src/export/order.js';
import { ExportFiles } from '../../src/export/service/files.js';
import { ExportRunner } from '../../src/export/service/runner.js';
import type { RequestContext } from '../../src/operations/support/declare.js';
import { claimFolder } from '../../src/store/folder/data-folder.js';
import {
  type ExportJob,
  type Ledger,
  LedgerAnswerLostError,
  LedgerUnavailableError,
  type OpenState,
  StateUnavailableError,
} from '../../src/store/store.js';
import { storeKey } from '../http/support/service.js';
import { LEDGER_ENGINES, type LedgerEngine } from '../store/ledger/support/engines.js';
import { STATE_ENGINES, type StateEngine } from '../store/state/state-engines.js';
import { fill } from '../support/service.js';
import { openStore } from '../support/store.js';
import { explore, runSeed, START } from './support/explore.js';
import { leaseChecks } from './support/leases.js';
import type { CallFaults, Process, World } from './support/world.js';

const SOURCE = 'us_co_business_entities';
const RECORDS = 250;
const STEPS = 160;
const MAX_ORDERS = 4;
const HOUR = 3_600_000;
const PAUSES = [1_000, 1_000, 6_000, 31_000, 70_000];
/** In hours: charges are recognised by their idempotency key for 23 hours, and by the statement for 47. */
const JUMPS = [[1], [1, 25], [25, 48]];
const KNOWN_HOURS = 23;
const MAX_ROUNDS = 400;

const LEDGER_FAULTS: CallFaults = {
  rejected: { percent: 8, error: () => new LedgerUnavailableError('The ledger cannot be reached.') },
  lost: { percent: 8, error: () => new LedgerAnswerLostError('The ledger did not answer.') },
};
const STATE_FAULTS: CallFaults = {
  rejected: { percent: 3, error: () => new StateUnavailableError('The state cannot be reached.') },
  lost: { percent: 3, error: () => new StateUnavailableError('The state did not answer.') },
};

let data: string;
/** Rows of each export: all events of the feed. */
let count: number;
beforeAll(async () => {
  const folder = claimFolder(mkdtempSync(join(tmpdir(), 'dossier-data-')), 'data');
  data = folder.path;
  const store = await openStore(data, { schema: 'migrate' });
  for (let load = 0; load < 2; load++) {
    const drafts = Array.from({ length: RECORDS }, (_, key) => ({
      key: `${key}`,
      name: `Name ${key} ${load}`,
    }));
    await fill(store.catalog, { entities: { [SOURCE]: drafts } });
  }
  const { oldest, newest } = await store.catalog.feed.state();
  count = newest - oldest;
  await store.close();
});
afterAll(() => rmSync(data, { recursive: true }));

interface Stores {
  readonly ledger: Ledger;
  readonly state: OpenState;
  readonly folder: string;
}

interface Running {
  readonly process: Process;
  readonly runner: ExportRunner;
  readonly create: ReturnType<typeof createExport>;
  readonly fetch: ReturnType<typeof getExportPart>;
  readonly remove: ReturnType<typeof deleteExport>;
}

/** No step begins while a thread works for an export. */
function threadsOf(world: World) {
  const { plan, run } = ExportThread.prototype;
  const used = new Set<ExportThread>();
  ExportThread.prototype.plan = function (...values) {
    used.add(this);
    return world.works(plan.apply(this, values));
  };
  ExportThread.prototype.run = function (...values) {
    used.add(this);
    return world.works(run.apply(this, values));
  };
  return {
    end: async () => {
      Object.assign(ExportThread.prototype, { plan, run });
      await Promise.all([...used].map((thread) => thread.end()));
    },
  };
}

async function simulate(world: World, { ledger, state, folder }: Stores): Promise<void> {
  const credits = world.pick([1, 3, 1_000]);
  const account = { name: 'account', monthlyCredits: 0, requestsPerMinute: 1_000, createdAt: START - 1_000 };
  const { id: accountId } = await world.works(ledger.createAccount(account));
  await world.works(
    ledger.grant({ accountId, credits, reason: 'test', createdAt: Date.now(), expiresAt: null }),
  );
  const { id: keyId } = await world.works(storeKey(ledger, accountId, ['read']));
  const jumps = world.pick(JUMPS);
  let hours = 0;

  const check = leaseChecks(state.leases);
  const files = new ExportFiles(folder);
  const alive: Running[] = [];
  /** Ids that clients got for their orders, by idempotency key; those that they deleted; those whose files they got. */
  const ordered = new Map<string, Set<string>>();
  const deleted = new Set<string>();
  /** Every export that was ever stored, with its price, if it was complete. */
  const stored = new Map<string, ExportJob>();
  let started = 0;
  let requests = 0;

  const netOf = async (name: string) => {
    const { lines } = await ledger.statement(accountId, START - HOUR, START + 27 * 24 * HOUR, Date.now());
    return lines.filter(({ requestId }) => requestId === name).reduce((sum, line) => sum - line.credits, 0);
  };
  const start = () => {
    started += 1;
    const process = { name: `service ${started}`, isAlive: true };
    const seam = <Part extends object>(name: string, part: Part, faults: CallFaults) =>
      world.through(process, name, part, faults, check);
    const parts = {
      state: {
        exports: seam('exports', state.exports, STATE_FAULTS),
        leases: seam('leases', state.leases, STATE_FAULTS),
        matchLists: state.matchLists,
      },
      ledger: seam('ledger', ledger, LEDGER_FAULTS),
      ...{ files, now: () => Date.now(), keptMs: 30 * 24 * HOUR, indexes: () => undefined },
      onCharged: () => undefined,
    };
    const onProblem = (problem: string, error: unknown) =>
      world.note(`${process.name} reports: ${problem} ${error}`);
    const runner = new ExportRunner({
      ...parts,
      ...{ folder: data, served: () => ({ version: null, data }), onProblem },
    });
    const operations = {
      create: createExport(parts),
      fetch: getExportPart(parts),
      remove: deleteExport(parts),
    };
    alive.push({ process, runner, ...operations });
  };
  const end = (one: Running) => {
    world.end(one.process);
    alive.splice(alive.indexOf(one), 1);
  };
  const context = (key?: string): RequestContext => {
    requests += 1;
    const once =
      key === undefined
        ? {}
        : { once: { key, request: 'digest', random: (size: number) => new Uint8Array(size) } };
    return { requestId: `request-${requests}`, accountId, keyId, at: Date.now(), ...once };
  };
  const order = ({ process, create }: Running, key: string) => {
    const settle = (id: string) => {
      if (process.isAlive) ordered.get(key)?.add(id);
    };
    ordered.set(key, ordered.get(key) ?? new Set());
    world.note(`${process.name} gets the order ${key}`);
    create.run(readOrder({ kind: 'changes' }), context(key)).then(
      (answer) => settle((answer.data as { value: { id: string } }).value.id),
      (error: unknown) => world.note(`the order ${key} fails: ${error}`),
    );
  };
  const fetch = ({ process, fetch }: Running, id: string) => {
    world.note(`${process.name} is asked for a file of ${id}`);
    fetch.run({ id, number: 1 }, context()).then(
      async () => {
        const job = stored.get(id);
        if (!process.isAlive || !job) return;
        const net = await world.works(Promise.all([netOf(`${id} order`), netOf(`${id} rest`)]));
        const price = creditsOfRows(count, 0);
        // After two days nobody knows whether it was charged; then it is not charged again.
        if (hours < KNOWN_HOURS)
          world.require(() => expect(net, 'files are paid for').toEqual([1, price - 1]));
      },
      (error: unknown) => world.note(`the file of ${id}: ${error}`),
    );
  };
  const remove = ({ remove }: Running, id: string) => {
    world.note(`${id} is deleted`);
    deleted.add(id);
    remove.run(id, context()).catch((error: unknown) => world.note(`the deletion of ${id}: ${error}`));
  };
  const look = async () => {
    for (const job of await world.works(state.exports.list(accountId))) stored.set(job.id, job);
  };

  for (let step = 0; step < STEPS; step++) {
    const kind = world.pick([...Array(100).keys()]);
    const keys = [...ordered.keys()];
    const ids = [...stored.keys()].sort();
    const [one] = alive.length > 0 ? [world.pick(alive)] : [];
    if (!one || (kind < 2 && alive.length < 2)) start();
    else if (kind < 5) end(one);
    else if (kind < 9 && keys.length < MAX_ORDERS) order(one, `key-${keys.length}`);
    else if (kind < 12 && keys.length > 0) order(one, world.pick(keys));
    else if (kind < 18 && ids.length > 0) fetch(one, world.pick(ids));
    else if (kind < 19 && ids.length > 0) remove(one, world.pick(ids));
    else if (kind < 32) await vi.advanceTimersByTimeAsync(world.pick(PAUSES));
    else if (kind < 34) {
      const hour = world.pick(jumps);
      hours += hour;
      vi.setSystemTime(Date.now() + hour * HOUR);
    } else await world.step();
    await world.settle();
    await look();
  }

  world.isFair = true;
  for (const one of [...alive]) end(one);
  const held = await world.works(state.leases.find('exports'));
  if (held) await world.works(state.leases.release('exports', held.token));
  start();
  const isOpen = ({ state: at, id }: ExportJob) => (at === 'queued' || at === 'running') && !deleted.has(id);
  for (let round = 0; ; round++) {
    await look();
    const jobs = await world.works(state.exports.list(accountId));
    if (!jobs.some(isOpen)) break;
    expect(round, 'exports are never written').toBeLessThan(MAX_ROUNDS);
    await vi.advanceTimersByTimeAsync(15_000);
    while (await world.step());
  }

  const jobs = await world.works(state.exports.list(accountId));
  let total = 0;
  for (const { id } of stored.values()) {
    const [first, rest] = await world.works(Promise.all([netOf(`${id} order`), netOf(`${id} rest`)]));
    total += first + rest;
    const job = jobs.find((one) => one.id === id);
    const label = `${id} ${job?.state ?? 'removed'}`;
    expect([0, 1], `the order of ${label}`).toContain(first);
    expect([0, creditsOfRows(count, 0) - 1], `the rest of ${label}`).toContain(rest);
    if (job?.state === 'done') verifyFiles(files, job);
    if (hours >= KNOWN_HOURS) continue;
    if (job?.state === 'done') expect([first, rest], label).toEqual([1, creditsOfRows(count, 0) - 1]);
    if (job?.state === 'failed' || job?.state === 'unpaid') expect(rest, label).toBe(0);
    // An order that was paid is written, unless its client deleted it.
    if (!job && !deleted.has(id)) expect(first, `the order of ${label}`).toBe(0);
  }
  const { available } = await world.works(ledger.balance(accountId, Date.now()));
  expect(available).toBe(credits - total);
  expect(await world.works(ledger.verify())).toEqual([]);
  for (const [key, ids] of ordered) {
    const others = [...ids].filter((id) => !deleted.has(id));
    expect(others.length, `exports of ${key}`).toBeLessThanOrEqual(1);
  }
}

function verifyFiles(files: ExportFiles, { id, parts, rows }: ExportJob): void {
  const [part] = parts;
  const path = files.folder(id).fileOf(part?.name ?? '');
  expect(existsSync(path), `a file of ${id}`).toBe(true);
  const bytes = readFileSync(path);
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(part?.sha256);
  expect([rows, gunzipSync(bytes).toString().trimEnd().split('\n').length]).toEqual([count, count]);
}

const ENGINES = LEDGER_ENGINES.flatMap((ledger) => {
  const state = STATE_ENGINES.find(({ name }) => name === ledger.name);
  return state ? [{ name: ledger.name, ledger, state }] : [];
});

describe.each(ENGINES)('exports of services that end at any point, over $name', (engines) => {
  const open = async ({ ledger, state }: { ledger: LedgerEngine; state: StateEngine }) => {
    const folder = state.newPlace();
    return { folder, ledger: await ledger.open(folder), state: await state.open(folder, () => Date.now()) };
  };
  const run = async (world: World) => {
    const stores = await world.works(open(engines));
    const threads = threadsOf(world);
    try {
      await simulate(world, stores);
    } finally {
      await threads.end();
      await stores.state.close();
      await stores.ledger.close();
      rmSync(stores.folder, { recursive: true });
    }
  };

  test('are written by one of them, and paid for exactly once', () => explore(30, run));

  test('do the same each time a seed runs', async () => {
    expect(await runSeed(71, run)).toBe(await runSeed(71, run));
  });
});
