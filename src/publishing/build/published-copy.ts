import {
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { whileUnwritten } from '../../store/engine/engine.js';
import { indexFolderOf } from '../../store/folder/data-folder.js';
import { applyPack } from '../apply-pack.js';
import { chainTo, placeBehind, stepsFromBase } from '../chain.js';
import { changedPages } from '../changed-pages.js';
import { DataPages } from '../data-pages.js';
import { rootOf } from '../hash-tree.js';
import { bringIndex, countDamaged } from '../index-files.js';
import { syncFolder } from '../objects/folder.js';
import type { Objects } from '../objects/objects.js';
import { runsOf } from '../pack.js';
import { DamagedPartError } from '../part-format.js';
import { DATA_FILES, type DataFile, fileNameOf, isBase, type Publication } from '../publication.js';

/** The content of `published/published.json`. */
interface CopyState {
  /** The version of the copies; 0 if they cannot be relied on. */
  readonly version: number;
  readonly id: string;
  /** The id of a registered publication to which the copies are being updated: some pages may already belong to it. */
  readonly becoming: string | null;
  /** True while the databases and the index of the folder are being replaced by the copies. */
  readonly replacing: boolean;
  /** When the databases of the folder were last equal to the copies; null while a command may change them. */
  readonly clean: Clean | null;
}

interface Clean {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Sizes and modification times of the databases and the index files. */
  readonly stamp: string;
}

const FILE = 'published.json';
const NONE: CopyState = { version: 0, id: '', becoming: null, replacing: false, clean: null };
/** Files that seem unmodified are compared this often, in ms: a disk may lose what it stores. */
const COMPARE_EVERY_MS = 86_400_000;
const BLOCK_BYTES = 2 ** 22;

/**
 * The builder's copy of what it published last: the next publication is the difference from it. It is changed only after a
 * publication is in the register, so a rejected or killed one loses no page; if it is killed in between, the packs of that
 * publication complete the copy.
 */
export class PublishedCopy {
  readonly #folder: string;
  readonly #data: string;
  #state: CopyState | undefined;

  /** `data`: the builder's data folder. Throws if the state cannot be read. */
  constructor(data: string) {
    this.#data = data;
    this.#folder = join(data, 'published');
    this.#state = readState(join(this.#folder, FILE));
  }

  /** True if the folder was never published or fetched. */
  get isNew(): boolean {
    return this.#state === undefined;
  }

  pathOf(file: DataFile): string {
    return join(this.#folder, fileNameOf(file));
  }

  /** Returns true if copies and folder are of this version and no interrupted change is pending. */
  isAt({ version, id }: Pick<Publication, 'version' | 'id'>): boolean {
    const state = this.#state;
    return state?.version === version && state.id === id && state.becoming === null && !state.replacing;
  }

  /** Records that the databases of the folder are equal to the copies. */
  async noteClean(): Promise<void> {
    await this.#note({ ...(this.#state ?? NONE), clean: { at: Date.now(), stamp: this.#stamp() } });
  }

  /**
   * Must be called before work that changes the folder. Resolves to the number of pages and index files that changed since the
   * last publication although no command changed them: damage of a disk, for example, which would be published as if it had
   * been loaded.
   */
  async begin(newest: Publication): Promise<number> {
    const state = this.#state;
    const { clean } = state ?? NONE;
    if (!state || !clean) return 0;
    const isDue = clean.stamp !== this.#stamp() || Date.now() - clean.at > COMPARE_EVERY_MS;
    const damaged = isDue
      ? (await whileUnwritten(this.#data, () => this.#countDifferent())) +
        (await countDamaged(newest, indexFolderOf(this.#data)))
      : 0;
    if (damaged === 0) await this.#note({ ...state, clean: null });
    return damaged;
  }

  async #countDifferent(): Promise<number> {
    let count = 0;
    for (const file of DATA_FILES) {
      const [now, copy] = await Promise.all([
        DataPages.open(join(this.#data, fileNameOf(file))),
        DataPages.open(this.pathOf(file)),
      ]);
      try {
        const { numbers } = await changedPages(now, copy);
        // SQLite changes the first page when it opens a file.
        count += numbers.filter((page) => page > 0).length + Math.max(0, copy.pages - now.pages);
      } finally {
        await Promise.all([now.close(), copy.close()]);
      }
    }
    return count;
  }

  #stamp(): string {
    const index = indexFolderOf(this.#data);
    const names = existsSync(index) ? readdirSync(index).sort() : [];
    const paths = [
      ...DATA_FILES.map((file) => join(this.#data, fileNameOf(file))),
      ...names.map((name) => join(index, name)),
    ];
    return paths
      .map((path) => statSync(path))
      .map(({ size, mtimeMs }) => `${size} ${mtimeMs}`)
      .join();
  }

  /**
   * Completes the copies if the process was killed between registering and updating them. The folder already has that content.
   */
  async finish(objects: Objects, rows: readonly Publication[]): Promise<void> {
    const state = this.#state;
    if (!state?.becoming) return;
    const made = rows.find(({ id }) => id === state.becoming);
    const fits =
      made && (made.parent?.id === state.id || DATA_FILES.every((file) => isBase(made.files[file])));
    const { replacing } = state;
    if (!fits) return await this.#note({ ...NONE, replacing });
    for (const file of DATA_FILES) await applyPack(objects, made.files[file], this.pathOf(file));
    await this.#note({ ...NONE, version: made.version, id: made.id, replacing });
  }

  /**
   * Replaces the copies, and the databases and index of the folder, with the last of the rows. The previous content is lost.
   */
  async fetch(objects: Objects, rows: readonly Publication[]): Promise<void> {
    const target = rows.at(-1);
    if (!target) return;
    await mkdir(this.#folder, { recursive: true });
    const chain = chainTo(target, rows);
    const state = this.#state;
    const at = state?.version && state.becoming === null ? placeBehind(state, chain) : -1;
    if (at >= 0) await this.#applyFrom(objects, chain.slice(at));
    else await this.#makeAnew(objects, chain);
    // Packs produce the right file only from the right base.
    if (!(await this.#isWhole(target))) await this.#makeAnew(objects, chain);
    if (!(await this.#isWhole(target))) throw new DamagedPartError(`Version ${target.version}`);
    await this.#replace(objects, target);
    await this.#note({ ...NONE, version: target.version, id: target.id });
  }

  async #applyFrom(objects: Objects, chain: readonly Publication[]): Promise<void> {
    for (const { version, id, files } of chain) {
      await this.#note({ ...(this.#state ?? NONE), becoming: id, replacing: true });
      for (const file of DATA_FILES) await applyPack(objects, files[file], this.pathOf(file));
      await this.#note({ ...NONE, version, id, replacing: true });
    }
    await this.#note({ ...(this.#state ?? NONE), replacing: true });
  }

  /**
   * Creates both copies from whole files; until then the state says that they cannot be relied on. Rejects with
   * `ChainBrokenError`.
   */
  async #makeAnew(objects: Objects, chain: readonly Publication[]): Promise<void> {
    const steps = DATA_FILES.map((file) => ({ file, packs: stepsFromBase(chain, file).packs }));
    await this.#note({ ...NONE, replacing: true });
    for (const { file, packs } of steps) {
      for (const pack of packs) await applyPack(objects, pack, this.pathOf(file));
    }
    const { version = 0, id = '' } = chain.at(-1) ?? {};
    await this.#note({ ...NONE, version, id, replacing: true });
  }

  async #isWhole({ roots }: Publication): Promise<boolean> {
    if (!roots) return true;
    for (const file of DATA_FILES) {
      if ((await rootOf(this.pathOf(file)).catch(() => '')) !== roots[file]) return false;
    }
    return true;
  }

  /** Updates the copies to what was just published. */
  async patch(
    { version, id }: Pick<Publication, 'version' | 'id'>,
    changed: Readonly<Record<DataFile, { readonly pages: DataPages; readonly numbers: readonly number[] }>>,
  ): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    await this.#note({ ...(this.#state ?? NONE), becoming: id });
    for (const file of DATA_FILES) {
      const { pages, numbers } = changed[file];
      await patchFile(this.pathOf(file), pages, numbers);
    }
    await this.#note({ ...NONE, version, id });
    await this.noteClean();
  }

  /**
   * Replaces the databases and the index; repeated if the process was killed. Removes fingerprints and staged loads of the
   * previous data.
   */
  async #replace(objects: Objects, target: Publication): Promise<void> {
    for (const derived of ['rows', 'work', 'stage'])
      await rm(join(this.#data, derived), { recursive: true, force: true });
    for (const file of DATA_FILES) {
      const path = join(this.#data, fileNameOf(file));
      const draft = `${path}.fetched`;
      await copyFile(this.pathOf(file), draft, constants.COPYFILE_FICLONE);
      const copied = await open(draft, 'r+');
      await copied.sync().finally(() => copied.close());
      // SQLite would apply the WAL of the previous file to this one.
      for (const end of ['-wal', '-shm']) await rm(`${path}${end}`, { force: true });
      await rename(draft, path);
    }
    await bringIndex(objects, target, indexFolderOf(this.#data), undefined);
    await syncFolder(this.#data);
  }

  async #note(state: CopyState): Promise<void> {
    const draft = join(this.#folder, `.${FILE}`);
    writeFileSync(draft, `${JSON.stringify(state)}\n`, { flush: true });
    renameSync(draft, join(this.#folder, FILE));
    await syncFolder(this.#folder);
    this.#state = state;
  }
}

function readState(path: string): CopyState | undefined {
  try {
    const { version, id, becoming, replacing, clean } = JSON.parse(
      readFileSync(path, 'utf8'),
    ) as Partial<CopyState>;
    if (typeof version !== 'number' || typeof id !== 'string') return NONE;
    return { version, id, becoming: becoming ?? null, replacing: replacing === true, clean: clean ?? null };
  } catch (error) {
    if (error instanceof SyntaxError) return NONE;
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function patchFile(path: string, pages: DataPages, numbers: readonly number[]): Promise<void> {
  const file = await open(path, numbers.length === pages.pages ? 'w' : 'r+');
  const { pageBytes, fileBytes } = pages;
  const max = Math.min(BLOCK_BYTES / pageBytes, numbers.length);
  const block = Buffer.alloc(max * pageBytes);
  try {
    for (const { page, count } of runsOf(numbers)) {
      for (let done = 0; done < count; done += max) {
        const at = (page + done) * pageBytes;
        const bytes = await pages.read(block.subarray(0, Math.min(max, count - done) * pageBytes), at);
        for (let written = 0; written < bytes.length; ) {
          const wrote = await file.write(bytes, written, bytes.length - written, at + written);
          written += wrote.bytesWritten;
        }
      }
    }
    await file.truncate(fileBytes);
    await file.sync();
  } finally {
    await file.close();
  }
}
