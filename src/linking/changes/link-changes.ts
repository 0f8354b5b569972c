import { SEC_FILERS } from '../../domain/sec/sec.js';
import { keysOf } from '../../matching/block/keys.js';
import { MAX_COUNTED } from '../../matching/population/population.js';
import { normaliseRecord } from '../../matching/records/prepare.js';
import { WEIGHTS } from '../../matching/weights/index.js';
import type {
  CandidateEntity,
  Catalog,
  Judgement,
  LinkEntity,
  Links,
  StoredParty,
} from '../../store/store.js';
import { markOf, markText } from '../candidates/candidate-builder.js';
import { entityRecord } from '../candidates/entity-record.js';
import { hashesOf, linkedSketchOf, readSketch, writeSketch } from '../candidates/linked-sketch.js';
import { lookupHash } from '../candidates/lookup-hash.js';
import { StoredWorld } from '../candidates/stored-candidates.js';
import { contested } from '../decisions/conflicts.js';
import { toItself } from '../decisions/link-by-id.js';
import { LINKED_DATASETS, type LinkedDataset, partiesOf } from '../decisions/link-datasets.js';
import { Judge, type Judged } from '../decisions/link-decision.js';
import { BRIDGE, carriedBy, identifiersOf } from '../decisions/numbers-of-party.js';
import type { RelinkProgress, RelinkWatch } from '../decisions/progress.js';
import { EntityChanges } from './affected.js';
import type { Touched } from './freshness.js';

interface Linking {
  readonly catalog: Catalog;
  readonly links: Links;
  readonly watch: RelinkWatch;
}

/**
 * Equal to the number of holders counted for one name, so that these are read a few times in all, however many of them changed.
 */
const ENTITIES_AT_ONCE = MAX_COUNTED;
const PARTIES_AT_ONCE = 200;

/** Updates the candidates, entity by entity, and queues the parties that this may affect. */
export async function takeIn(touched: Touched, linking: Linking): Promise<void> {
  const { catalog, links } = linking;
  const { candidates } = links;
  const world = new StoredWorld(catalog, candidates);
  for (let from = 0; from < touched.entities.length; from += ENTITIES_AT_ONCE) {
    const numbers = touched.entities.slice(from, from + ENTITIES_AT_ONCE);
    const live = new Map(
      (await catalog.entities.getForLinking(numbers)).map((entity) => [entity.number, entity]),
    );
    candidates.together(() => {
      const covered = coveredBy(world);
      const made = numbers.map((number) => [number, toCandidate(live.get(number))] as const);
      new EntityChanges(world, candidates).apply(new Map(made));
      if (coveredBy(world) !== covered) candidates.waitAll();
      candidates.entities.mergeRecent();
    });
  }
  candidates.together(() => {
    for (const { source, parties } of touched.parties) letWait(source, parties, links);
  });
}

function letWait(source: string, parties: readonly string[], { candidates }: Links): void {
  const dataset = source.startsWith('us_sec_') ? SEC_FILERS : source;
  for (const party of parties) {
    if (dataset !== BRIDGE) candidates.wait(dataset, party);
    else for (const waiting of holdersOf(party, candidates)) candidates.wait(waiting.dataset, waiting.party);
  }
}

function holdersOf(identifier: string, candidates: Links['candidates']) {
  const numbers = candidates.parties.withKey(lookupHash('identifier', identifier), Number.POSITIVE_INFINITY);
  return (numbers ?? []).flatMap((number) => candidates.parties.get(number) ?? []);
}

function coveredBy(world: StoredWorld): string {
  world.forget();
  return world.population.coveredStates.join();
}

/** The candidate row of an entity; `undefined` if it may not be linked. */
export function toCandidate(entity: LinkEntity | undefined): CandidateEntity | undefined {
  const made = entity && entityRecord(entity);
  if (!entity || !made) return undefined;
  const sketch = writeSketch(linkedSketchOf(normaliseRecord(made.record)));
  const { number, id, sourceId } = entity;
  return { number, id, source: sourceId, state: made.state, mark: markOf(markText(entity, made)), sketch };
}

