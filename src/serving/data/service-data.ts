import type { StartProgress } from '../../contract/errors.js';
import type { IndexManifest } from '../../indexing/files/files.js';
import type { LoadedIndex } from '../../indexing/files/index-loader.js';
import { LiveIndexes } from '../../indexing/live-indexes.js';
import { WARM_UP } from '../../operations/warm-up.js';
import type { ServedData } from '../../store/engine/engine.js';
import { indexFolderOf } from '../../store/folder/data-folder.js';
import { type DataVersion, isSameData } from '../../store/store.js';
import { IndexOwner } from './index-owner.js';
import { type Served, SwitchedData } from './switched-data.js';

interface ServiceDataListener {
  /** Called when another build of the index is served. */
  onIndex(served: Served): void;
  /** Called when another version is served. Must resolve when no thread serves the previous one. */
  onSwitch(served: Served): Promise<unknown>;
  /** Called when no request reads this version any more. */
  onLeft(version: DataVersion): Promise<unknown>;
}

const NO_LISTENER: ServiceDataListener = {
  onIndex: () => undefined,
  onSwitch: async () => undefined,
  onLeft: async () => undefined,
};

/** The data that a service serves: the rows and the index of one version, which another version can replace. */
export class ServiceData {
  readonly #onProblem: (problem: string) => void;
  readonly #firstIndexes = new LiveIndexes(WARM_UP);
  #listener = NO_LISTENER;
  #slots: SwitchedData | undefined;
  #served: Served;
  #index: IndexOwner;
  #switching: Promise<void> = Promise.resolve();
  /** Resolves when an index is loaded, or there is none. */
  readonly started: Promise<void>;

  private constructor(first: DataVersion, onProblem: (problem: string) => void) {
    this.#onProblem = onProblem;
    this.#served = first;
    this.#index = this.#follow(first);
    this.started = this.#index.started;
  }

  /** Loads the index while the rows are being opened. Rejects with `SchemaMismatchError`. */
  static async open(
    first: DataVersion,
    openRows: (from: DataVersion) => Promise<ServedData>,
    onProblem: (problem: string) => void,
  ): Promise<ServiceData> {
    const data = new ServiceData(first, onProblem);
    try {
      data.#slots = await SwitchedData.open(first, openRows, data.#firstIndexes);
      return data;
    } catch (error) {
      await data.#index.close();
      throw error;
    }
  }

  /** The rows and the index of the calling thread. */
  get slots(): SwitchedData {
    if (!this.#slots) throw new Error('The data is not open.');
    return this.#slots;
  }

  get served(): Served {
    return this.#served;
  }

  /** How much of the first build has been read; `undefined` before its size is known. */
  get progress(): StartProgress | undefined {
    return this.#index.progress;
  }

  listen(listener: ServiceDataListener): void {
    this.#listener = listener;
  }

  async rollBackIndex(): Promise<IndexManifest | undefined> {
    await this.#index.started;
    return await this.#index.rollBack();
  }

  /**
   * Serves the rows and the index of another version, both together and in all threads. Resolves when no request reads the
   * previous version. If the version cannot be served, it rejects, and the previous one remains. `moment`: when everything is
   * ready, the switch waits for this.
   */
  switchTo(next: DataVersion, moment?: Promise<void>): Promise<void> {
    const turn = this.#switching.then(() => this.#switchTo(next, moment));
    this.#switching = turn.catch(() => undefined);
    return turn;
  }

  async close(): Promise<void> {
    this.#slots?.close();
    await this.#index.close();
  }

  async #switchTo({ version, data }: DataVersion, moment?: Promise<void>): Promise<void> {
    const [before, previous, next] = [this.#served, this.#index, { version, data }];
    if (isSameData(next, before)) return;
    const index = this.#follow(next);
    try {
      await index.started;
      if (!index.latest) throw new Error(`${data} has no usable index.`);
      await moment;
      const { closed } = await this.slots.use({ ...next, index: index.latest });
      this.#served = { ...next, index: index.latest };
      // The index may have been rebuilt while the rows were being opened.
      this.slots.useIndex(this.#served);
      this.#index = index;
      await Promise.all([closed, this.#listener.onSwitch(this.#served), previous.close()]);
    } catch (error) {
      if (this.#index !== index) await index.close();
      throw error;
    }
    await this.#listener.onLeft(before);
  }

  #follow(version: DataVersion): IndexOwner {
    return new IndexOwner({
      folder: indexFolderOf(version.data),
      // The index of a version that is not served yet is used together with its rows.
      onLoaded: (loaded) => isSameData(version, this.#served) && this.#useIndex(loaded),
      onProblem: this.#onProblem,
    });
  }

  #useIndex(index: LoadedIndex): void {
    if (this.#slots) this.#slots.useIndex({ ...this.#served, index });
    else this.#firstIndexes.use(index);
    this.#served = { ...this.#served, index };
    this.#listener.onIndex(this.#served);
  }
}
