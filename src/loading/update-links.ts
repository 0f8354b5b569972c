import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readManifest } from '../indexing/files.js';
import { updateIndexes } from '../indexing/update.js';
import { takeInLinkedOfficers } from '../linking/linked-officers.js';
import type { RelinkProgress, RelinkWatch } from '../linking/progress.js';
import { isLinked, relink } from '../linking/relink.js';
import type { DataFolder } from '../platform/data-folder.js';
import { whileLocked } from '../store/engine.js';
import type { Store } from '../store/store.js';
import { building } from './build-options.js';
import { type CliContext, note } from '../cli/context.js';

const LINE_EVERY_MS = 5_000;
const READING = { sharing: 'what entities share', candidates: 'candidates of links' } as const;

/**
 * Makes the links that a load made stale; says how far it is, a line every few seconds. Processes link one after the
 * other: each would put what it read before over what the other has made since.
 */
export async function linkWhatIsNew({ catalog, links }: Store, folder: DataFolder, context: CliContext) {
  if (await isLinked(catalog, links)) return [];
  return await whileLinkingAlone(folder, context, () => linkAlone({ catalog, links }, folder, context));
}

/** What the one before has made is not made again. */
async function linkAlone(
  { catalog, links }: Pick<Store, 'catalog' | 'links'>,
  folder: DataFolder,
  context: CliContext,
) {
  if (await isLinked(catalog, links)) return [];
  const say = everyFewSeconds(context);
  mkdirSync(folder.work, { recursive: true });
  const watch: RelinkWatch = {
    linked: (progress, nth) => say(linkingLine(progress, nth)),
    read: (what, entities, atMost) => say(readingLine(what, entities, atMost)),
  };
  const before = await catalog.contentVersion();
  const done = await relink(catalog, links, context.now, { watch, folder: folder.work });
  await indexOfficers(catalog, before, folder, context);
  return done;
}

/**
 * Links are made after the index of a load: an index that was up to date with the content `before` takes in the
 * officers of what is linked now.
 */
async function indexOfficers(
  catalog: Store['catalog'],
  before: number,
  folder: DataFolder,
  context: CliContext,
): Promise<void> {
  if (readManifest(folder.index)?.contentVersion !== before) return;
  await updateIndexes(catalog, folder.index, context.now, building(context, folder));
}

/** After a correction: officers come and go with the link. */
export async function takeInCorrection(
  { catalog, links }: Pick<Store, 'catalog' | 'links'>,
  folder: DataFolder,
  context: CliContext,
): Promise<void> {
  await whileLinkingAlone(folder, context, async () => {
    const before = await catalog.contentVersion();
    if ((await takeInLinkedOfficers(catalog, links)) > 0) {
      await indexOfficers(catalog, before, folder, context);
    }
  });
}

function whileLinkingAlone<T>(folder: DataFolder, context: CliContext, work: () => Promise<T>): Promise<T> {
  const onWait = () => note(context, 'Another process makes links; waiting for it.');
  return whileLocked(join(folder.path, 'linking.lock'), work, onWait);
}

/** Nothing of what is done at once. */
function everyFewSeconds(context: CliContext): (line: string) => void {
  let saidAt = context.now();
  return (line) => {
    const at = context.now();
    if (at - saidAt < LINE_EVERY_MS) return;
    saidAt = at;
    note(context, line);
  };
}

/** As long as a terminal is wide. */
export function linkingLine(
  { dataset, parties, judged }: RelinkProgress,
  nth?: { readonly at: number; readonly of: number },
): string {
  const place = nth ? ` (${nth.at} of ${nth.of})` : '';
  return `linking ${dataset}${place}: ${figure(parties)} parties, ${figure(judged)} judged`;
}

export function readingLine(what: keyof typeof READING, entities: number, atMost: number): string {
  const percent = atMost > 0 ? Math.floor((100 * Math.min(entities, atMost)) / atMost) : 100;
  return `${READING[what]}: ${figure(entities)} of ${figure(atMost)} entities read (${percent} %)`;
}

function figure(count: number): string {
  return count.toLocaleString('en-US');
}
