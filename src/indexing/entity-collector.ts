import { dayNumber } from '../domain/dates.js';
import type { EntityFacets } from '../domain/entity.js';
import { coreOfText, numberText, searchText } from '../domain/names.js';
import { GrowingTexts, sortTexts } from '../search/index.js';
import { type ColumnInput, type IndexInput, type LexiconInput, NONE } from '../search/types.js';
import { FacetRows } from './facets.js';
import { GrowingUint32 } from './growing.js';
import { RowTexts, SharedRowTexts } from './row-texts.js';

/** 10 million entities must fit: texts as bytes in one piece, numbers in flat arrays. */
export class EntityCollector {
  readonly #numbers = new GrowingUint32();
  readonly #names = new GrowingTexts();
  readonly #formed = new GrowingUint32();
  readonly #activeThrough = new GrowingUint32();
  readonly #texts = {
    other: new SharedRowTexts(),
    former: new SharedRowTexts(),
    agent: new SharedRowTexts(),
    officer: new SharedRowTexts(),
    number: new RowTexts(),
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
    this.#names.push(searchText(facets.name));
    this.#formed.push(facets.formedDate === null ? 0 : dayNumber(facets.formedDate) - NONE);
    if (facets.publishedName !== undefined) this.#texts.other.add(facets.publishedName, row);
    for (const other of facets.otherNames) {
      this.#texts[other.kind === 'former' ? 'former' : 'other'].add(other.name, row);
    }
    if (facets.agent !== null) this.#texts.agent.add(facets.agent, row);
    for (const officer of facets.officers) this.#texts.officer.add(officer, row);
    for (const value of facets.numbers) this.#texts.number.add(numberText(value), row);
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
    const names = this.#names;
    const { other, former, agent, officer, number } = this.#texts;
    const ownNames = function* (shape: (text: string) => string): Generator<readonly [string, number]> {
      for (let at = 0; at < rows.length; at++) yield [shape(names.text(rows[at] ?? 0)), at];
      yield* other.entries(documentOf, shape);
    };
    return {
      documentKeys: BigUint64Array.from(rows, (row) => BigInt(this.#numbers.at(row))),
      lexicons: [
        { ...words('name', () => ownNames((text) => text)), ownNames: true },
        words('core', () => ownNames(coreOfText)),
        words('former', () => former.entries(documentOf)),
        words('formerCore', () => former.entries(documentOf, coreOfText)),
        words('agent', () => agent.entries(documentOf)),
        words('officer', () => officer.entries(documentOf)),
        { ...words('number', () => number.entries(documentOf)), by: 'whole' },
      ],
      facets: Object.entries(this.#facets).map(([name, source]) => source.input(name, rows)),
      columns: [days('formed', this.#formed, rows), days('activeThrough', this.#activeThrough, rows)],
    };
  }

  /** By the bytes of the name, ties by number: the sort keeps the order of equals. */
  #rowsByRank(): Uint32Array {
    const byName = sortTexts(this.#names.bytes, this.#names.starts);
    const level = this.#facets.jurisdictionLevel;
    const isFederal = (row: number) => level.valueOf(row) === 'federal';
    const rows = new Uint32Array(byName.length);
    let filled = 0;
    for (const row of byName) if (!isFederal(row)) rows[filled++] = row;
    for (const row of byName) if (isFederal(row)) rows[filled++] = row;
    return rows;
  }
}

/** Kept as distances from `NONE`, for numbers below zero. */
function days(name: string, kept: GrowingUint32, rows: Uint32Array): ColumnInput {
  return { name, values: Int32Array.from(rows, (row) => kept.at(row) + NONE) };
}

function words(name: string, entries: LexiconInput['entries']): LexiconInput {
  return { name, owners: 'documents', by: 'words', entries };
}
