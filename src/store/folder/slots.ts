import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DataVersion } from '../slow-reads.js';

/** A node that follows publications has two data folders: it serves one, and brings the other forward. */
export const SLOT_NAMES = ['a', 'b'] as const;
export type SlotName = (typeof SLOT_NAMES)[number];

/** A published version, by its number and by its own name. */
export interface SlotContent {
  readonly version: number;
  readonly id: string;
}

/** The content of `slots.json`. */
export interface Slots {
  /** The slot that is served; null before the first. */
  readonly active: SlotName | null;
  /** The version of each that is whole; null where it is empty, or was being written. */
  readonly whole: Readonly<Record<SlotName, SlotContent | null>>;
}

const FILE = 'slots.json';
const NONE: Slots = { active: null, whole: { a: null, b: null } };

/** None where the file is missing or damaged: then both are made again. */
export function readSlots(folder: string): Slots {
  try {
    return slotsOf(JSON.parse(readFileSync(join(folder, FILE), 'utf8')));
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return NONE;
    throw error;
  }
}

/** In place of the one that is there, whole or not at all, also after a power cut. */
export function writeSlots(folder: string, slots: Slots): void {
  const draft = join(folder, `.${FILE}`);
  writeFileSync(draft, `${JSON.stringify(slots)}\n`, { flush: true });
  renameSync(draft, join(folder, FILE));
  const opened = openSync(folder, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

/**
 * The data folder of a slot. It is named after its version: who has the path of another one, such as an export that waits,
 * finds nothing there rather than other rows.
 */
export function slotPath(folder: string, name: SlotName, content: SlotContent | null): string {
  return join(slotsFolder(folder), `${name}-${content?.version ?? 'torn'}`);
}

/** Held by the one process that follows into the folder. */
export function slotsLock(folder: string): string {
  return join(slotsFolder(folder), 'slots.lock');
}

/** No slot is served from here on; what they hold stays, to be brought forward. */
export function serveNone(folder: string): void {
  writeSlots(folder, { ...readSlots(folder), active: null });
}

/** Notes that this data is served, if a slot holds it whole. */
export function serveAgain(folder: string, data: string): void {
  const slots = readSlots(folder);
  const active = SLOT_NAMES.find(
    (name) => slots.whole[name] && slotPath(folder, name, slots.whole[name]) === data,
  );
  if (active && active !== slots.active) writeSlots(folder, { ...slots, active });
}

export function slotsFolder(folder: string): string {
  return join(folder, 'slots');
}

/** The version that a node serves, and its data folder; undefined before the first. */
export function activeVersion(folder: string): (DataVersion & { readonly version: number }) | undefined {
  const { active, whole } = readSlots(folder);
  const content = active && whole[active];
  return content ? { version: content.version, data: slotPath(folder, active, content) } : undefined;
}

function slotsOf(value: unknown): Slots {
  const { active, whole } = (value ?? {}) as { active?: unknown; whole?: Record<string, unknown> };
  const contents = { a: contentOf(whole?.a), b: contentOf(whole?.b) };
  const name = SLOT_NAMES.find((one) => one === active);
  return { active: name && contents[name] ? name : null, whole: contents };
}

function contentOf(value: unknown): SlotContent | null {
  const { version, id } = (value ?? {}) as { version?: unknown; id?: unknown };
  return typeof version === 'number' && typeof id === 'string' ? { version, id } : null;
}
