import { keysOf } from '../matching/block/keys.js';
import { normaliseRecord } from '../matching/records/prepare.js';
import type { Candidates, Catalog, Links, StoredParty } from '../store/store.js';
import { hashesOf, linkedSketchOf, readSketch, writeSketch } from './candidates/linked-sketch.js';
import { Freshness } from './changes/freshness.js';
import { toCandidate } from './changes/link-changes.js';
import { LINKED_DATASETS, type LinkedDataset } from './decisions/link-datasets.js';
import { partyRecord } from './decisions/link-decision.js';
import { identifiersOf } from './decisions/numbers-of-party.js';

/**
 * Counts the entities, parties and states that differ between the stored candidates and the catalog. `undefined` if they cannot
 * be compared: candidates were never stored, are out of date, or change during the check. Reads everything.
 */
export async function countMisfits(catalog: Catalog, links: Links): Promise<number | undefined> {
  const version = await heldVersion(catalog, links);
  if (version === undefined) return undefined;
  const check = new CandidateCheck(catalog, links.candidates);
  const misfits = (await check.entities()) + (await check.parties());
  return (await heldVersion(catalog, links)) === version ? misfits : undefined;
}

async function heldVersion(catalog: Catalog, links: Links): Promise<number | undefined> {
  const stored = await new Freshness(catalog, links).touched();
  return stored?.version === (await catalog.content.version()) && !links.candidates.isWaiting()
    ? stored.version
    : undefined;
}

class CandidateCheck {
  readonly #catalog: Catalog;
  readonly #candidates: Candidates;

  constructor(catalog: Catalog, candidates: Candidates) {
    this.#catalog = catalog;
    this.#candidates = candidates;
  }

  async entities(): Promise<number> {
    const { entities } = this.#candidates;
    const states = new Map<string, number>();
    let misfits = 0;
    let seen = 0;
    for await (const page of this.#catalog.entities.scanForLinking()) {
      for (const entity of page) {
        const wanted = toCandidate(entity);
        if (wanted === undefined) continue;
        seen += 1;
        const sketch = readSketch(wanted.sketch);
        if (sketch.state !== '') states.set(sketch.state, (states.get(sketch.state) ?? 0) + 1);
        const hashes = hashesOf(keysOf(sketch), sketch.identifiers, wanted.id);
        const { number } = wanted;
        if (!isSame(entities.get(number), wanted) || !isListed(entities, number, hashes)) misfits += 1;
      }
    }
    const surplus = Math.abs(entities.count() - seen);
    return misfits + surplus + unlike(states, this.#candidates.states());
  }

  async parties(): Promise<number> {
    let misfits = 0;
    let seen = 0;
    for (const dataset of LINKED_DATASETS) {
      if (dataset.byId || (await dataset.run(this.#catalog)) === undefined) continue;
      for await (const page of dataset.parties(this.#catalog)) {
        for (const party of page) if (!(await this.#fits(dataset, party))) misfits += 1;
        seen += page.length;
      }
    }
    return misfits + Math.abs(this.#candidates.parties.count() - seen);
  }

  async #fits({ id }: LinkedDataset, { party }: StoredParty): Promise<boolean> {
    const { parties } = this.#candidates;
    const number = this.#candidates.partyNumber(id, party.key);
    const row = number === undefined ? undefined : parties.get(number);
    if (number === undefined || row === undefined) return false;
    const { isBenefitTrust } = readSketch(row.sketch);
    const record = { ...partyRecord(party, await identifiersOf(party, this.#catalog)), isBenefitTrust };
    const wanted = linkedSketchOf(normaliseRecord(record));
    const hashes = hashesOf(keysOf(wanted), wanted.identifiers);
    return row.sketch === writeSketch(wanted) && isListed(parties, number, hashes);
  }
}

/** A key shared by too many records has no list. */
function isListed(
  rows: Candidates['entities' | 'parties'],
  number: number,
  hashes: readonly number[],
): boolean {
  return hashes.every((hash) => rows.withKey(hash, Number.POSITIVE_INFINITY)?.includes(number) ?? true);
}

function isSame(one: object | undefined, other: object): boolean {
  const entries = Object.entries(other);
  return one !== undefined && entries.every(([name, value]) => one[name as keyof typeof one] === value);
}

function unlike(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  const states = new Set([...one.keys(), ...other.keys()]);
  return [...states].filter((state) => (one.get(state) ?? 0) !== (other.get(state) ?? 0)).length;
}
