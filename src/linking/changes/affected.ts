import { COMMONEST, rankOf } from '../../matching/block/block.js';
import { coreKey, doorKey, type Key, type Keys, keysOf, totalWorth } from '../../matching/block/keys.js';
import { MAX_COUNTED } from '../../matching/population/population.js';
import type { CandidateEntity, CandidateParty, Candidates } from '../../store/store.js';
import { hashesOf, type LinkedSketch, readSketch } from '../candidates/linked-sketch.js';
import { lookupHash } from '../candidates/lookup-hash.js';
import type { StoredWorld } from '../candidates/stored-candidates.js';

/** Sums of worths in another order may differ in their last digits. */
const ROUNDING = 1e-4;

interface Version {
  readonly sketch: LinkedSketch;
  readonly keys: Keys;
  readonly hashes: readonly number[];
}

/**
 * Puts one entity in the place of another among the candidates, or takes it away, and lets all parties wait whose judgement
 * that may change: those that it is near enough to, those near bearers of its names where their number has changed, and
 * those with a key that is followed from now on or no longer.
 */
export class EntityChange {
  readonly #world: StoredWorld;
  readonly #candidates: Candidates;
  readonly #owns = new Map<number, number>();

  constructor(world: StoredWorld, candidates: Candidates) {
    this.#world = world;
    this.#candidates = candidates;
  }

  apply(number: number, entity: CandidateEntity | undefined): void {
    const before = this.#candidates.entities.get(number);
    if (before === undefined && entity === undefined) return;
    if (before && entity && before.mark === entity.mark) return;
    const [old, now] = [versionOf(before), versionOf(entity)];
    const all = [...(old ? [old] : []), ...(now ? [now] : [])];
    const followedBefore = this.#followed(all);
    const countedBefore = this.#counted(all);
    const near = new Set<number>();
    if (old) this.#near(old.keys, followedBefore, near);
    this.#replace(number, before, entity, { old, now });
    this.#world.forget();
    const followed = this.#followed(all);
    if (now) this.#near(now.keys, followed, near);
    for (const hash of new Set([...followedBefore, ...followed])) {
      if (followedBefore.has(hash) !== followed.has(hash)) this.#withKey(hash, near);
    }
    const counted = this.#counted(all);
    for (const [hash, figure] of counted) {
      if (countedBefore.get(hash) !== figure) this.#nearThose(hash, near);
    }
    for (const { sketch } of all) {
      for (const identifier of sketch.identifiers) this.#withKey(lookupHash('identifier', identifier), near);
    }
    this.#letWait(near);
  }

  #replace(
    number: number,
    before: CandidateEntity | undefined,
    entity: CandidateEntity | undefined,
    { old, now }: { old: Version | undefined; now: Version | undefined },
  ): void {
    const { entities } = this.#candidates;
    const [gone, come] = [new Set(old?.hashes), new Set(now?.hashes)];
    entities.dropKeys(
      number,
      [...gone].filter((hash) => !come.has(hash)),
    );
    entities.addKeys(
      number,
      [...come].filter((hash) => !gone.has(hash)),
    );
    if (before && old && old.sketch.state !== '') this.#candidates.countState(old.sketch.state, -1);
    if (now && now.sketch.state !== '') this.#candidates.countState(now.sketch.state, 1);
    if (entity) entities.put(entity);
    else entities.drop(number);
  }

  /** The keys of few enough entities. */
  #followed(versions: readonly Version[]): ReadonlySet<number> {
    const hashes = versions.flatMap(({ keys }) => [...keys.keys, ...keys.spare].map(({ hash }) => hash));
    return new Set(hashes.filter((hash) => this.#candidates.entities.withKey(hash, COMMONEST) !== undefined));
  }

  /** The figures that judgements take from the population, by the key of their bearers. */
  #counted(versions: readonly Version[]): ReadonlyMap<number, string> {
    const { population } = this.#world;
    const figures = new Map<number, string>();
    for (const { sketch } of versions) {
      for (const core of sketch.cores) {
        figures.set(coreKey(core), population.figuresOf(core));
      }
      if (sketch.door === '') continue;
      const crowded = versions.map(({ sketch: { door } }) => door !== '' && population.isCrowded(door));
      figures.set(doorKey(sketch.houseAndZip), crowded.join());
    }
    return figures;
  }

  /** Parties near any of the entities of the key; where they are too many to tell, all. */
  #nearThose(hash: number, near: Set<number>): void {
    const entities = this.#candidates.entities.withKey(hash, MAX_COUNTED);
    if (entities === undefined) {
      this.#candidates.waitAll();
      return;
    }
    for (const number of entities) {
      const { keys } = this.#world.kept(number);
      this.#near(
        keys,
        this.#followed([{ keys, hashes: [], sketch: this.#world.kept(number).sketched }]),
        near,
      );
    }
  }

  /** Parties of which the entity may be a candidate. */
  #near({ keys, spare, own }: Keys, followed: ReadonlySet<number>, near: Set<number>): void {
    for (const [number, worth] of this.#sharing(keys, followed)) {
      const party = this.#candidates.parties.get(number);
      if (party && rankOf(worth, this.#ownOf(party), own) >= party.least - ROUNDING) near.add(number);
    }
    for (const number of this.#sharing(spare, followed).keys()) {
      if (this.#candidates.parties.get(number)?.least === 0) near.add(number);
    }
  }

  #sharing(keys: readonly Key[], followed: ReadonlySet<number>): ReadonlyMap<number, number> {
    const worths = new Map<number, number>();
    for (const { hash, worth } of keys) {
      if (!followed.has(hash)) continue;
      for (const party of this.#partiesWith(hash)) worths.set(party, (worths.get(party) ?? 0) + worth);
    }
    return worths;
  }

  #withKey(hash: number, near: Set<number>): void {
    for (const party of this.#partiesWith(hash)) near.add(party);
  }

  #partiesWith(hash: number): readonly number[] {
    return this.#candidates.parties.withKey(hash, Number.POSITIVE_INFINITY) ?? [];
  }

  #ownOf(party: CandidateParty): number {
    const known = this.#owns.get(party.number);
    if (known !== undefined) return known;
    const own = totalWorth(keysOf(readSketch(party.sketch)).keys);
    this.#owns.set(party.number, own);
    return own;
  }

  #letWait(near: ReadonlySet<number>): void {
    for (const number of near) {
      const party = this.#candidates.parties.get(number);
      if (party) this.#candidates.wait(party.dataset, party.party);
    }
  }
}

function versionOf(entity: CandidateEntity | undefined): Version | undefined {
  if (!entity) return undefined;
  const sketch = readSketch(entity.sketch);
  const keys = keysOf(sketch);
  return { sketch, keys, hashes: hashesOf(keys, sketch.identifiers, entity.id) };
}
