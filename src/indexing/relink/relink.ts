import { tmpdir } from 'node:os';
import type { Party } from '../../domain/dataset.js';
import { WEIGHTS } from '../../resolve/weights/index.js';
import type { Catalog, Judgement, Links } from '../../store/store.js';
import { identifierText } from './entity-record.js';
import { Freshness } from './freshness.js';
import { Judge } from './judge.js';
import { Leftovers } from './leftovers.js';
import { linkById } from './link-by-id.js';
import { LINKED_DATASETS, type LinkedDataset } from './link-datasets.js';
import { LinkWriter } from './link-writer.js';
import { reshare } from './share.js';
import { type EntityWorld, LoadedWorld } from './world.js';

export interface RelinkProgress {
  readonly dataset: string;
  readonly parties: number;
  /** Parties whose judgement had to be made anew. */
  readonly judged: number;
}

/** Who wants to know how far it is. */
export interface RelinkWatch {
  linked(progress: RelinkProgress): void;
  /** Entities read so far, for what they share or as candidates of links. */
  read(what: 'sharing' | 'candidates', entities: number): void;
}

const UNWATCHED: RelinkWatch = { linked: () => {}, read: () => {} };

export interface RelinkOptions {
  readonly watch?: RelinkWatch;
  /** With room for the candidates, half a kilobyte an entity; by default that of the system for temporary files. */
  readonly folder?: string;
}

/** The bridge from EIN to UEI. */
const BRIDGE = 'us_fac_auditees';

/** Whether the links of all loaded data sets are as new as everything they rest on. */
export async function isLinked(catalog: Catalog, links: Links): Promise<boolean> {
  const freshness = new Freshness(catalog, links);
  return await freshness.isWhole();
}

/**
 * Makes the links of all loaded data sets, in the order of the list. A data set of which nothing changed is passed
 * over, and what rests on unchanged records of both sides is not judged again: a run that was cut goes on where it
 * ended. Returns the data sets that were gone through.
 */
export async function relink(
  catalog: Catalog,
  links: Links,
  now: () => number,
  { watch = UNWATCHED, folder = tmpdir() }: RelinkOptions = {},
): Promise<readonly RelinkProgress[]> {
  const at = now();
  const freshness = new Freshness(catalog, links);
  const version = await catalog.contentVersion();
  await reshare(catalog, links, freshness, {
    version,
    at,
    onRead: (entities) => watch.read('sharing', entities),
  });
  const bridge = (await catalog.datasetState(BRIDGE))?.run ?? 0;
  if (await freshness.bridgeChanged(bridge)) await freshness.spoil(at);
  const done = await linkDatasets({ catalog, links, freshness, watch, folder, at });
  await freshness.whole({ version, at, bridge });
  return done;
}

interface LinkingAll extends Required<RelinkOptions> {
  readonly catalog: Catalog;
  readonly links: Links;
  readonly freshness: Freshness;
  readonly at: number;
}

async function linkDatasets(all: LinkingAll): Promise<readonly RelinkProgress[]> {
  const { catalog, links, freshness, watch, folder, at } = all;
  const linked = new Set<string>();
  const done: RelinkProgress[] = [];
  let world: LoadedWorld | undefined;
  try {
    for (const dataset of LINKED_DATASETS) {
      const run = await dataset.run(catalog);
      if (run === undefined) continue;
      if (dataset.byId && !(await freshness.isCurrent(dataset, run))) {
        done.push({ dataset: dataset.id, ...(await linkById(dataset, catalog, links)) });
      } else if (!(await freshness.isCurrent(dataset, run))) {
        world ??= await LoadedWorld.load(catalog, folder, (entities) => watch.read('candidates', entities));
        const writer = new LinkWriter(dataset, links, () => freshness.spoil(at));
        done.push(await relinkDataset(dataset, linked, world, { catalog, links, writer, watch }));
      }
      await links.setState(dataset.id, { run, at, weights: WEIGHTS[dataset.weights].version });
      linked.add(dataset.id);
    }
  } finally {
    world?.close();
  }
  return done;
}

interface Linking {
  readonly catalog: Catalog;
  readonly links: Links;
  readonly writer: LinkWriter;
  readonly watch: RelinkWatch;
}

async function relinkDataset(
  dataset: LinkedDataset,
  before: ReadonlySet<string>,
  world: EntityWorld,
  { catalog, links, writer, watch }: Linking,
): Promise<RelinkProgress> {
  const leftovers = new Leftovers(links.knownParties(dataset.id));
  const judge = new Judge(world, WEIGHTS[dataset.weights], dataset.states);
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
      if (made) judgements.push(made);
    }
    await writer.put(judgements);
    progress = {
      ...progress,
      parties: progress.parties + page.length,
      judged: progress.judged + judgements.length,
    };
    watch.linked(progress);
  }
  for await (const left of leftovers.pages()) await writer.drop(left);
  return progress;
}

/** The party's own numbers, and those the clearinghouse says are the same body's. */
async function identifiersOf(party: Party, catalog: Catalog): Promise<readonly string[]> {
  const own = (party.identifiers ?? []).map(identifierText);
  const bridged = own.filter((identifier) => /^(ein|uei):/.test(identifier));
  if (bridged.length === 0) return own;
  const { records } = await catalog.getPartyRecords(BRIDGE, bridged, 100);
  const others = records.flatMap(({ document }) => {
    const { uei, ein } = JSON.parse(document) as { uei: string; ein: string };
    return [`uei:${uei}`, `ein:${ein}`];
  });
  return [...new Set([...own, ...others])];
}

/** Entities that a link of a data set before gave the number; never of one behind, or two would carry each other. */
async function carriedBy(
  identifiers: readonly string[],
  before: ReadonlySet<string>,
  links: Links,
): Promise<readonly string[]> {
  const entities = new Set<string>();
  if (before.size === 0) return [];
  for (const identifier of identifiers) {
    for (const link of await links.ofParty(identifier)) {
      if (before.has(link.dataset)) entities.add(link.entity);
    }
  }
  return [...entities];
}
