import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readManifest } from '../indexing/files/files.js';
import { updateIndexes } from '../indexing/update.js';
import { duration } from '../ingest/run/progress.js';
import { publishLinkChanges } from '../linking/changes/link-feed.js';
import { takeInLinkedOfficers } from '../linking/changes/linked-officers.js';
import type { AmongDatasets, RelinkProgress, RelinkWatch } from '../linking/decisions/progress.js';
import { forgetCandidates, isLinked, relink } from '../linking/relink.js';
import { recordsOfEntities } from '../operations/get-entity/enrich/records-of-entities.js';
import { DATASETS } from '../sources/datasets.js';
import { factsById } from '../sources/facts.js';
import { SOURCES } from '../sources/index.js';
import { whileLocked } from '../store/engine/engine.js';
import { buildOptions } from './build-options.js';
import type { Loading } from './loading.js';

const LINE_EVERY_MS = 5_000;
const READING = { sharing: 'shared agents and addresses', candidates: 'link candidates' } as const;

/**
 * Makes the links that a load made stale; says how far it is, a line every few seconds. Processes link one after the
 * other: each would put what it read before over what the other has made since.
 */
export async function linkWhatIsNew(loading: Loading) {
  const { catalog, links } = loading.store;
  if ((await isLinked(catalog, links)) && (await catalog.feed.recordChanges(1)).length === 0) return [];
  return await whileLinkingAlone(loading, () => linkAlone(loading));
}

/** Reads everything and makes the link candidates again; what does not fit them any more is judged again. */
export async function linkAnew(loading: Loading) {
  const { catalog, links } = loading.store;
  return await whileLinkingAlone(loading, async () => {
    await forgetCandidates(catalog, links);
    return await linkAlone(loading);
  });
}

/** Links made by the previous process are not made again. */
async function linkAlone(loading: Loading) {
  const done = (await isLinked(loading.store.catalog, loading.store.links)) ? [] : await relinkNow(loading);
  await publishRecordChanges(loading);
  return done;
}

async function relinkNow(loading: Loading) {
  const { store, folder, now } = loading;
  const { catalog, links } = store;
  const say = everyFewSeconds(loading);
  mkdirSync(folder.work, { recursive: true });
  const left = timeLeft(now);
  const watch: RelinkWatch = {
    linked: (progress, among) =>
      say(linkingLine(progress, among) + left(progress.dataset, progress.parties, among?.parties)),
    read: (what, entities, atMost) => say(readingLine(what, entities, atMost) + left(what, entities, atMost)),
  };
  const before = await catalog.content.version();
  const done = await relink(catalog, links, now, { watch, folder: folder.work });
  await indexOfficers(loading, before);
  return done;
}

const CHANGES_AT_ONCE = 2_000;
const SOURCE_FACTS = factsById([...SOURCES, ...DATASETS]);

/** Adds to the feed which records found by number an entity gained or lost. Follows linking: numbers come from linked records, too. */
async function publishRecordChanges({ store: { catalog, links }, now }: Loading): Promise<void> {
  const dependencies = { catalog, links, sources: SOURCE_FACTS, indexes: () => undefined };
  for (;;) {
    const changes = await catalog.feed.recordChanges(CHANGES_AT_ONCE);
    const last = changes.at(-1);
    if (last === undefined) return;
    await catalog.feed.putRecordChanges(await recordsOfEntities(changes, dependencies), last.number, now());
  }
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

/** After a correction: updates the officers that the link adds or removes, and the change feed. */
export async function takeInCorrection(loading: Loading): Promise<void> {
  const { catalog, links } = loading.store;
  const { now } = loading;
  await whileLinkingAlone(loading, async () => {
    const before = await catalog.content.version();
    if ((await takeInLinkedOfficers(catalog, links, now)) > 0) await indexOfficers(loading, before);
    await publishLinkChanges(catalog, links, now);
  });
}

function whileLinkingAlone<T>({ folder, report }: Loading, work: () => Promise<T>): Promise<T> {
  const onWait = () => report.note('Another process is linking records; waiting for it.');
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

/** The time left of a part of the work, estimated by its speed so far; empty if its size or its speed is unknown. */
export function timeLeft(now: () => number): (part: string, done: number, all?: number) => string {
  let first = { part: '', done: 0, at: 0 };
  return (part, done, all) => {
    if (first.part !== part) first = { part, done, at: now() };
    const speed = (done - first.done) / (now() - first.at);
    if (all === undefined || !(speed > 0)) return '';
    return `, ${duration(Math.ceil(Math.max(0, all - done) / speed / 1_000))} left`;
  };
}

/** As long as a terminal is wide. */
export function linkingLine({ dataset, parties, judged }: RelinkProgress, among?: AmongDatasets): string {
  const place = among ? ` (${among.at} of ${among.of})` : '';
  const share = among ? ` (${percentOf(parties, among.parties)} %)` : '';
  return `linking ${dataset}${place}: ${figure(parties)} parties${share}, ${figure(judged)} judged`;
}

export function readingLine(what: keyof typeof READING, entities: number, atMost: number): string {
  const percent = percentOf(entities, atMost);
  return `${READING[what]}: ${figure(entities)} of ${figure(atMost)} entities read (${percent} %)`;
}

function percentOf(part: number, all: number): number {
  return all > 0 ? Math.floor((100 * Math.min(part, all)) / all) : 100;
}

function figure(count: number): string {
  return count.toLocaleString('en-US');
}
