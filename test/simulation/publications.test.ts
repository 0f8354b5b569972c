import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import timers from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readManifest } from '../../src/indexing/files/files.js';
import { updateIndexes } from '../../src/indexing/update.js';
import { Builder, PUBLISHER } from '../../src/publishing/build/builder.js';
import { FencedError } from '../../src/publishing/build/publish.js';
import { Follower, RegisterError } from '../../src/publishing/follow/follower.js';
import { ObjectMissingError, type Objects, ObjectsAwayError } from '../../src/publishing/objects/objects.js';
import type { Publication } from '../../src/publishing/publication.js';
import { DATA_SCHEMA } from '../../src/store/engine/engine.js';
import { claimFolder, type DataFolder, indexFolderOf } from '../../src/store/folder/data-folder.js';
import { FolderError } from '../../src/store/folder/folder-mark.js';
import { openFolder } from '../../src/store/folder/open-folder.js';
import { readSlots } from '../../src/store/folder/slots.js';
import { CommitUnknownError, PostgresAwayError } from '../../src/store/postgres/connection/failures.js';
import { dropDatabase, hasPostgres, newDatabase, query } from '../support/postgres/server.js';
import {
  dataBytes,
  emptyRegister,
  newFolder,
  openRegister,
  servedData,
  type TestCluster,
} from '../support/publishing.js';
import { fill } from '../support/service.js';
import { openStore } from '../support/store.js';
import { explore, runSeed, START } from './support/explore.js';
import type { CallFaults, Check, Process, World } from './support/world.js';

const SOURCE = 'us_co_business_entities';
const RECORDS = 20;
const STEPS = 400;
/** The clock of the server is not that of the simulation: leases are ended by hand, and all else is at once. */
const LEASE_MS = 3_600_000;
const READERS = 2;

const away = () => new PostgresAwayError('The register cannot be reached.');
const REGISTER_FAULTS: CallFaults = {
  rejected: { percent: 3, error: away },
  lost: { percent: 5, error: () => new CommitUnknownError('The register did not answer.') },
};
const storeAway = () => new ObjectsAwayError('The store cannot be reached.');
const STORE_FAULTS: CallFaults = {
  rejected: { percent: 2, error: storeAway },
  lost: { percent: 2, error: storeAway },
};
/** How work may end when calls fail or another builder takes over; anything else is a fault. */
const MAY_END = [FencedError, PostgresAwayError, CommitUnknownError, ObjectsAwayError, ObjectMissingError];

/** Work of a process. */
interface Strand {
  readonly process: Process;
  /** Calls that wait for their turn or their answer. */
  calls: number;
  isDone: boolean;
}

interface Published {
  readonly publication: Publication;
  readonly bytes: Readonly<Record<string, string>>;
}

/** What all processes share: the register, and the store of objects. */
class Shared {
  readonly published: Published[] = [];
  readonly #objects = new Map<string, { readonly bytes: Buffer; readonly changedAt: number }>();

  constructor(
    private readonly world: World,
    private readonly cluster: TestCluster,
    private readonly database: string,
  ) {}

  async isLeaseFree(): Promise<boolean> {
    return (await this.cluster.leases.find(PUBLISHER)) === undefined;
  }

  async endLease(): Promise<void> {
    await query(this.database, 'UPDATE cluster.leases SET until = clock_timestamp()');
  }

  async pin({ publication: { version } }: Published): Promise<void> {
    this.world.note(`version ${version} is pinned`);
    await this.cluster.publications.pin(version);
  }

  async unpin(): Promise<void> {
    await this.cluster.publications.unpin();
  }

  /** The cluster as one process reaches it. `folder`: of the builder, whose bytes are what it publishes. */
  clusterOf(strand: Strand, folder?: string): TestCluster {
    const { leases, publications, nodes, close } = this.cluster;
    const seam = <Part extends object>(name: string, part: Part, check?: Check) =>
      counted(strand, this.world.through(strand.process, name, part, REGISTER_FAULTS, check));
    const through = seam('leases', {
      ...leases,
      release: (lease: { release(): Promise<void> }) => lease.release(),
    });
    return {
      leases: {
        ...through,
        take: async (name, node) => {
          const taken = await through.take(name, node, LEASE_MS);
          if (!('token' in taken)) return taken;
          const renew = () => through.renew(name, taken.token, LEASE_MS);
          return { name, token: taken.token, renew, release: () => through.release(taken) };
        },
      },
      publications: seam(
        'publications',
        {
          ...publications,
          wanted: async () => {
            const wanted = await publications.wanted();
            return wanted && { ...wanted, activateInMs: 0 };
          },
          list: async () => (await publications.list()).map((one) => ({ ...one, publishedAt: START })),
        },
        this.#insertions(folder),
      ),
      nodes: seam('nodes', {
        ...nodes,
        list: async () => (await nodes.list()).map((one) => ({ ...one, seenMsAgo: 0 })),
      }),
      close,
    };
  }

