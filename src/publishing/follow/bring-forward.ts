import { constants, existsSync } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { indexFolderOf } from '../../store/folder/data-folder.js';
import {
  readSlots,
  SLOT_NAMES,
  type SlotContent,
  type SlotName,
  type Slots,
  slotPath,
  slotsFolder,
  writeSlots,
} from '../../store/folder/slots.js';
import { applyPack } from '../apply-pack.js';
import { chainTo, type Steps, stepsFrom, stepsFromBase } from '../chain.js';
import { bringIndex } from '../index-files.js';
import { syncFolder } from '../objects/folder.js';
import type { Objects } from '../objects/objects.js';
import { DamagedPartError } from '../part-format.js';
import { DATA_FILES, type DataFile, fileNameOf, type Publication } from '../publication.js';
import { verifyCopy } from '../verify.js';

interface Bringing {
  /** The node's folder, with `slots.json`. */
  readonly folder: string;
  readonly objects: Objects;
  /** If true, the slots are damaged: creates all files from whole files. */
  readonly isAnew?: boolean;
  /** Resolves when no request reads the data folder any more. None can open it then: it has been renamed. */
  readonly untilUnread: (path: string) => Promise<void>;
}

/**
 * Updates the slot that is not served to the last of the given versions, complete and durable, and resolves to its name. A slot
 * whose update was killed is updated again. Rejects with `DamagedPartError`, `ChainBrokenError`, or as the object store or the
 * disk does; the served slot remains unchanged.
 */
export async function bringForward(bringing: Bringing, rows: readonly Publication[]): Promise<SlotName> {
  const { folder, isAnew = false } = bringing;
  const target = rows.at(-1);
  if (!target) throw new RangeError('There is no version to fetch.');
  const slots = readSlots(folder);
  const free = SLOT_NAMES.find((name) => name !== slots.active) ?? 'a';
  const before = isAnew ? null : slots.whole[free];
  if (isSame(before, target)) return free;
  const active = isAnew ? null : slots.active && slots.whole[slots.active];
  const chain = chainTo(target, rows);
  const plans = DATA_FILES.map((file) => planOf(file, chain, before, active));
  const torn = await takeSlot(bringing, slots, free);
  const activePath = active && slots.active && slotPath(folder, slots.active, active);
  for (const plan of plans) await makeFile(bringing.objects, plan, torn, activePath);
  await bringIndex(
    bringing.objects,
    target,
    indexFolderOf(torn),
    activePath === null ? undefined : indexFolderOf(activePath),
  );
  if (isAnew && ((await verifyCopy(target, torn))?.damaged.length ?? 0) > 0)
    throw new DamagedPartError(`Version ${target.version}`);
  await syncFolder(torn);
  await rename(torn, slotPath(folder, free, target));
  await syncFolder(slotsFolder(folder));
  const { version, id } = target;
  writeSlots(folder, withContent(readSlots(folder), free, { version, id }));
  return free;
}

interface FilePlan extends Steps {
  readonly file: DataFile;
  /** Where the content is to which the first pack is applied. */
  readonly from: 'slot' | 'active' | 'nowhere';
}

/** Chooses the cheapest base: the slot's own file, then a copy of the active one (disk), then a whole file (network). */
function planOf(
  file: DataFile,
  chain: readonly Publication[],
  own: SlotContent | null,
  active: SlotContent | null,
): FilePlan {
  const ofOwn = stepsFrom(own, chain, file);
  if (ofOwn) return { ...ofOwn, file, from: ofOwn.needsContent ? 'slot' : 'nowhere' };
  const ofActive = stepsFrom(active, chain, file);
  if (ofActive) return { ...ofActive, file, from: ofActive.needsContent ? 'active' : 'nowhere' };
  return { ...stepsFromBase(chain, file), file, from: 'nowhere' };
}

/** Invalidates the slot and renames its folder, so that no request opens it under its old name. Resolves to the new path. */
async function takeSlot({ folder, untilUnread }: Bringing, slots: Slots, name: SlotName): Promise<string> {
  const torn = slotPath(folder, name, null);
  const content = slots.whole[name];
  if (content) writeSlots(folder, withContent(slots, name, null));
  await mkdir(slotsFolder(folder), { recursive: true });
  const path = content && slotPath(folder, name, content);
  if (path !== null && existsSync(path)) {
    await rm(torn, { recursive: true, force: true });
    await rename(path, torn);
    await untilUnread(path);
  }
  // A killed update may have left others.
  for (const found of await readdir(slotsFolder(folder))) {
    if (found.startsWith(`${name}-`) && join(slotsFolder(folder), found) !== torn)
      await rm(join(slotsFolder(folder), found), { recursive: true, force: true });
  }
  await mkdir(torn, { recursive: true });
  return torn;
}

async function makeFile(
  objects: Objects,
  { file, from, packs }: FilePlan,
  slot: string,
  active: string | null,
): Promise<void> {
  const path = join(slot, fileNameOf(file));
  if (from === 'active' && active !== null) {
    // Shares blocks if the file system supports it.
    await copyFile(join(active, fileNameOf(file)), path, constants.COPYFILE_FICLONE);
    const copied = await open(path, 'r+');
    await copied.sync().finally(() => copied.close());
  }
  for (const pack of packs) await applyPack(objects, pack, path);
}

function withContent(slots: Slots, name: SlotName, content: SlotContent | null): Slots {
  return { ...slots, whole: { ...slots.whole, [name]: content } };
}

function isSame(content: SlotContent | null, { version, id }: Publication): boolean {
  return content?.version === version && content.id === id;
}
