import { constants, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { indexFolderOf } from '../../store/folder/data-folder.js';
import { chainTo, placeBehind, stepsFromBase } from '../chain.js';
import { bringIndex } from '../index-files.js';
import { syncFolder } from '../objects/folder.js';
import type { Objects } from '../objects/objects.js';
import { applyPack } from '../pages/apply-pack.js';
import type { DataPages } from '../pages/data-pages.js';
import { runsOf } from '../pages/pack.js';
import { DATA_FILES, type DataFile, fileNameOf, isBase, type Publication } from '../publication.js';

/** The content of `published/published.json`. */
interface CopyState {
  /** The version that the copies hold; 0: none can be relied on. */
  readonly version: number;
  readonly id: string;
  /** They are being made this version, a publication that is in the register: some pages are of it already. */
  readonly becoming: string | null;
  /** The databases and the index of the folder are being replaced by them. */
  readonly replacing: boolean;
}

const FILE = 'published.json';
const NONE: CopyState = { version: 0, id: '', becoming: null, replacing: false };
const BLOCK_BYTES = 2 ** 22;

/**
 * The builder's copy of what it published last: the next publication is the difference from it. It is changed only after
 * a publication is in the register, so one that was refused or killed loses no page; a kill in the middle is made good by
 * the packs of that publication.
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

  /** The folder never published, and nothing was fetched into it. */
  get isNew(): boolean {
    return this.#state === undefined;
  }

  pathOf(file: DataFile): string {
    return join(this.#folder, fileNameOf(file));
  }

  /** Whether copies and folder are of this version, and nothing waits to be made good. */
  isAt({ version, id }: Pick<Publication, 'version' | 'id'>): boolean {
    const state = this.#state;
    return state?.version === version && state.id === id && state.becoming === null && !state.replacing;
  }

  /** A kill came between the register and the copies: they become what was published; the folder is that already. */
  async finish(objects: Objects, rows: readonly Publication[]): Promise<void> {
    const state = this.#state;
    if (!state?.becoming) return;
    const made = rows.find(({ id }) => id === state.becoming);
    const fits =
      made && (made.parent?.id === state.id || DATA_FILES.every((file) => isBase(made.files[file])));
    const { replacing } = state;
    if (!fits) return await this.#note({ ...NONE, replacing });
    for (const file of DATA_FILES) await applyPack(objects, made.files[file], this.pathOf(file));
    await this.#note({ version: made.version, id: made.id, becoming: null, replacing });
  }

  /** Copies, databases and index of the folder become those of the last of the rows. The content before is gone. */
  async fetch(objects: Objects, rows: readonly Publication[]): Promise<void> {
    const target = rows.at(-1);
    if (!target) return;
    await mkdir(this.#folder, { recursive: true });
    const chain = chainTo(target, rows);
    const state = this.#state;
    const at = state?.version && state.becoming === null ? placeBehind(state, chain) : -1;
    if (at >= 0) await this.#applyFrom(objects, chain.slice(at));
    else await this.#makeAnew(objects, chain);
    await this.#replace(objects, target);
    await this.#note({ ...NONE, version: target.version, id: target.id });
  }

  async #applyFrom(objects: Objects, chain: readonly Publication[]): Promise<void> {
    for (const { version, id, files } of chain) {
      await this.#note({ ...(this.#state ?? NONE), becoming: id, replacing: true });
      for (const file of DATA_FILES) await applyPack(objects, files[file], this.pathOf(file));
      await this.#note({ version, id, becoming: null, replacing: true });
    }
    await this.#note({ ...(this.#state ?? NONE), replacing: true });
  }

  /** Nothing can be relied on before both files are whole. Rejects with `ChainBrokenError`. */
  async #makeAnew(objects: Objects, chain: readonly Publication[]): Promise<void> {
    const steps = DATA_FILES.map((file) => ({ file, packs: stepsFromBase(chain, file).packs }));
    await this.#note({ ...NONE, replacing: true });
    for (const { file, packs } of steps) {
      for (const pack of packs) await applyPack(objects, pack, this.pathOf(file));
    }
    const { version = 0, id = '' } = chain.at(-1) ?? {};
    await this.#note({ version, id, becoming: null, replacing: true });
  }

  /** The copies become what was just published. */
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
  }

  /** Done again after a kill. Prints and stages of loads of the data before count no more. */
  async #replace(objects: Objects, target: Publication): Promise<void> {
    for (const derived of ['rows', 'work', 'stage'])
      await rm(join(this.#data, derived), { recursive: true, force: true });
    for (const file of DATA_FILES) {
      const path = join(this.#data, fileNameOf(file));
      const draft = `${path}.fetched`;
      await copyFile(this.pathOf(file), draft, constants.COPYFILE_FICLONE);
      const copied = await open(draft, 'r+');
      await copied.sync().finally(() => copied.close());
      // A log of the file before would be taken for one of this.
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
    const { version, id, becoming, replacing } = JSON.parse(readFileSync(path, 'utf8')) as Partial<CopyState>;
    if (typeof version !== 'number' || typeof id !== 'string') return NONE;
    return { version, id, becoming: becoming ?? null, replacing: replacing === true };
  } catch (error) {
    if (error instanceof SyntaxError) return NONE;
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function patchFile(path: string, pages: DataPages, numbers: readonly number[]): Promise<void> {
  const file = await open(path, numbers.length === pages.pages ? 'w' : 'r+');
  const { pageBytes, fileBytes } = pages;
  const most = Math.min(BLOCK_BYTES / pageBytes, numbers.length);
  const block = Buffer.alloc(most * pageBytes);
  try {
    for (const { page, count } of runsOf(numbers)) {
      for (let done = 0; done < count; done += most) {
        const at = (page + done) * pageBytes;
        const bytes = await pages.read(block.subarray(0, Math.min(most, count - done) * pageBytes), at);
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
