import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CURRENT, filesOf, type IndexManifest, writeDurably } from '../indexing/files/files.js';
import { sha256OfFile } from '../platform/sha256-of-file.js';
import { syncFolder } from './objects/folder.js';
import type { Objects } from './objects/objects.js';
import { DamagedPartError, getPart, type KnownParts, PART_BYTES, putPart } from './part-format.js';
import type { IndexFile, Part, Publication } from './publication.js';

/** Uploads the files of an index that the previous version does not have. */
export async function putIndexFiles(
  objects: Objects,
  name: string,
  folder: string,
  manifest: IndexManifest,
  before: readonly IndexFile[],
  knownParts: KnownParts,
): Promise<readonly IndexFile[]> {
  const files: IndexFile[] = [];
  for (const [at, file] of filesOf(manifest).entries()) {
    const path = join(folder, file);
    const { size } = await stat(path);
    const sha256 = await sha256OfFile(path);
    // A rebuild may write the same bytes under another name.
    const known = before.find((one) => one.sha256 === sha256);
    files.push(
      known
        ? { ...known, name: file }
        : {
            name: file,
            sha256,
            bytes: size,
            parts: await putFile(objects, `${name}.${at}`, path, size, knownParts),
          },
    );
  }
  return files;
}

/** Returns how many files of a published index are in the folder with different content: a build never changes a file. */
export async function countDamaged({ indexFiles }: Publication, folder: string): Promise<number> {
  let count = 0;
  for (const file of indexFiles) {
    const path = join(folder, file.name);
    const isThere = await stat(path).catch(() => undefined);
    if (isThere && !(await isFile(path, file))) count += 1;
  }
  return count;
}

async function putFile(
  objects: Objects,
  name: string,
  path: string,
  size: number,
  known: KnownParts,
): Promise<readonly Part[]> {
  const parts: Part[] = [];
  // Each read allocates this much memory.
  const highWaterMark = Math.max(1, Math.min(PART_BYTES, size));
  for await (const chunk of createReadStream(path, { highWaterMark }))
    parts.push(await putPart(objects, `${name}.${parts.length}`, chunk as Buffer, known));
  return parts;
}

/**
 * Updates the index folder of a data folder to that of a publication. Reuses files there or in the other folder if their
 * SHA-256 matches; a name never has two contents. Resolves when everything is durable.
 */
export async function bringIndex(
  objects: Objects,
  { index, indexFiles }: Publication,
  folder: string,
  other: string | undefined,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  await rm(join(folder, CURRENT), { force: true });
  const names = new Set(indexFiles.map(({ name }) => name));
  const lengths = new Set(indexFiles.map(({ bytes }) => bytes));
  const removeOthers = async (mayBeNeeded: (path: string) => Promise<boolean>) => {
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      if (!names.has(name) && !(await mayBeNeeded(path))) await rm(path, { force: true, recursive: true });
    }
  };
  // Frees space first, but a file may have the bytes of one with another name.
  await removeOthers(async (path) => lengths.has((await stat(path)).size));
  for (const file of indexFiles) await bringFile(objects, file, folder, other);
  await removeOthers(async () => false);
  writeDurably(join(folder, CURRENT), [Buffer.from(JSON.stringify(index))]);
  await syncFolder(folder);
}

async function bringFile(
  objects: Objects,
  file: IndexFile,
  folder: string,
  other: string | undefined,
): Promise<void> {
  const path = join(folder, file.name);
  if (await isFile(path, file)) return;
  await rm(path, { force: true });
  const draft = `${path}.draft`;
  await rm(draft, { force: true });
  const known = await findEqual(file, folder, other);
  if (known !== undefined) {
    // A hard link; a copy if the file system does not support it.
    await link(known, draft).catch(() => copyFile(known, draft));
  } else await fetchFile(objects, file, draft);
  await rename(draft, path);
}

/** Returns a file with these bytes, whatever its name: a rebuild may rename it. */
async function findEqual(
  file: IndexFile,
  ...folders: readonly (string | undefined)[]
): Promise<string | undefined> {
  for (const folder of folders) {
    if (folder === undefined) continue;
    for (const name of await readdir(folder).catch(() => [])) {
      const path = join(folder, name);
      if (await isFile(path, file)) return path;
    }
  }
  return undefined;
}

async function fetchFile(objects: Objects, { name, parts, bytes, sha256 }: IndexFile, path: string) {
  const file = await open(path, 'w');
  const hash = createHash('sha256');
  let length = 0;
  try {
    for (const part of parts) {
      const plain = await getPart(objects, part);
      await file.writeFile(plain);
      hash.update(plain);
      length += plain.length;
    }
    if (length !== bytes || hash.digest('hex') !== sha256) throw new DamagedPartError(name);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function isFile(path: string, { bytes, sha256 }: IndexFile): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.size === bytes && (await sha256OfFile(path)) === sha256;
}
