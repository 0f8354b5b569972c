import { dayNumber } from '../domain/dates.js';
import type { EntityFacets } from '../domain/entity.js';
import { coreOfText, numberText, searchText } from '../domain/names.js';
import { type FacetInput, type IndexInput, type LexiconInput, NONE } from '../search/types.js';
import type { Catalog } from '../store/store.js';
import { Codes, FacetCollector } from './facets.js';
import { GrowingUint32 } from './growing.js';
import { Texts } from './texts.js';

/**
 * Entities as documents of the search index. Documents are ranked by name, records of federal publishers after
 * all others, so that a state's own register stands first.
 */
export async function entityIndexInput(catalog: Catalog): Promise<IndexInput> {
  const entities = new EntityCollector();
  for await (const batch of catalog.scanEntities()) {
    for (const { number, facets } of batch) entities.add(number, JSON.parse(facets) as EntityFacets);
  }
  return entities.input();
}

class EntityCollector {
  readonly #numbers = new GrowingUint32();
  readonly #names: string[] = [];
  readonly #federal: boolean[] = [];
  readonly #formed = new GrowingUint32();
  readonly #texts = {
    other: new RowTexts('shared'),
    former: new RowTexts('shared'),
    agent: new RowTexts('shared'),
    officer: new RowTexts('shared'),
    number: new RowTexts('own'),
  };
  readonly #facets = {
    state: new FacetRows(),
    activity: new FacetRows(),
    type: new FacetRows(),
    recordClass: new FacetRows(),
    subjectType: new FacetRows(),
    jurisdictionLevel: new FacetRows(),
  };

  /** Entities are gathered in the order of the store and renumbered by rank at the end. */
  add(number: number, facets: EntityFacets): void {
    const row = this.#numbers.length;
    this.#numbers.push(number);
    this.#names.push(searchText(facets.name));
    this.#federal.push(facets.jurisdictionLevel === 'federal');
    this.#formed.push(facets.formedDate === null ? 0 : dayNumber(facets.formedDate) - NONE);
    if (facets.publishedName !== undefined) this.#texts.other.add(facets.publishedName, row);
    for (const other of facets.otherNames) {
      this.#texts[other.kind === 'former' ? 'former' : 'other'].add(other.name, row);
    }
    if (facets.agent !== null) this.#texts.agent.add(facets.agent, row);
    for (const officer of facets.officers) this.#texts.officer.add(officer, row);
    for (const value of facets.numbers) this.#texts.number.add(numberText(value), row);
    this.#facets.state.add(facets.state);
    this.#facets.activity.add(facets.activity);
    this.#facets.type.add(facets.typeClass);
    this.#facets.recordClass.add(facets.recordClass);
    this.#facets.subjectType.add(facets.subjectType);
    this.#facets.jurisdictionLevel.add(facets.jurisdictionLevel);
  }

  input(): IndexInput {
    const rows = this.#rowsByRank();
    const documentOf = new Uint32Array(rows.length);
    rows.forEach((row, document) => {
      documentOf[row] = document;
    });
    const names = this.#names;
    const { other, former, agent, officer, number } = this.#texts;
    return {
      documentKeys: BigUint64Array.from(rows, (row) => BigInt(this.#numbers.at(row))),
      lexicons: [
        words('name', function* () {
          for (const row of rows) yield [names[row] ?? '', documentOf[row] ?? 0];
          yield* other.entries(documentOf);
        }),
        words('core', function* () {
          for (const row of rows) yield [coreOfText(names[row] ?? ''), documentOf[row] ?? 0];
          yield* other.entries(documentOf, coreOfText);
        }),
        words('former', () => former.entries(documentOf)),
        words('formerCore', () => former.entries(documentOf, coreOfText)),
        words('agent', () => agent.entries(documentOf)),
        words('officer', () => officer.entries(documentOf)),
        { ...words('number', () => number.entries(documentOf)), by: 'whole' },
      ],
      facets: Object.entries(this.#facets).map(([name, source]) => source.input(name, rows)),
      columns: [{ name: 'formed', values: Int32Array.from(rows, (row) => this.#formed.at(row) + NONE) }],
    };
  }

  #rowsByRank(): Uint32Array {
    const rows = Uint32Array.from({ length: this.#numbers.length }, (_, row) => row);
    const federal = (row: number) => (this.#federal[row] ? 1 : 0);
    return rows.sort((a, b) => federal(a) - federal(b) || compare(this.#names[a], this.#names[b]) || a - b);
  }
}

function words(name: string, entries: LexiconInput['entries']): LexiconInput {
  return { name, owners: 'documents', by: 'words', entries };
}

function compare(a = '', b = ''): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** (text, row) pairs of one lexicon, each distinct text once. */
class RowTexts {
  readonly #texts: Texts | null;
  readonly #written: string[] = [];
  readonly #numbers = new GrowingUint32();
  readonly #rows = new GrowingUint32();

  /** `shared` where many rows have the same text; numbers of records are all different. */
  constructor(kind: 'shared' | 'own') {
    this.#texts = kind === 'shared' ? new Texts() : null;
  }

  add(text: string, row: number): void {
    const number = this.#texts ? this.#texts.numberOf(text) : this.#written.push(text) - 1;
    if (number < 0 || text === '') return;
    this.#numbers.push(number);
    this.#rows.push(row);
  }

  *entries(documentOf: Uint32Array, shape = (text: string) => text): Generator<[string, number]> {
    for (let index = 0; index < this.#rows.length; index++) {
      const number = this.#numbers.at(index);
      const text = this.#texts ? this.#texts.text(number) : (this.#written[number] ?? '');
      yield [shape(text), documentOf[this.#rows.at(index)] ?? 0];
    }
  }
}

/** One facet value per row, kept as small numbers until the rows are ranked. */
class FacetRows {
  readonly #codes = new Codes();
  readonly #rows = new GrowingUint32();

  /** Blank is a value that no search asks for. */
  add(value: string | null): void {
    this.#rows.push(this.#codes.codeOf(value ?? ''));
  }

  input(name: string, rows: Uint32Array): FacetInput {
    const facet = new FacetCollector(name, this.#codes);
    rows.forEach((row, document) => {
      facet.add(this.#rows.at(row), document);
    });
    return facet.input();
  }
}