  /** Only the holder of the lease publishes, each version once and on top of the newest. */
  #insertions(folder: string | undefined): Check {
    return async (name, values) => {
      if (name !== 'insert' || folder === undefined) return () => undefined;
      const [made, lease] = values as [Omit<Publication, 'version'>, { readonly token: number }];
      const [held] = await query<{ token: number }>(
        this.database,
        `SELECT token FROM cluster.leases WHERE name = '${PUBLISHER}' AND until > clock_timestamp()`,
      );
      const before = this.published.at(-1)?.publication;
      const bytes = dataBytes(folder);
      return (version) => {
        if (typeof version !== 'number') return;
        expect(held?.token, 'the token of the lease').toBe(lease.token);
        expect(version, 'the next version').toBe((before?.version ?? 0) + 1);
        expect(made.parent?.id, 'the newest version is the parent').toBe(before?.id);
        this.published.push({ publication: { ...made, version }, bytes });
      };
    };
  }

  objectsOf(strand: Strand): Objects {
    const stored = this.#objects;
    const { put, get, listed, remove } = counted(
      strand,
      this.world.through(
        strand.process,
        'objects',
        {
          put: async (name: string, bytes: Uint8Array) =>
            void stored.set(name, { bytes: Buffer.from(bytes), changedAt: Date.now() }),
          get: async (name: string) => {
            const found = stored.get(name);
            if (!found) throw new ObjectMissingError(name);
            return Buffer.from(found.bytes);
          },
          // A listing may omit an object that was just written.
          listed: async (prefix: string) =>
            [...stored]
              .slice(0, this.world.isFair || this.world.happens(80) ? stored.size : -1)
              .filter(([name]) => name.startsWith(prefix))
              .map(([name, { bytes, changedAt }]) => ({ name, bytes: bytes.length, changedAt })),
          remove: async (names: readonly string[]) => void names.forEach((name) => void stored.delete(name)),
        },
        STORE_FAULTS,
      ),
    );
    return {
      put,
      get,
      remove,
      async *list(prefix) {
        yield* await listed(prefix);
      },
    };
  }
}

/** Counts the calls of a strand: without one, it computes, or reads and writes files. */
function counted<Part extends object>(strand: Strand, part: Part): Part {
  return new Proxy(part, {
    get: (target, key) => {
      const work = Reflect.get(target, key) as unknown;
      if (typeof work !== 'function') return work;
      return async (...values: readonly unknown[]) => {
        strand.calls += 1;
        try {
          return await (work as (...of: readonly unknown[]) => unknown)(...values);
        } finally {
          strand.calls -= 1;
        }
      };
    },
  });
}

/** Files of a process that has ended, as it left them, under a name that it has not open. */
function takenOver(folder: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'dossier-simulated-')), 'data');
  cpSync(folder, path, { recursive: true });
  return path;
}

async function load(folder: DataFolder, value: number): Promise<void> {
  const store = await openFolder(folder);
  try {
    const drafts = Array.from({ length: RECORDS }, (_, key) => ({
      key: `${key}`,
      name: `Name ${key} ${value}`,
    }));
    await fill(store.catalog, { entities: { [SOURCE]: drafts } });
    await updateIndexes(store.catalog, folder.index, Date.now);
  } finally {
    await store.close();
  }
}

