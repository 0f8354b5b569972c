import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readManifest } from '../indexing/files/files.js';
import { updateIndexes } from '../indexing/update.js';
import { takeInLinkedOfficers } from '../linking/linked-officers.js';
import type { RelinkProgress, RelinkWatch } from '../linking/progress.js';
import { isLinked, relink } from '../linking/relink.js';
import { whileLocked } from '../store/engine.js';
import { buildOptions } from './build-options.js';
import type { Loading } from './loading.js';

const LINE_EVERY_MS = 5_000;
const READING = { sharing: 'what entities share', candidates: 'candidates of links' } as const;

/**
 * Makes the links that a load made stale; says how far it is, a line every few seconds. Processes link one after the
 * other: each would put what it read before over what the other has made since.
 */
export async function linkWhatIsNew(loading: Loading) {
  const { catalog, links } = loading.store;
  if (await isLinked(catalog, links)) return [];
  return await whileLinkingAlone(loading, () => linkAlone(loading));
}

/** Links that the process before this one has made are not made again. */
async function linkAlone(loading: Loading) {
  const { store, folder, now } = loading;
  const { catalog, links } = store;
  if (await isLinked(catalog, links)) return [];
  const say = everyFewSeconds(loading);
  mkdirSync(folder.work, { recursive: true });
  const watch: RelinkWatch = {
    linked: (progress, nth) => say(linkingLine(progress, nth)),
    read: (what, entities, atMost) => say(readingLine(what, entities, atMost)),
  };
  const before = await catalog.contentVersion();
  const done = await relink(catalog, links, now, { watch, folder: folder.work });
  await indexOfficers(loading, before);
  return done;
}

/**
 * Links are made after the index of a load: an index that was up to date with the content `before` takes in the
 * officers of what is linked now.
 */
async function indexOfficers(loading: Loading, before: number): Promise<void> {
  const { store, folder, now } = loading;
  if (readManifest(folder.index)?.contentVersion !== before) return;
  await updateIndexes(store.catalog, folder.index, now, buildOptions(loading));
}

/** After a correction: officers come and go with the link. */
export async function takeInCorrection(loading: Loading): Promise<void> {
  const { catalog, links } = loading.store;
  await whileLinkingAlone(loading, async () => {
    const before = await catalog.contentVersion();
    if ((await takeInLinkedOfficers(catalog, links)) > 0) await indexOfficers(loading, before);
  });
}

function whileLinkingAlone<T>({ folder, report }: Loading, work: () => Promise<T>): Promise<T> {
  const onWait = () => report.note('Another process makes links; waiting for it.');
  return whileLocked(join(folder.path, 'linking.lock'), work, onWait);
}

/** Nothing of what is done at once. */
function everyFewSeconds({ now, report }: Loading): (line: string) => void {
  let saidAt = now();
  return (line) => {
    const at = now();
    if (at - saidAt < LINE_EVERY_MS) return;
    saidAt = at;
    report.note(line);
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
