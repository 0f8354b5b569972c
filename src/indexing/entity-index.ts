import { dayNumber } from '../domain/dates.js';
import type { EntityFacets } from '../domain/entity.js';
import { coreOfText, numberText, searchText } from '../domain/names.js';
import { type IndexInput, type LexiconInput, NONE } from '../search/types.js';
import type { Catalog } from '../store/store.js';
import { FacetCollector } from './facets.js';
import { GrowingUint32 } from './growing.js';

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
    other: new Texts(),
    former: new Texts(),
    agent: new Texts(),
    officer: new Texts(),
    number: new Texts(),
  };
  readonly #facets = {
    state: new FacetSource(),
    activity: new FacetSource(),
    type: new FacetSource(),
    recordClass: new FacetSource(),
    subjectType: new FacetSource(),
    jurisdictionLevel: new FacetSource(),
  };

  /** Entities are gathered in the order of the store and renumbered by rank at the end. */
  add(number: number, facets: EntityFacets): void {
    const row = this.#numbers.length;
    this.#numbers.push(number);
    this.#names.push(searchText(facets.name));
    this.#federal.push(facets.jurisdictionLevel === 'federal');
    this.#formed.push(facets.formedDate === null ? 0 : dayNumber(facets.formedDate) - NONE);
    for (const other of facets.otherNames) {
      this.#texts[other.kind === 'former' ? 'former' : 'other'].add(searchText(other.name), row);
    }
    if (facets.agent !== null) this.#texts.agent.add(searchText(facets.agent), row);
    for (const officer of facets.officers) this.#texts.officer.add(searchText(officer), row);
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
      facets: Object.entries(this.#facets).map(([name, source]) => source.input(name, documentOf)),
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

/** (text, row) pairs of one lexicon. */
class Texts {
  readonly #texts: string[] = [];
  readonly #rows = new GrowingUint32();

  add(text: string, row: number): void {
    if (text === '') return;
    this.#texts.push(text);
    this.#rows.push(row);
  }

  *entries(documentOf: Uint32Array, shape = (text: string) => text): Generator<[string, number]> {
    for (let index = 0; index < this.#texts.length; index++) {
      yield [shape(this.#texts[index] ?? ''), documentOf[this.#rows.at(index)] ?? 0];
    }
  }
}

/** One facet value per row, kept as small numbers until the rows are ranked. */
class FacetSource {
  readonly #codes = new Map<string, number>();
  readonly #rows = new GrowingUint32();

  add(value: string | null): void {
    this.#rows.push(value === null ? 0 : this.#codeOf(value));
  }

  input(name: string, documentOf: Uint32Array) {
    const values = [null, ...this.#codes.keys()];
    const facet = new FacetCollector(name);
    documentOf.forEach((document, row) => {
      facet.add(values[this.#rows.at(row)] ?? null, document);
    });
    return facet.input();
  }

  #codeOf(value: string): number {
    const code = this.#codes.get(value) ?? this.#codes.size + 1;
    this.#codes.set(value, code);
    return code;
  }
}
