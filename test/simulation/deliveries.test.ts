import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { newSecret, newWatchId } from '../../src/domain/webhooks.js';
import { type OpenState, StateUnavailableError, type Store } from '../../src/store/store.js';
import { Deliverer } from '../../src/webhooks/deliverer.js';
import { RETRY_DELAYS } from '../../src/webhooks/retry-plan.js';
import type { Outgoing, Sent } from '../../src/webhooks/send.js';
import { STATE_ENGINES, type StateEngine } from '../store/state/state-engines.js';
import { fill } from '../support/service.js';
import { openStore } from '../support/store.js';
import { explore, runSeed } from './support/explore.js';
import { leaseChecks } from './support/leases.js';
import type { CallFaults, Process, World } from './support/world.js';

const SOURCE = 'us_co_business_entities';
const ENDPOINTS = ['https://one.receiver.test/hook', 'https://two.receiver.test/hook'];
const EVENTS = 8;
const WATCHES = 3;
const STEPS = 220;
const DAY = 86_400_000;
/** Less than the tries after which a message is given up. */
const MAX_FAILURES = RETRY_DELAYS.length - 3;
const JUMPS = [1, 600, 6_000, 25_000, 400_000, -10_000];

const away = () => new StateUnavailableError('The state cannot be reached.');
const STATE_FAULTS: CallFaults = {
  rejected: { percent: 3, error: away },
  lost: { percent: 3, error: away },
};

let folder: string;
let store: Store;
let feed: { readonly id: string; readonly newest: number };
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-feed-'));
  store = await openStore(folder, { schema: 'migrate' });
  for (let load = 0; load < 2; load++) {
    const drafts = Array.from({ length: EVENTS }, (_, key) => ({
      key: `${key}`,
      name: `Name ${key} ${load}`,
    }));
    await fill(store.catalog, { entities: { [SOURCE]: drafts } });
  }
  feed = await store.catalog.feed.state();
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

interface Watch {
  readonly id: string;
  readonly from: number;
  /** Events in the order in which the receiver first saw them, whatever it answered. */
  readonly seen: number[];
  readonly accepted: Set<number>;
  failures: number;
}

class Receivers {
  readonly watches = new Map<string, Watch>();

  constructor(private readonly world: World) {}

  /** The network and the receiver, as one process reaches them. */
  of(process: Process): (message: Outgoing) => Promise<Sent> {
    const open = new Set<string>();
    return async (message) => {
      const { endpoint } = message;
      // Within one process an endpoint gets one request at a time.
      this.world.require(() => expect(open).not.toContain(endpoint));
      open.add(endpoint);
      try {
        return await this.world.call(process, `posts to ${endpoint}`, async () => this.#take(message));
      } finally {
        open.delete(endpoint);
      }
    };
  }

  #take({ body }: Outgoing): Sent {
    const { data } = JSON.parse(body) as { data: { watch: string; seq: number } };
    const watch = this.watches.get(data.watch);
    if (!watch) throw new Error(`A message for the unknown watch ${data.watch}.`);
    const fails = !this.world.isFair && watch.failures < MAX_FAILURES && this.world.happens(30);
    watch.failures += fails ? 1 : 0;
    const isLostBefore = fails && this.world.happens(40);
    if (isLostBefore) return { status: null, problem: 'The connection failed.', retryAfterMs: null };
    if (!watch.seen.includes(data.seq)) watch.seen.push(data.seq);
    if (fails && this.world.happens(50)) {
      return {
        status: 503,
        problem: 'The receiver returned 503.',
        retryAfterMs: this.world.pick([null, 7_000]),
      };
    }
    watch.accepted.add(data.seq);
    if (fails) return { status: null, problem: 'No answer.', retryAfterMs: null };
    return { status: 204, problem: null, retryAfterMs: null };
  }
}

async function newState(
  engine: StateEngine,
  template: string,
): Promise<{ state: OpenState; close(): Promise<void> }> {
  const place = engine.newPlace();
  cpSync(template, place, { recursive: true });
  const state = await engine.open(place, () => Date.now());
  const close = async () => {
    await state.close();
    rmSync(place, { recursive: true });
  };
  return { state, close };
}

