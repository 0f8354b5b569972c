import { createHash } from 'node:crypto';
import type { Party } from '../../domain/records/dataset.js';
import { type Evidence, explain } from '../../matching/explain.js';
import { pairOf } from '../../matching/features.js';
import { groundsOf } from '../../matching/population/grounds.js';
import type { Prepared } from '../../matching/records/prepare.js';
import type { LinkRecord } from '../../matching/records/record.js';
import { type Resolution, resolvePrepared } from '../../matching/resolve.js';
import { Scorer } from '../../matching/score.js';
import type { Weights } from '../../matching/weights/declare.js';
import type { Judgement } from '../../store/store.js';
import type { EntityWorld } from '../candidates/candidates.js';
import { type LinkedSketch, linkedSketchOf } from '../candidates/linked-sketch.js';

/** Must be raised when candidates are stored, found or decided in another way, except by other weights. */
export const LINKING_VERSION = 'c7';

type NewLink = Judgement['links'][number];

/** A party with everything that its decision depends on. */
interface Case {
  readonly party: Party;
  readonly hash: string;
  /** Its own identifiers and those that other sources give the same body, as `scheme:value`. */
  readonly identifiers: readonly string[];
  /** Entities that an earlier link gave one of the identifiers. */
  readonly carried: readonly string[];
}

export interface Judged {
  readonly judgement?: Judgement;
  /** The lowest rank of a candidate that matters: a lower one would change nothing. */
  readonly min: number;
  readonly sketch: LinkedSketch;
}

/**
 * Links parties to entities. An entity with the same identifier is the body; else names and addresses decide, register by
 * register. A body has one record in a register, but may be in several registers, so records of two registers are not rivals.
 */
export class Judge {
  readonly #world: EntityWorld;
  readonly #scorer: Scorer;
  readonly #states: readonly string[] | undefined;

  constructor(world: EntityWorld, weights: Weights, states: readonly string[] | undefined) {
    this.#world = world;
    this.#scorer = new Scorer(weights);
    this.#states = states;
  }

