import { COMMONEST, rankOf } from '../../matching/block/block.js';
import { coreKey, doorKey, type Key, type Keys, keysOf, totalWorth } from '../../matching/block/keys.js';
import { MAX_COUNTED } from '../../matching/population/population.js';
import type { CandidateEntity, Candidates } from '../../store/store.js';
import { hashesOf, type LinkedSketch, readSketch } from '../candidates/linked-sketch.js';
import { lookupHash } from '../candidates/lookup-hash.js';
import type { StoredWorld } from '../candidates/stored-candidates.js';

/** Sums of key weights in another order may differ in their last digits. */
const ROUNDING = 1e-4;

interface Version {
  readonly sketch: LinkedSketch;
  readonly keys: Keys;
  readonly hashes: readonly number[];
}

interface Change {
  readonly number: number;
  readonly entity: CandidateEntity | undefined;
  readonly old: Version | undefined;
  readonly now: Version | undefined;
}

/** How far an entity may be from a party and still be a candidate. */
interface Reach {
  readonly min: number;
  readonly own: number;
}

/**
 * Replaces or removes entities among the candidates, and queues all parties whose decision that may change: parties that were
 * or are near one of them; parties near holders of a name whose counts changed; and parties with a key that is now followed, or
 * no longer.
 *
 * All entities are replaced together, because a decision depends on the candidates before and after, not on those between: the
 * holders of a name are counted twice for all entities, not twice for each. For a few hundred entities; parties must not
 * change.
 */
export class EntityChanges {
  readonly #world: StoredWorld;
  readonly #candidates: Candidates;
  /** By key: whether at most `COMMONEST` entities have it. */
  readonly #isFollowed = new Map<number, boolean>();
  readonly #reaches = new Map<number, Reach>();
  readonly #partiesWithKey = new Map<number, readonly number[]>();

  constructor(world: StoredWorld, candidates: Candidates) {
    this.#world = world;
    this.#candidates = candidates;
  }

  /** By number; `undefined` removes the entity. */
  apply(entities: ReadonlyMap<number, CandidateEntity | undefined>): void {
    const changes = [...entities].flatMap(([number, entity]): Change[] => {
      const before = this.#candidates.entities.get(number);
      if (before?.mark === entity?.mark) return [];
      return [{ number, entity, old: versionOf(before), now: versionOf(entity) }];
    });
    const all = changes.flatMap(({ old, now }) => [...(old ? [old] : []), ...(now ? [now] : [])]);
    const followedBefore = this.#followed(all);
    const countedBefore = this.#counted(all);
    const near = new Set<number>();
    for (const { old } of changes) if (old) this.#near(old.keys, followedBefore, near);
    for (const change of changes) this.#replace(change);
    this.#world.forget();
    this.#isFollowed.clear();
    const followed = this.#followed(all);
    for (const { now } of changes) if (now) this.#near(now.keys, followed, near);
    for (const hash of new Set([...followedBefore, ...followed])) {
      if (followedBefore.has(hash) !== followed.has(hash)) this.#withKey(hash, near);
    }
    for (const [hash, figure] of this.#counted(all)) {
      if (countedBefore.get(hash) !== figure) this.#nearThose(hash, near);
    }
    for (const { sketch } of all) {
      for (const identifier of sketch.identifiers) this.#withKey(lookupHash('identifier', identifier), near);
    }
    this.#letWait(near);
  }

  #replace({ number, entity, old, now }: Change): void {
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
    if (old && old.sketch.state !== '') this.#candidates.countState(old.sketch.state, -1);
    if (now && now.sketch.state !== '') this.#candidates.countState(now.sketch.state, 1);
    if (entity) entities.put(entity);
    else entities.drop(number);
  }

  /** The keys that few enough entities share to be followed. */
  #followed(versions: readonly Pick<Version, 'keys'>[]): ReadonlySet<number> {
    const followed = new Set<number>();
    for (const { keys } of versions) {
      for (const { hash } of [...keys.keys, ...keys.spare]) {
        let isFollowed = this.#isFollowed.get(hash);
        if (isFollowed === undefined) {
          isFollowed = this.#candidates.entities.withKey(hash, COMMONEST) !== undefined;
          this.#isFollowed.set(hash, isFollowed);
        }
        if (isFollowed) followed.add(hash);
      }
    }
    return followed;
  }

  /** The counts that decisions use, by key of the entities counted. */
  #counted(versions: readonly Version[]): ReadonlyMap<number, string> {
    const { population } = this.#world;
    const cores = new Set(versions.flatMap(({ sketch }) => sketch.cores));
    const figures = new Map([...cores].map((core) => [coreKey(core), population.figuresOf(core)]));
    const doors = new Map(versions.map(({ sketch }) => [sketch.door, doorKey(sketch.houseAndZip)]));
    for (const [door, hash] of doors) {
      if (door !== '') figures.set(hash, `${figures.get(hash) ?? ''} ${population.isCrowded(door)}`);
    }
    return figures;
  }

  /** Parties near any entity with the key; all parties if the entities are too many to list. */
  #nearThose(hash: number, near: Set<number>): void {
    const entities = this.#candidates.entities.withKey(hash, MAX_COUNTED);
    if (entities === undefined) {
      this.#candidates.waitAll();
      return;
    }
    for (const number of entities) {
      const { keys } = this.#world.cached(number);
      this.#near(keys, this.#followed([{ keys }]), near);
    }
  }

  /** Parties of which the entity may be a candidate. */
  #near({ keys, spare, own }: Keys, followed: ReadonlySet<number>, near: Set<number>): void {
    for (const [party, worth] of this.#sharing(keys, followed)) {
      if (near.has(party)) continue;
      const reach = this.#reachOf(party);
      if (reach && rankOf(worth, reach.own, own) >= reach.min - ROUNDING) near.add(party);
    }
    for (const party of this.#sharing(spare, followed).keys()) {
      if (!near.has(party) && this.#reachOf(party)?.min === 0) near.add(party);
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
    let parties = this.#partiesWithKey.get(hash);
    if (parties === undefined) {
      parties = this.#candidates.parties.withKey(hash, Number.POSITIVE_INFINITY) ?? [];
      this.#partiesWithKey.set(hash, parties);
    }
    return parties;
  }

  #reachOf(party: number): Reach | undefined {
    const known = this.#reaches.get(party);
    if (known !== undefined) return known;
    const row = this.#candidates.parties.get(party);
    if (row === undefined) return undefined;
    const reach = { min: row.least, own: totalWorth(keysOf(readSketch(row.sketch)).keys) };
    this.#reaches.set(party, reach);
    return reach;
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
