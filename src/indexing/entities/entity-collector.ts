import { GrowableUint32 } from '../../collections/growable.js';
import { GrowableTexts } from '../../collections/growable-texts.js';
import { nameKey } from '../../domain/business-names/name-key.js';
import { nameWords } from '../../domain/business-names/name-words.js';
import type { EntityFacets } from '../../domain/entity.js';
import { numberKey } from '../../domain/identifiers.js';
import { dayNumber } from '../../domain/time/dates.js';
import { sortTexts } from '../../search/index.js';
import { type ColumnInput, type IndexInput, type LexiconInput, NONE } from '../../search/types.js';
import { FacetRows } from '../rows/facets.js';
import { RowTexts, SharedRowTexts } from '../rows/row-texts.js';

/** 10 million entities must fit: texts as bytes in one piece, numbers in flat arrays. */
export class EntityCollector {
  readonly #numbers = new GrowableUint32();
  readonly #names = new GrowableTexts();
  readonly #formed = new GrowableUint32();
  readonly #activeThrough = new GrowableUint32();
  readonly #keys = new GrowableTexts();
  /** Names of own in a second spelling. */
  readonly #apart = new RowTexts();
  readonly #numberKeys = new RowTexts();
  readonly #texts = {
    published: new RowNames(),
    other: new RowNames(),
    former: new RowNames(),
    agent: new RowNames(),
    officer: new RowNames(),
  };
  readonly #facets = {
    state: new FacetRows(),
    activity: new FacetRows(),
    type: new FacetRows(),
    recordClass: new FacetRows(),
    subjectType: new FacetRows(),
    jurisdictionLevel: new FacetRows(),
  };

  /** Entities come by ascending number and are renumbered by rank at the end. */
  add(number: number, facets: EntityFacets): void {
    const row = this.#numbers.length;
    this.#numbers.push(number);
    this.#addName(facets.name, row);
    this.#formed.push(facets.formedDate === null ? 0 : dayNumber(facets.formedDate) - NONE);
    if (facets.publishedName !== undefined) this.#texts.published.add(facets.publishedName, row);
    for (const other of facets.otherNames) {
      this.#texts[other.kind === 'former' ? 'former' : 'other'].add(other.name, row);
    }
    if (facets.agent !== null) this.#texts.agent.add(facets.agent, row);
    for (const officer of facets.officers) this.#texts.officer.add(officer, row);
    for (const value of facets.numbers) this.#numberKeys.add(numberKey(value), row);
    this.#facets.state.add(facets.state);
    const { activity, activeThrough } = facets;
    // What ends with a day is active or not by the day on which it is asked for.
    this.#facets.activity.add(activeThrough === undefined ? activity : null);
    this.#activeThrough.push(activeThrough === undefined ? 0 : dayNumber(activeThrough) - NONE);
    this.#facets.type.add(facets.typeClass);
    this.#facets.recordClass.add(facets.recordClass);
    this.#facets.subjectType.add(facets.subjectType);
    this.#facets.jurisdictionLevel.add(facets.jurisdictionLevel);
  }

  input(): IndexInput {
    const rows = this.#rowsByRank();
    const documentOf = new Uint32Array(rows.length);
    for (let document = 0; document < rows.length; document++) documentOf[rows[document] ?? 0] = document;
    const { published, other, former, agent, officer } = this.#texts;
    const own = function* (texts: GrowableTexts): Generator<readonly [string, number]> {
      for (let at = 0; at < rows.length; at++) yield [texts.text(rows[at] ?? 0), at];
    };
    const [names, keys, apart, numbers] = [this.#names, this.#keys, this.#apart, this.#numberKeys];
    const ownNames = function* () {
      yield* own(names);
      yield* apart.entries(documentOf);
      yield* published.words.entries(documentOf);
    };
    const ownKeys = function* () {
      yield* own(keys);
      yield* published.keys.entries(documentOf);
    };
    const both = (name: string, of: RowNames): LexiconInput[] => [
      lexicon(name, 'words', () => of.words.entries(documentOf)),
      lexicon(`${name}Key`, 'keys', () => of.keys.entries(documentOf)),
    ];
    return {
      documentKeys: BigUint64Array.from(rows, (row) => BigInt(this.#numbers.at(row))),
      lexicons: [
        { ...lexicon('name', 'words', ownNames), ownNames: true },
        lexicon('nameKey', 'keys', ownKeys),
        ...both('other', other),
        ...both('former', former),
        ...both('agent', agent),
        ...both('officer', officer),
        lexicon('number', 'keys', () => numbers.entries(documentOf)),
      ],
      facets: Object.entries(this.#facets).map(([name, source]) => source.input(name, rows)),
      columns: [days('formed', this.#formed, rows), days('activeThrough', this.#activeThrough, rows)],
    };
  }

  #addName(name: string, row: number): void {
    const [text = '', ...apart] = nameWords(name);
    this.#names.push(text);
    this.#keys.push(nameKey(name));
    for (const one of apart) this.#apart.add(one, row);
  }

  /** Federal records last, of each those that are active no more; by the bytes of the name, ties by number. */
  #rowsByRank(): Uint32Array {
    const byName = sortTexts(this.#names.bytes, this.#names.starts);
    const { jurisdictionLevel, activity } = this.#facets;
    const rows = new Uint32Array(byName.length);
    let filled = 0;
    for (const isFederal of [false, true]) {
      for (const isInactive of [false, true]) {
        for (const row of byName) {
          if ((jurisdictionLevel.valueOf(row) === 'federal') !== isFederal) continue;
          if ((activity.valueOf(row) === 'inactive') === isInactive) rows[filled++] = row;
        }
      }
    }
    return rows;
  }
}

/** Names of one field, by their words and as wholes. */
class RowNames {
  readonly words = new SharedRowTexts(nameWords);
  readonly keys = new SharedRowTexts((name) => [nameKey(name)]);

  add(name: string, row: number): void {
    this.words.add(name, row);
    this.keys.add(name, row);
  }
}

function lexicon(name: string, by: LexiconInput['by'], entries: LexiconInput['entries']): LexiconInput {
  return { name, owners: 'documents', by, entries };
}

/** Kept as distances from `NONE`, for numbers below zero. */
function days(name: string, kept: GrowableUint32, rows: Uint32Array): ColumnInput {
  return { name, values: Int32Array.from(rows, (row) => kept.at(row) + NONE) };
}
