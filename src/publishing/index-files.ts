import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CURRENT, filesOf, type IndexManifest, writeDurably } from '../indexing/files/files.js';
import { sha256OfFile } from '../platform/sha256-of-file.js';
import { syncFolder } from './objects/folder.js';
import type { Objects } from './objects/objects.js';
import { DamagedPartError, getPart, PART_BYTES, putPart } from './pages/part-format.js';
import type { IndexFile, Part, Publication } from './publication.js';

/** Puts the files of an index that the version before does not have already. */
export async function putIndexFiles(
  objects: Objects,
  name: string,
  folder: string,
  manifest: IndexManifest,
  before: readonly IndexFile[],
): Promise<readonly IndexFile[]> {
  const files: IndexFile[] = [];
  for (const [at, file] of filesOf(manifest).entries()) {
    const path = join(folder, file);
    const { size } = await stat(path);
    const sha256 = await sha256OfFile(path);
    const known = before.find((one) => one.name === file && one.sha256 === sha256);
    files.push(
      known ?? {
        name: file,
        sha256,
        bytes: size,
        parts: await putFile(objects, `${name}.${at}`, path, size),
      },
    );
  }
  return files;
}

async function putFile(objects: Objects, name: string, path: string, size: number): Promise<readonly Part[]> {
  const parts: Part[] = [];
  // Each read takes memory for as much as it may give.
  const highWaterMark = Math.max(1, Math.min(PART_BYTES, size));
  for await (const chunk of createReadStream(path, { highWaterMark }))
    parts.push(await putPart(objects, `${name}.${parts.length}`, chunk as Buffer));
  return parts;
}

/**
 * Makes the index folder of a data folder that of a publication. Files that are there, or in the given other folder, are
 * taken if their SHA-256 is right; a name never stands for two contents. Resolves when all outlives a power cut.
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
  for (const name of await readdir(folder)) {
    if (!names.has(name)) await rm(join(folder, name), { force: true, recursive: true });
  }
  for (const file of indexFiles) await bringFile(objects, file, folder, other);
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
  const known = other === undefined ? undefined : join(other, file.name);
  if (known !== undefined && (await isFile(known, file))) {
    // One file under two names; where the file system has no such thing, a copy.
    await link(known, draft).catch(() => copyFile(known, draft));
  } else await fetchFile(objects, file, draft);
  await rename(draft, path);
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
