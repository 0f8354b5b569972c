import { KeyList } from '../../resolve/block/key-index.js';
import { KeyedList } from '../../resolve/block/keyed-list.js';
import { keysOf } from '../../resolve/block/keys.js';
import { sketchOf } from '../../resolve/block/sketch.js';
import { pack } from '../../resolve/packed.js';
import { PopulationCounter } from '../../resolve/population.js';
import { normaliseRecord } from '../../resolve/prepare.js';
import { TWO_SEEDS, textHash } from '../../resolve/text-hash.js';
import type { LinkEntity } from '../../store/store.js';
import { FacetRows } from '../facets.js';
import { GrowingUint32 } from '../growing.js';
import { entityRecord } from './entity-record.js';
import { TextFile } from './text-file.js';

/** What a record is looked up by, other than what it is like. */
export type LookupKind = 'id' | 'identifier';
const SEEDS: Readonly<Record<LookupKind, number>> = { id: 11, identifier: 12 };

export function lookupHash(kind: LookupKind, text: string): number {
  return textHash(SEEDS[kind], text);
}

/** Takes entities one by one and counts their names on the way: in memory 200 bytes each, the records in a file. */
export class Intake {
  /** As `pack` writes them. */
  readonly records: TextFile;
  readonly marks = new Marks();
  readonly sources = new FacetRows();
  readonly states = new FacetRows();
  readonly lookups = new KeyList();
  readonly keyed = new KeyedList((place) => this.sources.valueOf(place));
  readonly counter = new PopulationCounter();

  constructor(folder: string) {
    this.records = new TextFile(folder);
  }

  add(entity: LinkEntity): void {
    const made = entityRecord(entity);
    if (made === undefined) return;
    const normal = normaliseRecord(made.record);
    const place = this.records.push(pack(normal));
    this.marks.push(markText(entity));
    this.sources.add(entity.sourceId);
    this.states.add(made.state);
    this.keyed.add(entity.id, keysOf(sketchOf(normal)));
    this.lookups.add(lookupHash('id', entity.id), place);
    for (const identifier of made.record.identifiers ?? []) {
      this.lookups.add(lookupHash('identifier', identifier), place);
    }
    this.counter.add(normal, entity.sourceId);
  }
}

/** Changes with the entity's content. */
export function markText({ id, hash }: Pick<LinkEntity, 'id' | 'hash'>): string {
  return `${id} ${hash}`;
}

const [SEED, OTHER_SEED] = TWO_SEEDS;

/** What tells the content of records apart, as two hashes of 32 bits each. */
export class Marks {
  readonly #hashes = new GrowingUint32();
  readonly #others = new GrowingUint32();

  push(text: string): void {
    this.#hashes.push(textHash(SEED, text));
    this.#others.push(textHash(OTHER_SEED, text));
  }

  at(place: number): string {
    return `${this.#hashes.at(place)} ${this.#others.at(place)}`;
  }
}

/** The same of one text. */
export function markOf(text: string): string {
  return `${textHash(SEED, text)} ${textHash(OTHER_SEED, text)}`;
}
