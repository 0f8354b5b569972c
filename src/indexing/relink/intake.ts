import { KeyList } from '../../resolve/block/key-index.js';
import { pack } from '../../resolve/packed.js';
import { type Population, PopulationCounter } from '../../resolve/population.js';
import { type NormalRecord, normaliseRecord } from '../../resolve/prepare.js';
import { TextCounts } from '../../resolve/text-counts.js';
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
  readonly #counter = new PopulationCounter();
  readonly #companies = new TextCounts();

  constructor(folder: string) {
    this.records = new TextFile(folder);
  }

  add(entity: LinkEntity): void {
    const made = entityRecord(entity);
    if (made === undefined) return;
    const normal = normaliseRecord(made.record);
    const place = this.records.push(pack(normal));
    this.marks.push(`${entity.id} ${entity.hash}`);
    this.sources.add(entity.sourceId);
    this.states.add(made.state);
    this.lookups.add(lookupHash('id', entity.id), place);
    for (const identifier of made.record.identifiers ?? []) {
      this.lookups.add(lookupHash('identifier', identifier), place);
    }
    this.#count(normal);
  }

  population(): Population {
    return this.#counter.finish();
  }

  /** One company in several registers, at one door, bears its name once: those are no namesakes. */
  #count(normal: NormalRecord): void {
    const door = normal.address?.door ?? '';
    if (door !== '' && this.#companies.add(`${normal.names[0]?.core}\n${door}`) > 0) return;
    this.#counter.add(normal);
  }
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
