import { setTimeout as wait } from 'node:timers/promises';
import { readManifest } from '../../indexing/files/files.js';
import { isNewest } from '../../indexing/files/indexed-content.js';
import type { Cluster } from '../../store/engine/engine.js';
import { confirmFolder, type DataFolder } from '../../store/folder/data-folder.js';
import { FolderError } from '../../store/folder/folder-mark.js';
import { openFolder } from '../../store/folder/open-folder.js';
import type { Store } from '../../store/store.js';
import type { Objects } from '../objects/objects.js';
import type { Publication } from '../publication.js';
import type { KeepLease } from './lease-keeper.js';
import { FencedError, publish } from './publish.js';
import { PublishedCopy } from './published-copy.js';
import { type Swept, sweep } from './sweep.js';

/** The lease of the one machine that publishes. */
export const PUBLISHER = 'publisher';
const LEASE_MS = 30_000;
const RENEW_EVERY_MS = 10_000;
const LOOK_EVERY_MS = 1_000;
/** A failed primary is replaced within this many attempts. */
const MAX_INSERTS = 30;
const MAY_PASS: ReadonlySet<string> = new Set(['PostgresAwayError', 'CommitUnknownError']);

export interface BuilderParts {
  readonly cluster: Cluster<Publication>;
  readonly objects: Objects;
  readonly folder: DataFolder;
  readonly node: string;
  /** Receives one sentence for the operator. */
  readonly note: (text: string) => void;
  /** Default: renewed by a timer in the calling thread. */
  readonly keepLease?: KeepLease;
  /** Duration of the lease, in milliseconds. */
  readonly leaseMs?: number;
  /** If true, unpublished data of the folder may be replaced by published data. */
  readonly replace?: boolean;
  /** If true, the folder remains unchanged and replaces what was published, as a whole version. */
  readonly over?: boolean;
}

type TakenLease = Exclude<
  Awaited<ReturnType<Cluster<Publication>['leases']['take']>>,
  { readonly heldBy: string }
>;

/** Loads and publishes while it has the publisher's lease. */
export class Builder {
  readonly #parts: BuilderParts;
  readonly #copy: PublishedCopy;
  #lease: TakenLease;
  #stopRenewing: () => Promise<void> = async () => undefined;

  private constructor(parts: BuilderParts, lease: TakenLease) {
    this.#parts = parts;
    this.#lease = lease;
    this.#copy = new PublishedCopy(parts.folder.path);
  }

  /** Waits for the lease. The folder then contains what was published last: see `bringUp`. */
  static async open(parts: BuilderParts): Promise<Builder> {
    const { cluster, node, note, leaseMs = LEASE_MS } = parts;
    let reported = '';
    for (;;) {
      const taken = await cluster.leases.take(PUBLISHER, node, leaseMs);
      if ('token' in taken) {
        const builder = new Builder(parts, taken);
        try {
          await builder.#keep(taken);
          if (!parts.over) await builder.#bringUp();
          return builder;
        } catch (error) {
          await builder.close();
          throw error;
        }
      }
      if (reported !== taken.heldBy) note(`${taken.heldBy} is publishing; waiting for its lease.`);
      reported = taken.heldBy;
      await wait(LOOK_EVERY_MS);
    }
  }