/** Decides all queued parties, data set by data set. A decision only affects identifiers of parties later in the list. */
export async function judgeWaiting(linking: Linking): Promise<readonly RelinkProgress[]> {
  const { catalog, links, watch } = linking;
  const world = new StoredWorld(catalog, links.candidates);
  const before = new Set<string>();
  const done: RelinkProgress[] = [];
  for (const dataset of LINKED_DATASETS) {
    const progress = { dataset: dataset.id, parties: 0, judged: 0 };
    const isLoaded = (await dataset.run(catalog)) !== undefined;
    for (;;) {
      const keys = links.candidates.waiting(dataset.id, PARTIES_AT_ONCE);
      if (keys.length === 0) break;
      progress.judged += await judgeSome(dataset, keys, { ...linking, world, before, isLoaded });
      progress.parties += keys.length;
      watch.linked(progress);
    }
    if (progress.parties > 0) done.push(progress);
    if (isLoaded) before.add(dataset.id);
  }
  return done;
}

interface JudgingSome extends Linking {
  readonly world: StoredWorld;
  readonly before: ReadonlySet<string>;
  readonly isLoaded: boolean;
}

async function judgeSome(
  dataset: LinkedDataset,
  keys: readonly string[],
  { catalog, links, world, before, isLoaded }: JudgingSome,
): Promise<number> {
  const judge = new Judge(world, WEIGHTS[dataset.weights], dataset.states);
  const stored = isLoaded ? await partiesOf(dataset, catalog, keys) : [];
  const known = await links.fingerprints(dataset.id, keys);
  const judged: { readonly party: StoredParty; readonly made: Judged }[] = [];
  const byId: Judgement[] = [];
  for (const party of stored) {
    if (dataset.byId) {
      if (!known.has(party.party.key)) byId.push(toItself(party.party.key));
      continue;
    }
    const identifiers = await identifiersOf(party.party, catalog);
    const carried = await carriedBy(identifiers, before, links);
    const one = { ...party, identifiers, carried };
    await world.read(judge.looksAt(one));
    judged.push({ party, made: judge.judge(one, known.get(party.party.key)) });
  }
  const judgements = [...byId, ...judged.flatMap(({ made }) => made.judgement ?? [])];
  const live = new Set(stored.map(({ party }) => party.key));
  const gone = keys.filter((key) => !live.has(key));
  await links.settle({
    dataset: dataset.id,
    judgements,
    gone,
    settled: keys,
    ...(!dataset.byId && { contested: (claims) => contested(claims, dataset.oneParty) }),
    also: (moved) => {
      for (const key of gone) dropParty(dataset.id, key, links);
      for (const { party, made } of judged) keepParty(dataset.id, party.party.key, made, links);
      links.candidates.parties.mergeRecent();
      for (const party of moved) enqueueHolders(party, dataset.id, links);
    },
  });
  return judgements.length;
}

function keepParty(dataset: string, party: string, { min, sketch }: Judged, { candidates }: Links): void {
  const known = candidates.partyNumber(dataset, party);
  const number = known ?? candidates.newPartyNumber();
  const before = known === undefined ? undefined : candidates.parties.get(known);
  const [gone, come] = [hashesIn(before?.sketch), hashesIn(writeSketch(sketch))];
  candidates.parties.dropKeys(
    number,
    [...gone].filter((hash) => !come.has(hash)),
  );
  candidates.parties.addKeys(
    number,
    [...come].filter((hash) => !gone.has(hash)),
  );
  candidates.parties.put({ number, dataset, party, least: min, sketch: writeSketch(sketch) });
}

function dropParty(dataset: string, party: string, { candidates }: Links): void {
  const number = candidates.partyNumber(dataset, party);
  const row = number === undefined ? undefined : candidates.parties.get(number);
  if (number === undefined || row === undefined) return;
  candidates.parties.dropKeys(number, [...hashesIn(row.sketch)]);
  candidates.parties.drop(number);
}

function hashesIn(sketch: string | undefined): ReadonlySet<number> {
  if (sketch === undefined) return new Set();
  const read = readSketch(sketch);
  return new Set(hashesOf(keysOf(read), read.identifiers));
}

/** Queues later parties with an identifier of a party whose links have changed. */
function enqueueHolders(party: string, dataset: string, { candidates }: Links): void {
  const from = LINKED_DATASETS.findIndex(({ id }) => id === dataset);
  const behind = new Set(LINKED_DATASETS.slice(from + 1).map(({ id }) => id));
  for (const holder of holdersOf(party, candidates)) {
    if (behind.has(holder.dataset)) candidates.wait(holder.dataset, holder.party);
  }
}