async function simulate(world: World, state: OpenState): Promise<void> {
  const receivers = new Receivers(world);
  for (let number = 0; number < WATCHES; number++) {
    const random = (size: number) => Buffer.alloc(size, number + 1);
    const from = feed.newest - 1 - world.pick([...Array(EVENTS - 1).keys()]);
    const watch = { id: newWatchId(random), accountId: 'acc_1', filter: {}, endpoint: world.pick(ENDPOINTS) };
    const times = { createdAt: Date.now(), feed: feed.id, position: from };
    await state.watches.createWatch({ ...watch, secret: newSecret(random), ...times }, 100);
    receivers.watches.set(watch.id, { id: watch.id, from, seen: [], accepted: new Set(), failures: 0 });
  }

  const check = leaseChecks(state.leases);
  const alive: { readonly process: Process; readonly deliverer: Deliverer }[] = [];
  let started = 0;
  const start = () => {
    started += 1;
    const process = { name: `deliverer ${started}`, isAlive: true };
    const seam = <Part extends object>(name: string, part: Part) =>
      world.through(process, name, part, STATE_FAULTS, check);
    const deliverer = new Deliverer({
      leases: seam('leases', state.leases),
      matchLists: seam('matchLists', state.matchLists),
      deliveries: seam('deliveries', state.deliveries),
      feed: world.through(process, 'feed', store.catalog.feed),
      inactiveAccounts: async () => [],
      send: receivers.of(process),
      ...{ owner: process.name, version: '0.0.0', now: () => Date.now(), random: () => 0 },
      onTry: () => undefined,
      onProblem: (problem) => world.note(`${process.name} reports: ${problem}`),
    });
    alive.push({ process, deliverer });
  };
  const end = (one: (typeof alive)[number]) => {
    world.end(one.process);
    alive.splice(alive.indexOf(one), 1);
  };
  const replay = async () => {
    const watch = world.pick([...receivers.watches.values()]);
    const seq = watch.from + world.pick([0, 1, 2]);
    world.note(`the events after ${seq} are replayed for ${watch.id}`);
    await world.works(state.watches.replaySince(null, watch.id, Math.min(seq, feed.newest)));
  };

  for (let step = 0; step < STEPS; step++) {
    const kind = world.pick([...Array(100).keys()]);
    if (kind < 4 && alive.length < 3) start();
    else if (kind < 7 && alive.length > 0) end(world.pick(alive));
    else if (kind < 16 && alive.length > 0) void world.pick(alive).deliverer.turn();
    else if (kind < 24) vi.setSystemTime(Date.now() + world.pick(JUMPS));
    else if (kind < 25) await replay();
    else await world.step();
    await world.settle();
  }

  // The last process has all the time it needs.
  world.isFair = true;
  for (const one of [...alive]) end(one);
  start();
  const [last] = alive;
  const isDone = () =>
    [...receivers.watches.values()].every(({ from, accepted }) => accepted.size === feed.newest - from);
  for (let round = 0; round < 60 && !isDone(); round++) {
    await endLeases(state);
    vi.setSystemTime(Date.now() + DAY / 4);
    void last?.deliverer.turn();
    await world.settle();
    while (await world.step());
  }

  for (const { from, seen, accepted } of receivers.watches.values()) {
    const expected = Array.from({ length: feed.newest - from }, (_, index) => from + 1 + index);
    expect(seen, 'first in the order of the feed').toEqual(expected);
    expect(
      [...accepted].sort((a, b) => a - b),
      'at least once',
    ).toEqual(expected);
  }
  expect(await state.deliveries.summary()).toMatchObject({ waiting: 0, minPosition: feed.newest });
}

/** Leases in PostgreSQL end by the clock of the server, which does not jump. */
async function endLeases({ leases }: OpenState): Promise<void> {
  const held = await leases.find('webhooks');
  if (held) await leases.release('webhooks', held.token);
}

describe.each(STATE_ENGINES)('deliverers that end at any point, over a state in $name', (engine) => {
  let template: string;
  beforeAll(async () => {
    template = engine.newPlace();
    await (await engine.open(template, () => Date.now())).close();
  });
  afterAll(() => rmSync(template, { recursive: true }));

  const run = async (world: World) => {
    const { state, close } = await world.works(newState(engine, template));
    try {
      await simulate(world, state);
    } finally {
      await close();
    }
  };

  test('send every message at least once and in order, under one lease', () => explore(100, run));

  test('do the same each time a seed runs', async () => {
    expect(await runSeed(71, run)).toBe(await runSeed(71, run));
  });
});
