import { tmpdir } from 'node:os';
import { WEIGHTS } from '../matching/weights/index.js';
import { CandidatesOutgrownError, type Catalog, type Judgement, type Links } from '../store/store.js';
import { CandidateWriter } from './candidates/candidate-writer.js';
import { type EntityWorld, LoadedWorld } from './candidates/candidates.js';
import { StoredCandidatesError } from './candidates/stored-candidates.js';
import { Freshness, type Touched } from './changes/freshness.js';
import { judgeWaiting, takeIn } from './changes/link-changes.js';
import { publishLinkChanges } from './changes/link-feed.js';
import { takeInLinkedOfficers } from './changes/linked-officers.js';
import { linkById } from './decisions/link-by-id.js';
import { LINKED_DATASETS, type LinkedDataset } from './decisions/link-datasets.js';
import { Judge } from './decisions/link-decision.js';
import { LinkWriter } from './decisions/link-writer.js';
import { carriedBy, identifiersOf } from './decisions/numbers-of-party.js';
import type { AmongDatasets, RelinkProgress, RelinkWatch } from './decisions/progress.js';
import { StaleKeys } from './decisions/stale-keys.js';
import { reshare } from './shared-attributes.js';

const UNWATCHED: RelinkWatch = { linked: () => {}, read: () => {} };

interface RelinkOptions {
  readonly watch?: RelinkWatch;
  /** Folder for candidates, half a kilobyte an entity. Default: the system's folder for temporary files. */
  readonly folder?: string;
}

/**
 * Above this number of touched records, and above one entity in fifty, it is cheaper to read everything. A full run also
 * rewrites all candidates, which a cluster would have to ship.
 */
const MAX_TOUCHED = 2_000;
const TOUCHED_IS_ONE_IN = 50;

/** Returns whether the links of all loaded data sets are current. */
export async function isLinked(catalog: Catalog, links: Links): Promise<boolean> {
  return await new Freshness(catalog, links).isWhole();
}

/** Makes the next run a full one. */
export async function forgetCandidates(catalog: Catalog, links: Links): Promise<void> {
  await new Freshness(catalog, links).candidatesAreMade();
}

interface Linking extends Required<RelinkOptions> {
  readonly catalog: Catalog;
  readonly links: Links;
}

/**
 * Links all loaded data sets, in the order of the list. If few records were touched since the last run, only the links they may
 * affect are decided again. Otherwise everything is read, but a decision is reused if the records on both sides are unchanged,
 * so an interrupted run resumes. Returns the data sets that were read.
 */
export async function relink(
  catalog: Catalog,
  links: Links,
  now: () => number,
  { watch = UNWATCHED, folder = tmpdir() }: RelinkOptions = {},
): Promise<readonly RelinkProgress[]> {
  const at = now();
  const freshness = new Freshness(catalog, links);
  const version = await catalog.content.version();
  const { max } = catalog.entities.ids();
  const onRead = (entities: number) => watch.read('sharing', entities, max);
  await reshare(catalog, links, freshness, { version, at, onRead });
  const linking = { catalog, links, watch, folder };
  const done =
    (await linkChanges(linking, freshness, at)) ?? (await linkAll(linking, freshness, { version, at }));
  for (const dataset of LINKED_DATASETS) {
    const run = await dataset.run(catalog);
    if (run !== undefined)
      await links.setMade(dataset.id, { run, at, weights: WEIGHTS[dataset.weights].version });
  }
  const made = await takeInLinkedOfficers(catalog, links, now);
  await publishLinkChanges(catalog, links, now);
  // No link depends on linked officers: if nothing else was loaded meanwhile, the content with them is linked, too.
  const isAllLinked = (await catalog.content.version()) === version + made;
  const linked = isAllLinked ? version + made : version;
  if (linked > version) {
    await freshness.reshared({ version: linked, at });
    await freshness.candidatesHold(linked, at);
  }
  await freshness.whole({ version: linked, at });
  return done;
}