async function simulate(world: World, shared: Shared, empty: string): Promise<void> {
  const { published } = shared;
  const strands = new Set<Strand>();
  world.outside = async () => {
    let hasWaited = false;
    while ([...strands].some(({ process, calls, isDone }) => process.isAlive && calls === 0 && !isDone)) {
      hasWaited = true;
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
    return hasWaited;
  };
  const run = (name: string, work: (strand: Strand) => Promise<void>): Strand => {
    const strand = { process: { name, isAlive: true }, calls: 0, isDone: false };
    strands.add(strand);
    const done = work(strand).catch((error: Error) => {
      world.note(`${name} stops: ${error.message}`);
      if (!MAY_END.some((kind) => error instanceof kind)) world.require(() => expect(error).toBeUndefined());
    });
    void done.then(() => {
      strand.isDone = true;
      strands.delete(strand);
    });
    return strand;
  };
  let started = 0;
  let loads = 0;
  let acknowledged = 0;

  interface Node {
    folder: string;
    strand?: Strand | undefined;
    mustReplace?: boolean;
  }
  const builders: Node[] = [{ folder: takenOver(empty) }, { folder: takenOver(empty) }];
  const readers: Node[] = Array.from({ length: READERS }, () => ({ folder: newFolder('simulated') }));
  const isFree = ({ strand }: Node) => strand === undefined || strand.isDone;
  const end = (node: Node) => {
    if (isFree(node) || !node.strand) return;
    world.end(node.strand.process);
    strands.delete(node.strand);
    node.strand = undefined;
    node.folder = takenOver(node.folder);
  };

  const build = (node: Node) => {
    started += 1;
    node.strand = run(`builder ${started}`, async (strand) => {
      const folder = claimFolder(node.folder, 'data');
      const note = (text: string) => world.note(`${strand.process.name}: ${text}`);
      const builder = await Builder.open({
        ...{
          cluster: shared.clusterOf(strand, folder.path),
          objects: shared.objectsOf(strand),
          folder,
          note,
        },
        ...{ node: strand.process.name, keepLease: async () => async () => undefined },
        replace: node.mustReplace ?? false,
      }).catch((error: Error) => {
        // As `dossier cluster fetch --replace` would, the next time.
        node.mustReplace = error instanceof FolderError && error.message.includes('never published');
        if (!node.mustReplace) throw error;
      });
      if (!builder) return;
      node.mustReplace = false;
      try {
        loads += 1;
        await load(folder, loads);
        const made = await builder.publish({ bringIndexUp: async () => undefined });
        acknowledged = Math.max(acknowledged, made?.version ?? 0);
        if (world.happens(40)) await builder.sweep();
      } finally {
        await builder.close();
      }
    });
  };
  const follow = (node: Node) => {
    started += 1;
    node.strand = run(`reader ${started}`, async (strand) => {
      const { nodes, publications } = shared.clusterOf(strand);
      const follower = new Follower({
        ...{ folder: node.folder, objects: shared.objectsOf(strand), register: publications },
        ...{ schema: DATA_SCHEMA, pauseMs: 0, onWanted: () => undefined },
        untilUnread: async () => undefined,
        use: async ({ version, data }) => world.require(() => isWhole(version, data)),
      });
      if (follower.served !== null) world.require(() => isWhole(follower.served, servedData(node.folder)));
      await follower.step().catch((error: Error) => {
        if (!(error instanceof RegisterError)) throw error;
      });
      await nodes.report(`reader ${readers.indexOf(node)}`, follower.served);
    });
  };
  /** A reader serves the bytes of one version, with its index. */
  const isWhole = (version: number | null, data: string) => {
    const found = published.find(({ publication }) => publication.version === version);
    expect(dataBytes(data), `version ${version}`).toEqual(found?.bytes);
    expect(readManifest(indexFolderOf(data))?.contentVersion).toBe(found?.publication.contentVersion);
  };

  for (let step = 0; step < STEPS; step++) {
    const kind = world.pick([...Array(200).keys()]);
    const node = world.pick(kind < 12 ? builders : readers);
    if (kind < 8 && isFree(node) && (await world.works(shared.isLeaseFree()))) build(node);
    else if (kind < 10) await world.works(shared.endLease());
    else if (kind < 11) end(node);
    else if (kind < 20 && isFree(node)) follow(node);
    else if (kind < 21) end(node);
    else if (kind < 24 && published.length > 0) await world.works(shared.pin(world.pick(published)));
    else if (kind < 27) await world.works(shared.unpin());
    else if (kind < 28) vi.setSystemTime(Date.now() + world.pick([1, 60, 600]) * 1_000);
    else await world.step();
    await world.settle();
  }

  // The last processes have all the time they need.
  world.isFair = true;
  for (const node of [...builders, ...readers]) end(node);
  await world.works(shared.endLease());
  await world.works(shared.unpin());
  const finish = async () => {
    do await world.settle();
    while (await world.step());
  };
  const before = published.length;
  for (let tried = 0; tried < 2 && published.length === before; tried++) {
    build(builders[0] as Node);
    await finish();
  }
  expect(published.length, 'a last builder publishes').toBe(before + 1);
  expect(acknowledged).toBe(published.at(-1)?.publication.version);
  const late: Node = { folder: newFolder('simulated') };
  for (const reader of [...readers, late]) {
    follow(reader);
    await finish();
    const { active, whole } = readSlots(reader.folder);
    expect(active === null ? null : whole[active]?.version, 'every reader comes to the newest version').toBe(
      acknowledged,
    );
    isWhole(acknowledged, servedData(reader.folder));
  }
}

describe.skipIf(!hasPostgres)(
  'builders and readers that end at any point, over a register in PostgreSQL',
  () => {
    let database: string;
    let cluster: TestCluster;
    let empty: string;
    beforeAll(async () => {
      database = await newDatabase();
      cluster = await openRegister(database);
      const folder = claimFolder(newFolder('empty'), 'data');
      await (await openStore(folder.path, { schema: 'migrate' })).close();
      empty = folder.path;
    });
    afterAll(async () => {
      await cluster.close();
      await dropDatabase(database);
      rmSync(empty, { recursive: true });
    });

    const run = async (world: World) => {
      await world.works(emptyRegister(database));
      await world.works(query(database, 'DELETE FROM cluster.leases'));
      const { setTimeout: wait } = timers;
      // Pauses before another try end at once, by the clock of the simulation.
      timers.setTimeout = (async (ms: number) => void vi.setSystemTime(Date.now() + ms)) as typeof wait;
      syncBuiltinESMExports();
      try {
        await simulate(world, new Shared(world, cluster, database), empty);
      } finally {
        timers.setTimeout = wait;
        syncBuiltinESMExports();
      }
    };

    test('publish each version once, and serve whole versions only', () => explore(40, run));

    test('do the same each time a seed runs', async () => {
      expect(await runSeed(46, run)).toBe(await runSeed(46, run));
    });
  },
);
