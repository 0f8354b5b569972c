import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { IndexManifest } from '../../indexing/files/files.js';
import { DATA_SCHEMA, whileUnwritten } from '../../store/engine/engine.js';
import { indexFolderOf } from '../../store/folder/data-folder.js';
import { chainTo, weightOf } from '../chain.js';
import { type Compared, changedPages, pagesIfThere } from '../changed-pages.js';
import { DataPages } from '../data-pages.js';
import { putIndexFiles } from '../index-files.js';
import { listVersions } from '../missing-parts.js';
import type { Objects } from '../objects/objects.js';
import { putPack } from '../pack.js';
import type { KnownParts } from '../part-format.js';
import {
  DATA_FILES,
  type DataFile,
  fileNameOf,
  type Pack,
  type Part,
  type Publication,
} from '../publication.js';
import type { PublishedCopy } from './published-copy.js';

/** Another machine has the lease: nothing was published. */
export class FencedError extends Error {
  override readonly name = 'FencedError';

  constructor() {
    super(
      'The publisher lease was lost, so nothing was published. The next command fetches what the other machine ' +
        'published and repeats the loads of this machine.',
    );
  }
}

interface Publishing {
  /** The builder's data folder. No file of it may be open. */
  readonly folder: string;
  readonly objects: Objects;
  readonly copy: PublishedCopy;
  /** The versions in the register, oldest first; the copy is at the last one. */
  readonly rows: readonly Publication[];
  readonly token: number;
  /** The index of the folder, up to date with the catalog. */
  readonly index: IndexManifest;
  readonly contentVersion: number;
  /** If true, uploads all files in full, even if little changed: the object store may be another one. */
  readonly whole: boolean;
  /** Inserts the publication into the register if the lease is still valid. */
  readonly insert: (made: Omit<Publication, 'version'>) => Promise<number | 'fenced'>;
}

/**
 * With more packs than this, or packs of more than this share of the whole file's bytes, the next version is a whole file, so
 * that a new node starts quickly.
 */
const MAX_PACKS = 64;
const PACKS_SHARE = 0.5;

interface Changed extends Compared {
  readonly pages: DataPages;
}

/** Publishes the folder's data as the next version. Resolves to `undefined` if nothing changed. Rejects with `FencedError`. */
export async function publish(publishing: Publishing): Promise<Publication | undefined> {
  const { folder, copy } = publishing;
  const opened: DataPages[] = [];
  try {
    return await whileUnwritten(folder, async () => {
      const compare = async (file: DataFile): Promise<Changed> => {
        const pages = await DataPages.open(join(folder, fileNameOf(file)));
        opened.push(pages);
        const before = publishing.whole ? undefined : await pagesIfThere(copy.pathOf(file));
        const compared = await changedPages(pages, before).finally(() => before?.close());
        return { pages, ...compared };
      };
      const changed = { catalog: await compare('catalog'), links: await compare('links') };
      if (!isNew(publishing, changed)) {
        await copy.noteClean();
        return undefined;
      }
      const made = await put(publishing, changed);
      const version = await publishing.insert(made);
      if (version === 'fenced') throw new FencedError();
      await copy.patch({ version, id: made.id }, changed);
      return { ...made, version };
    });
  } finally {
    // Must follow the release of the locks: closing a file releases all locks of this process on it.
    for (const pages of opened) await pages.close();
  }
}

/** Ignores the first page: SQLite changes it when it opens a file, and records there whether the file has a WAL. */
function isNew(
  { rows, index, contentVersion, whole }: Publishing,
  changed: Record<DataFile, Changed>,
): boolean {
  const before = rows.at(-1);
  if (!before || whole) return true;
  return (
    DATA_FILES.some((file) => changed[file].numbers.some((page) => page > 0)) ||
    DATA_FILES.some((file) => changed[file].pages.pages !== fileOf(before, file)) ||
    before.contentVersion !== contentVersion ||
    before.index.builtAt !== index.builtAt ||
    DATA_FILES.some((file) => before.schema[file] !== DATA_SCHEMA[file])
  );
}

function fileOf({ files }: Publication, file: DataFile): number {
  return files[file].fileBytes / files[file].pageBytes;
}

async function put(
  { folder, objects, rows, token, index, contentVersion, whole }: Publishing,
  changed: Record<DataFile, Changed>,
): Promise<Omit<Publication, 'version'>> {
  const before = rows.at(-1);
  const parent = before ? { version: before.version, id: before.id } : null;
  const id = `${(parent?.version ?? 0) + 1}-${token}-${randomBytes(4).toString('hex')}`;
  const chain = before ? chainTo(before, rows) : [];
  // Damaged objects remain in the store, so a whole version reuses none of them.
  const parts = whole ? new Map<string, Part>() : await knownParts(objects);
  const packOf = async (file: DataFile): Promise<Pack> => {
    const { pages, numbers } = changed[file];
    const sent = isBaseDue(chain, file) ? allOf(pages) : numbers;
    return await putPack(objects, `v/${id}/${file}`, pages, sent, parts);
  };
  const files = { catalog: await packOf('catalog'), links: await packOf('links') };
  const roots = { catalog: changed.catalog.root, links: changed.links.root };
  const { previous: _before, ...manifest } = index;
  const known = whole ? [] : (before?.indexFiles ?? []);
  const indexFiles = await putIndexFiles(
    objects,
    `v/${id}/index`,
    indexFolderOf(folder),
    index,
    known,
    parts,
  );
  return { id, parent, files, roots, index: manifest, indexFiles, contentVersion, schema: DATA_SCHEMA };
}

/** Returns the parts in the store, including those of attempts that were never registered. */
async function knownParts(objects: Objects): Promise<KnownParts> {
  const known = new Map<string, Part>();
  for (const { name, bytes } of (await listVersions(objects)).values()) {
    const sha256 = /-([0-9a-f]{64})$/.exec(name)?.[1];
    if (sha256 !== undefined) known.set(sha256, { name, sha256, bytes });
  }
  return known;
}

function isBaseDue(chain: readonly Publication[], file: DataFile): boolean {
  const { base, behind, packs } = weightOf(chain, file);
  return packs >= MAX_PACKS || behind > base * PACKS_SHARE;
}

function allOf({ pages }: DataPages): number[] {
  return Array.from({ length: pages }, (_, page) => page);
}
