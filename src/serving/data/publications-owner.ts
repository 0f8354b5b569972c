import { setTimeout as wait } from 'node:timers/promises';
import type { ClusterConfig, PublicationsPlace } from '../../config/cluster-config.js';
import { ServiceThread, type ThreadProtocol } from '../../platform/threads/service-thread.js';
import { type FileLock, hasSchemaOfThisVersion, lockFile } from '../../store/engine/engine.js';
import type { DataFolder } from '../../store/folder/data-folder.js';
import { FolderError } from '../../store/folder/folder-mark.js';
import { activeVersion, serveAgain, serveNone, slotsLock } from '../../store/folder/slots.js';
import type { DataVersion } from '../../store/store.js';
import type { FollowState } from './follow-metrics.js';

/** Functions that the thread calls. */
interface PublicationsHost {
  /** Serves this data from then on; resolves when no request reads the previous data. */
  use(next: DataVersion, inMs: number): Promise<void>;
  /** Returns true if requests still read the data of a folder that is not served. */
  isRead(data: string): Promise<boolean>;
  looked(state: Looked): Promise<void>;
  /** One sentence for the log. */
  report(problem: string): Promise<void>;
}

/** State of the thread that follows. */
interface Looked {
  readonly wanted: number | null;
  readonly failures: number;
  /** Null: not checked yet. */
  readonly missingParts: number | null;
  readonly isDamaged: boolean;
}

export const PUBLICATIONS_THREAD: ThreadProtocol<{ close(): Promise<void> }, PublicationsHost> = {
  name: 'follow',
  module: 'serving/threads/follow.js',
  api: { close: true },
  host: { use: true, isRead: true, looked: true, report: true },
};

/** The `workerData` of the thread. */
export interface FollowSettings {
  readonly folder: string;
  readonly cluster: ClusterConfig;
  readonly place: PublicationsPlace;
}

/** The part of a service that replaces its data. */
interface Switching {
  switchTo(next: DataVersion, moment?: Promise<void>): Promise<void>;
  isRead(data: string): boolean;
}

const STOP_WITHIN_MS = 2_000;
const LOOK_EVERY_MS = 200;

/** Follows publications in a separate thread, and switches the service from version to version. */
export class PublicationsOwner {
  /**
   * The first version to serve: the one that was served last, if this program reads it, otherwise the first one fetched.
   * Rejects if the thread does not start: a node that never follows would silently become outdated.
   */
  readonly first: Promise<DataVersion>;
  readonly #thread: ServiceThread<{ close(): Promise<void> }, PublicationsHost>;
  readonly #lock: FileLock;
  #app: Promise<Switching>;
  #attach: (app: Switching) => void = () => undefined;
  #begin: (first: DataVersion) => void = () => undefined;
  #served: DataVersion | undefined;
  /** 1 while the served copy is damaged; all threads read it. */
  readonly damage = new Int32Array(new SharedArrayBuffer(4));
  #looked: Looked = { wanted: null, failures: 0, missingParts: null, isDamaged: false };
  #behindSince: number | null = null;

  /** Throws `FolderError` if another process uses the folder. */
  constructor(options: {
    readonly folder: DataFolder;
    readonly cluster: ClusterConfig;
    readonly place: PublicationsPlace;
    readonly onProblem: (problem: string) => void;
  }) {
    const { folder, cluster, place, onProblem } = options;
    const lock = lockFile(slotsLock(folder.path));
    if (!lock) throw new FolderError(`Another process already serves ${folder.path}.`);
    this.#lock = lock;
    this.#app = new Promise((resolve) => {
      this.#attach = resolve;
    });
    const begun = new Promise<DataVersion>((resolve) => {
      this.#begin = resolve;
    });
    this.#serves(servable(folder.path));
    const host: PublicationsHost = {
      use: (next, inMs) => this.#use(next, inMs),
      isRead: async (data) => (this.#served ? (await this.#app).isRead(data) : false),
      looked: async (looked) => this.#look(looked),
      report: async (problem) => onProblem(problem),
    };
    this.#thread = new ServiceThread({
      protocol: PUBLICATIONS_THREAD,
      data: (): FollowSettings => {
        // If the previous thread ended between recording and switching, the folder names another version as the served one.
        if (this.#served) serveAgain(folder.path, this.#served.data);
        return { folder: folder.path, cluster, place };
      },
      host: () => host,
      gone: () => new Error('The publication thread has ended.'),
      stopWithinMs: STOP_WITHIN_MS,
      onLoss: (why) => onProblem(`The publication thread ended and is being restarted: ${why}`),
    });
    this.first = this.#thread.start().then(() => begun);
  }

  /** Connects the service that serves `first`. */
  attach(app: Switching): void {
    this.#attach(app);
  }

  state(): FollowState {
    const served = this.#served?.version ?? null;
    return { ...this.#looked, served, behindSince: this.#behindSince };
  }

  /** Stops following: the served version remains. */
  async close(): Promise<void> {
    await this.#thread.close();
  }

  /** Call it after the service is closed: another process may then use the folder. */
  release(): void {
    this.#lock.release();
  }

  async #use(next: DataVersion, inMs: number): Promise<void> {
    if (this.#served) {
      const app = await this.#app;
      // The message may be from a thread that has ended.
      await app.switchTo(next, wait(inMs));
    }
    this.#serves(next);
  }

  #serves(data: DataVersion | undefined): void {
    if (!data) return;
    this.#served = data;
    this.#begin(data);
    this.#look(this.#looked);
  }

  #look(looked: Looked): void {
    this.#looked = looked;
    Atomics.store(this.damage, 0, looked.isDamaged ? 1 : 0);
    const { wanted } = looked;
    const isBehind = wanted !== null && wanted !== this.#served?.version;
    this.#behindSince = isBehind ? (this.#behindSince ?? performance.now()) : null;
  }
}

/**
 * Returns the version that was served last, if this program can read it. After an upgrade it may not: the first version is then
 * one that the upgraded builder published and the thread fetches.
 */
function servable(folder: string): DataVersion | undefined {
  const served = activeVersion(folder);
  if (!served || hasSchemaOfThisVersion(served.data)) return served;
  serveNone(folder);
  return undefined;
}

/** Resolves when no request reads the data any more. */
export async function untilUnread(isRead: () => Promise<boolean>): Promise<void> {
  while (await isRead()) await wait(LOOK_EVERY_MS);
}