  /**
   * Publishes the current content of the folder. Resolves to `undefined` if nothing changed, or if a load must be finished
   * first. `bringIndexUp` brings the index up to date with the catalog. Rejects with `FencedError`.
   */
  async publish(options: {
    readonly bringIndexUp: (store: Store) => Promise<void>;
    readonly whole?: boolean;
  }): Promise<Publication | undefined> {
    const { objects, folder, note } = this.#parts;
    await this.#hold();
    const content = await this.#contentToPublish(options.bringIndexUp);
    if (content === undefined) return undefined;
    const rows = await this.#rows();
    this.#refuseOther(rows.at(-1), options.whole ?? false);
    const { token } = this.#lease;
    const made = await publish({
      ...{ folder: folder.path, objects, copy: this.#copy, rows, token, ...content },
      whole: (options.whole || this.#parts.over) ?? false,
      insert: (publication) => this.#insert(publication),
    });
    if (made) note(`Published version ${made.version}.`);
    return made;
  }

  /** Removes what no node needs any more. */
  async sweep(): Promise<Swept> {
    const { cluster, objects } = this.#parts;
    return await sweep({ cluster, objects, lease: this.#lease });
  }

  /**
   * Sweeps. If parts of the newest version are missing in the store, publishes a whole version. Forgets versions that can no
   * longer be created, unless they are pinned.
   */
  async repair(options: Parameters<Builder['publish']>[0]): Promise<void> {
    const { cluster, note } = this.#parts;
    const newest = (await cluster.publications.list()).at(-1)?.version;
    const swept = await this.sweep().catch((error: Error) =>
      note(`The store could not be checked: ${error.message}`),
    );
    let missing = swept?.missing;
    if (!missing || missing.parts.length === 0) return;
    note(
      `${missing.parts.length} parts of published versions are missing from the store. Remove any lifecycle rule that deletes objects there.`,
    );
    if (newest !== undefined && missing.versions.includes(newest)) {
      await this.publish({ ...options, whole: true });
      ({ missing } = await this.sweep());
    }
    const forgotten = await cluster.publications.forget(missing.versions);
    if (forgotten.length > 0) note(`Removed versions that can no longer be built: ${forgotten.join(', ')}.`);
  }

  /** Releases the lease. */
  async close(): Promise<void> {
    await this.#stopRenewing();
    await this.#lease.release().catch(() => undefined);
  }

  async #contentToPublish(bringIndexUp: (store: Store) => Promise<void>) {
    const { folder, note } = this.#parts;
    const store = await openFolder(folder);
    try {
      const [waiting] = await store.catalog.loads.listInterrupted();
      if (waiting) {
        note(
          `Nothing is published: run ${waiting.id} of ${waiting.sourceId} was stopped while it was being applied. Run: dossier ingest --finish`,
        );
        return undefined;
      }
      const contentVersion = await store.catalog.content.version();
      if (contentVersion === 0) {
        note('Nothing is published: no data is loaded yet.');
        return undefined;
      }
      if (!(await isNewest(store.catalog, readManifest(folder.index)))) await bringIndexUp(store);
      const index = readManifest(folder.index);
      if (!index) throw new FolderError(`${folder.path} has no index. Run: dossier index`);
      return { index, contentVersion };
    } finally {
      await store.close();
    }
  }

  /**
   * Throws unless the copy is the newest version of the register: a difference from any other content would create a wrong
   * version.
   */
  #refuseOther(newest: Publication | undefined, whole: boolean): void {
    if (this.#parts.over) return;
    if (newest && !this.#copy.isAt(newest)) throw new FencedError();
    if (newest || this.#copy.isNew || whole) return;
    throw new FolderError(
      'This folder was published before, but PostgreSQL lists no version. If that database is new, run: dossier cluster publish --whole',
    );
  }

  /**
   * If the response to the commit was lost, the outcome is unknown. The transaction locked the lease's row, so it has ended
   * when the lease is renewed.
   */
  async #insert(made: Omit<Publication, 'version'>): Promise<number | 'fenced'> {
    const { publications } = this.#parts.cluster;
    for (let tried = 1; ; tried += 1) {
      try {
        if (tried === 1) return await publications.insert(made, this.#lease);
        const isHeld = await this.#lease.renew();
        const stands = (await this.#rows()).find(({ id }) => id === made.id);
        if (stands) return stands.version;
        return isHeld ? await publications.insert(made, this.#lease) : 'fenced';
      } catch (error) {
        if (tried === MAX_INSERTS || !MAY_PASS.has((error as Error).name)) throw error;
        await wait(LOOK_EVERY_MS);
      }
    }
  }

  async #rows(): Promise<readonly Publication[]> {
    return await this.#parts.cluster.publications.after(0, Number.MAX_SAFE_INTEGER);
  }

  /**
   * Replaces the content of the folder with what was published last, unless it is based on that. Rejects with `FolderError`.
   */
  async #bringUp(): Promise<void> {
    const { objects, folder, note, replace = false } = this.#parts;
    const rows = await this.#rows();
    const newest = rows.at(-1);
    if (!newest) return;
    if (this.#copy.isNew && (await contentVersionOf(folder)) > 0 && !replace)
      throw new FolderError(
        `${folder.path} contains data that was never published, and another machine has published. Set DOSSIER_DATA to an empty folder, ` +
          'or run: dossier cluster fetch --replace',
      );
    await this.#copy.finish(objects, rows);
    if (this.#copy.isAt(newest)) {
      const changed = await this.#copy.begin(newest);
      const isLoaded = changed > 0 && (await contentVersionOf(folder)) !== newest.contentVersion;
      if ((changed === 0 || isLoaded) && !replace) return;
      if (!replace)
        throw new FolderError(
          `${folder.path} differs from version ${newest.version} in ${changed} pages and index files, although no command changed them. ` +
            'If the disk is damaged, run: dossier cluster fetch --replace. If you changed the data without DOSSIER_PUBLICATIONS, run: dossier cluster publish --over',
        );
      note(`Fetching version ${newest.version} again.`);
    } else note(`Fetching version ${newest.version}, the last published one.`);
    await this.#copy.fetch(objects, rows);
    confirmFolder(folder);
  }

  async #keep(lease: TakenLease): Promise<void> {
    const { keepLease = keepByTimer, leaseMs = LEASE_MS } = this.#parts;
    await this.#stopRenewing();
    this.#lease = lease;
    this.#stopRenewing = await keepLease(lease, Math.min(RENEW_EVERY_MS, leaseMs / 3), leaseMs);
  }

  /**
   * Ensures that the lease is still valid. If it ended while PostgreSQL was unavailable, it is taken again: the next token
   * proves that no other machine had it in between. Rejects with `FencedError`.
   */
  async #hold(): Promise<void> {
    if (await this.#lease.renew()) return;
    const { cluster, node, leaseMs = LEASE_MS } = this.#parts;
    const again = await cluster.leases.take(PUBLISHER, node, leaseMs);
    if (!('token' in again)) throw new FencedError();
    if (again.token === this.#lease.token + 1) return await this.#keep(again);
    await again.release();
    throw new FencedError();
  }
}

/** Renews the lease in the calling thread, which must not block for longer than the lease lasts. */
const keepByTimer: KeepLease = async (lease, everyMs) => {
  const timer = setInterval(() => void lease.renew().catch(() => false), everyMs);
  timer.unref();
  return async () => clearInterval(timer);
};

/** Creates the databases of a new folder. */
async function contentVersionOf(folder: DataFolder): Promise<number> {
  const store = await openFolder(folder);
  try {
    return await store.catalog.content.version();
  } finally {
    await store.close();
  }
}