  /** The entities that a decision compares. */
  looksAt({ party, identifiers, carried }: Case): readonly number[] {
    const query = this.#world.prepare(partyRecord(party, identifiers));
    const byNumber = identifiers.flatMap((identifier) => this.#world.byIdentifier(identifier));
    const likely = this.#world.byName(query, (place) => this.#covers(place)).records;
    return [...byNumber, ...this.#places(carried), ...likely];
  }

  /** Returns no decision if its inputs still have the known fingerprint. */
  judge({ party, hash, identifiers, carried }: Case, known: string | undefined): Judged {
    const byNumber = identifiers.flatMap((identifier) => this.#world.byIdentifier(identifier));
    // Only the IRS's file marks trusts: an entity with such a number is one.
    const isBenefitTrust = byNumber.some((place) => this.#world.recordAt(place).isBenefitTrust);
    const query = this.#world.prepare({ ...partyRecord(party, identifiers), isBenefitTrust });
    const sure = [...byNumber, ...this.#places(carried)];
    const certain = [...new Set(sure)].filter((place) => this.#covers(place));
    const { records: likely, min } = this.#world.byName(query, (place) => this.#covers(place));
    const sketch = linkedSketchOf(query);
    const print = this.#fingerprint(query, hash, identifiers, { certain, likely });
    if (print === known) return { min, sketch };
    const links = [...this.#byNumber(query, certain, identifiers), ...this.#byName(query, likely, certain)];
    return { min, sketch, judgement: { party: party.key, fingerprint: print, links } };
  }

  #byNumber(query: Prepared, places: readonly number[], identifiers: readonly string[]): NewLink[] {
    return places.flatMap((place) => {
      const entity = this.#world.recordAt(place);
      // An identifier from another link counts as if the register had published it.
      const own = entity.identifiers ?? [];
      const held = identifiers.some((one) => own.includes(one)) ? own : [...own, ...identifiers];
      const theirs = this.#world.prepare({ ...entity, identifiers: held });
      const found = resolvePrepared(query, [theirs], this.#scorer, this.#world.population);
      return [toLink(found, entity.id, 'identifier', { tier: 'confirmed', probability: found.probability })];
    });
  }

  #byName(query: Prepared, likely: readonly number[], certain: readonly number[]): NewLink[] {
    const settled = new Set(certain.map((place) => this.#world.sourceAt(place)));
    const registers = new Map<string, Prepared[]>();
    for (const place of likely) {
      const sourceId = this.#world.sourceAt(place);
      if (settled.has(sourceId)) continue;
      registers.set(sourceId, [...(registers.get(sourceId) ?? []), this.#world.prepared(place)]);
    }
    return [...registers.values()].flatMap((candidates) => this.#inRegister(query, candidates));
  }

  #inRegister(query: Prepared, candidates: readonly Prepared[]): NewLink[] {
    const found = resolvePrepared(query, candidates, this.#scorer, this.#world.population);
    if (found.outcome === 'none' || found.id === null) return [];
    if (found.outcome === 'ambiguous') return this.#tied(query, candidates, found);
    const { probability } = found;
    return [found.id, ...found.also].map((id) =>
      toLink(found, id, 'model', { tier: found.tier ?? 'possible', probability }),
    );
  }

  /** All candidates that the evidence does not distinguish from the best one, each with its evidence if they are few. */
  #tied(query: Prepared, candidates: readonly Prepared[], found: Resolution): NewLink[] {
    const { table } = this.#scorer;
    const { probability, score } = found;
    const pairs = candidates.flatMap((candidate) => pairOf(query, candidate, this.#world.population) ?? []);
    const tied = pairs.filter((pair) => score - this.#scorer.score(pair) < table.margin);
    return tied.map((pair) => {
      const evidence = tied.length <= MAX_EXPLAINED ? explain(pair, table) : [crowd(tied.length)];
      const made = { ...found, evidence, rivals: tied.length - 1 };
      const link = toLink(made, pair.theirs.record.id, 'model', { tier: 'possible', probability });
      return { ...link, outcome: 'ambiguous' as const };
    });
  }

  #places(entities: readonly string[]): number[] {
    return entities.flatMap((entity) => this.#world.placeOf(entity) ?? []);
  }

  #covers(place: number): boolean {
    return this.#states === undefined || this.#states.includes(this.#world.stateAt(place));
  }

  /** A hash of all inputs of the decision, independent of the order of loads. */
  #fingerprint(
    query: Prepared,
    hash: string,
    identifiers: readonly string[],
    { certain, likely }: { readonly certain: readonly number[]; readonly likely: readonly number[] },
  ): string {
    const print = createHash('sha1')
      .update(hash)
      .update(LINKING_VERSION)
      .update(this.#scorer.table.version)
      .update(identifiers.join());
    for (const mark of certain.map((place) => this.#world.markAt(place)).sort()) print.update(`\n${mark}`);
    for (const place of likely) print.update(`\n${this.#world.markAt(place)}`);
    const candidates = [...certain, ...likely].map((place) => this.#world.prepared(place));
    print.update(JSON.stringify(groundsOf(query, candidates, this.#world.population)));
    return print.digest('hex').slice(0, 16);
  }
}

/** Above this number of tied candidates the name is so common that their evidence explains nothing more. */
const MAX_EXPLAINED = 5;

function crowd(size: number): Evidence {
  const sentence = `${size} records of this register fit alike; nothing tells them apart.`;
  return { field: 'rivals', ours: null, theirs: String(size), verdict: 'neutral', weight: 0, sentence };
}

export function partyRecord(party: Party, identifiers: readonly string[]): LinkRecord {
  const { key, names, address, otherAddresses, incorporationState, people, activeYear } = party;
  return { id: key, names, address, otherAddresses, incorporationState, people, identifiers, activeYear };
}

function toLink(
  found: Resolution,
  entity: string,
  decidedBy: 'identifier' | 'model',
  { tier, probability }: { tier: NewLink['tier']; probability: number },
): NewLink {
  const evidence = found.evidence.map(({ sentence, weight, ...line }) => ({
    ...line,
    weight: Math.round(weight * 1000) / 1000,
    text: sentence,
  }));
  const agrees = verdictIn(found, 'agree');
  return {
    entity,
    outcome: 'linked',
    tier,
    attached: tier !== 'possible',
    probability,
    decidedBy,
    rivals: found.rivals,
    samePlace: agrees('city') || agrees('street') || agrees('ZIP code'),
    evidence: JSON.stringify(evidence),
  };
}

function verdictIn({ evidence }: Resolution, verdict: string): (field: string) => boolean {
  return (field) => evidence.some((one) => one.field === field && one.verdict === verdict);
}