/** Returns `undefined` if a full run is required. */
async function linkChanges(linking: Linking, freshness: Freshness, at: number) {
  const { version, touched } = (await freshness.touched()) ?? {};
  if (version === undefined || touched === undefined) return undefined;
  const max = Math.max(MAX_TOUCHED, linking.links.candidates.entities.count() / TOUCHED_IS_ONE_IN);
  if (countOf(touched) > max) return undefined;
  try {
    await takeIn(touched, linking);
    await freshness.candidatesHold(version, at);
    return await judgeWaiting(linking);
  } catch (error) {
    if (error instanceof StoredCandidatesError || error instanceof CandidatesOutgrownError) return undefined;
    throw error;
  }
}

function countOf({ entities, parties }: Touched): number {
  return parties.reduce((sum, one) => sum + one.parties.length, entities.length);
}

async function linkAll(
  linking: Linking,
  freshness: Freshness,
  { version, at }: { readonly version: number; readonly at: number },
): Promise<readonly RelinkProgress[]> {
  const { catalog, links, watch, folder } = linking;
  await freshness.candidatesAreMade();
  const { max } = catalog.entities.ids();
  const candidates = new CandidateWriter(links.candidates, max);
  const world = await LoadedWorld.load(catalog, folder, candidates, (entities) =>
    watch.read('candidates', entities, max),
  );
  const loaded = await loadedDatasets(catalog);
  try {
    const linked = new Set<string>();
    const done: RelinkProgress[] = [];
    for (const [index, dataset] of loaded.entries()) {
      if (dataset.byId) {
        done.push({ dataset: dataset.id, ...(await linkById(dataset, catalog, links)) });
      } else {
        const among = { at: index + 1, of: loaded.length, parties: await dataset.count(catalog) };
        done.push(await relinkDataset(dataset, linked, world, { ...linking, candidates, among }));
      }
      linked.add(dataset.id);
    }
    candidates.endParties();
    await freshness.candidatesHold(version, at);
    return done;
  } finally {
    world.close();
  }
}

async function loadedDatasets(catalog: Catalog): Promise<readonly LinkedDataset[]> {
  const runs = await Promise.all(LINKED_DATASETS.map((dataset) => dataset.run(catalog)));
  return LINKED_DATASETS.filter((_, index) => runs[index] !== undefined);
}

interface LinkingDataset extends Linking {
  readonly candidates: CandidateWriter;
  readonly among: AmongDatasets;
}

async function relinkDataset(
  dataset: LinkedDataset,
  before: ReadonlySet<string>,
  world: EntityWorld,
  { catalog, links, watch, candidates, among }: LinkingDataset,
): Promise<RelinkProgress> {
  const leftovers = new StaleKeys(links.knownParties(dataset.id));
  const judge = new Judge(world, WEIGHTS[dataset.weights], dataset.states);
  const writer = new LinkWriter(dataset, links);
  let progress: RelinkProgress = { dataset: dataset.id, parties: 0, judged: 0 };
  for await (const page of dataset.parties(catalog)) {
    const judgements: Judgement[] = [];
    const keys = page.map(({ party }) => party.key);
    const known = await links.fingerprints(dataset.id, keys);
    leftovers.meet(keys, known);
    for (const { party, hash } of page) {
      const identifiers = await identifiersOf(party, catalog);
      const carried = await carriedBy(identifiers, before, links);
      const made = judge.judge({ party, hash, identifiers, carried }, known.get(party.key));
      if (made.judgement) judgements.push(made.judgement);
      candidates.addParty(dataset.id, party.key, made.min, made.sketch);
    }
    await writer.put(judgements);
    progress = {
      ...progress,
      parties: progress.parties + page.length,
      judged: progress.judged + judgements.length,
    };
    watch.linked(progress, among);
  }
  for await (const left of leftovers.pages()) await writer.drop(left);
  return progress;
}
