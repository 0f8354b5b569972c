import { hash as digest } from 'node:crypto';
import { GrowableUint32 } from '../../collections/growable.js';
import { FacetRows } from '../../indexing/rows/facets.js';
import { KeyList } from '../../matching/block/key-index.js';
import { KeyedList } from '../../matching/block/keyed-list.js';
import { keysOf } from '../../matching/block/keys.js';
import { sketchOf } from '../../matching/block/sketch.js';
import { TWO_SEEDS, textHash } from '../../matching/block/text-hash.js';
import { pack } from '../../matching/population/packed.js';
import { PopulationCounter } from '../../matching/population/population.js';
import { normaliseRecord } from '../../matching/records/prepare.js';
import type { LinkEntity } from '../../store/store.js';
import type { CandidateWriter } from './candidate-writer.js';
import { entityRecord } from './entity-record.js';
import { hashesOf, linkedSketchOf, writeSketch } from './linked-sketch.js';
import { lookupHash } from './lookup-hash.js';
import { TextFile } from './text-file.js';

/** Takes entities one by one and counts their names. Memory: 200 bytes an entity; the records go to a file. */
export class Intake {
  /** As written by `pack`. */
  readonly records: TextFile;
  readonly marks = new Marks();
  readonly sources = new FacetRows();
  readonly states = new FacetRows();
  readonly lookups = new KeyList();
  readonly keyed = new KeyedList((place) => this.sources.valueOf(place));
  readonly counter = new PopulationCounter();
  readonly #candidates: CandidateWriter;

  constructor(folder: string, candidates: CandidateWriter) {
    this.records = new TextFile(folder);
    this.#candidates = candidates;
  }

  add(entity: LinkEntity): void {
    const made = entityRecord(entity);
    if (made === undefined) return;
    const normal = normaliseRecord(made.record);
    const place = this.records.push(pack(normal));
    const sketch = sketchOf(normal);
    const keys = keysOf(sketch);
    const identifiers = made.record.identifiers ?? [];
    const { id, number, sourceId } = entity;
    const mark = markText(entity, made);
    this.marks.push(mark);
    this.sources.add(entity.sourceId);
    this.states.add(made.state);
    this.keyed.add(entity.id, keys);
    this.lookups.add(lookupHash('id', entity.id), place);
    for (const identifier of identifiers) {
      this.lookups.add(lookupHash('identifier', identifier), place);
    }
    this.counter.add(normal, sourceId);
    this.#candidates.addEntity(
      {
        number,
        id,
        source: sourceId,
        state: made.state,
        mark: markOf(mark),
        sketch: writeSketch(linkedSketchOf(normal)),
      },
      sketch.state,
      hashesOf(keys, identifiers, id),
    );
  }
}

/** Changes if and only if something changes that a decision reads. Most changes of a register are of its status. */
export function markText(
  { sourceId }: Pick<LinkEntity, 'sourceId'>,
  { record, state }: NonNullable<ReturnType<typeof entityRecord>>,
): string {
  return digest('sha1', JSON.stringify([sourceId, state, record]), 'hex');
}

const [SEED, OTHER_SEED] = TWO_SEEDS;

/** Fingerprints of records, two hashes of 32 bits each. */
export class Marks {
  readonly #hashes = new GrowableUint32();
  readonly #others = new GrowableUint32();

  push(text: string): void {
    this.#hashes.push(textHash(SEED, text));
    this.#others.push(textHash(OTHER_SEED, text));
  }

  at(place: number): string {
    return `${this.#hashes.at(place)} ${this.#others.at(place)}`;
  }
}

/** The fingerprint of one text. */
export function markOf(text: string): string {
  return `${textHash(SEED, text)} ${textHash(OTHER_SEED, text)}`;
}
