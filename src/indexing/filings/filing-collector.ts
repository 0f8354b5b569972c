import { GrowableUint32, GrowableUint64 } from '../../collections/growable.js';
import { textWords } from '../../domain/business-names/name-words.js';
import { searchText } from '../../domain/names.js';
import { accessionKey } from '../../domain/sec/accession-key.js';
import { eightKItemTexts } from '../../domain/sec/eight-k-items.js';
import { FILING_FACETS, FILING_VALUE_SETS } from '../../domain/sec/filing-facets.js';
import type { FilingRow } from '../../domain/sec/sec.js';
import { dayNumber } from '../../domain/time/dates.js';
import { SharedTexts } from '../../search/index.js';
import { type FacetInput, type GroupsInput, type IndexInput, NONE } from '../../search/types.js';
import { type Codes, FacetCollector, SpeltCodes } from '../rows/facets.js';
import { type FlatGroups, GroupedNumbers } from '../rows/grouped-numbers.js';
import { Texts } from '../rows/texts.js';
import type { FilerCollector } from './filer-collector.js';
import { increment, newestFirst } from './newest-first.js';

/** 20 million filings must fit: numbers in flat arrays, each distinct text once. */
export class FilingCollector {
  readonly #filers: FilerCollector;
  readonly #accessions = new GrowableUint64();
  readonly #filed = new GrowableUint32();
  readonly #groups = new GroupedNumbers();
  readonly #facets = Object.entries(FILING_FACETS).map(([facet, { column, spelling }]) => ({
    ...{ facet, column, codes: new SpeltCodes(spelling), owned: new GroupedNumbers() },
  }));
  readonly #descriptions = new GroupedNumbers();
  readonly #items = new GroupedNumbers();
  readonly #itemTitles = new GroupedNumbers();
  readonly #dayOfDate = new Map<string, number>();
  readonly #texts = new Texts((written) => textWords(searchText(written)));
  #accession = '';

  constructor(filers: FilerCollector) {
    this.#filers = filers;
  }

  /** Rows come ordered by accession; those of one accession are one filing. */
  add(row: FilingRow): void {
    if (row.accession !== this.#accession) this.#open(row);
    for (const { column, codes, owned } of this.#facets) owned.push(codes.codeOf(row[column]));
    this.#addText(this.#descriptions, `${row.form} ${row.description ?? ''}`);
    for (const item of eightKItems(row)) this.#addItem(item);
    const group = this.#filers.groupOf(row.cik);
    if (group === undefined) return;
    this.#groups.push(group);
    if (row.name !== null) this.#filers.addName(group, row.name);
  }

  /** By its number, and by the SEC's words for it. */
  #addItem(item: string): void {
    this.#addText(this.#items, item);
    for (const title of eightKItemTexts(item)) this.#addText(this.#itemTitles, title);
  }

  #addText(owned: GroupedNumbers, written: string): void {
    for (const number of this.#texts.numbersOf(written)) owned.push(number);
  }

  #dayOf(date: string): number {
    let day = this.#dayOfDate.get(date);
    if (day === undefined) {
      day = dayNumber(date);
      this.#dayOfDate.set(date, day);
    }
    return day;
  }

  #open(row: FilingRow): void {
    this.#accession = row.accession;
    this.#accessions.push(accessionKey(row.accession));
    this.#filed.push(this.#dayOf(row.filed));
    for (const { owned } of this.#facets) owned.open();
    const all = [this.#groups, this.#descriptions, this.#items, this.#itemTitles];
    for (const owned of all) owned.open();
  }

  /** Once: what was gathered is let go as soon as it is put in order, or both would be held while the index is written. */
  input(): IndexInput {
    const days = asSigned(this.#filed.view());
    // The rows came by ascending accession: of one day the last filing that an agent sent in comes first.
    const filings = newestFirst(days);
    const filed = Int32Array.from(filings, (filing) => days[filing] ?? NONE);
    this.#filed.clear();
    const documentKeys = BigUint64Array.from(filings, (filing) => this.#accessions.at(filing));
    this.#accessions.clear();
    const groups = this.#groups.takeInOrder(filings);
    const texts = (owned: GroupedNumbers) => () => {
      const { numbers, places } = owned.inOrder(filings);
      const { count } = this.#texts;
      return new SharedTexts({ count, text: (number) => this.#texts.text(number), numbers, owners: places });
    };
    return {
      documentKeys,
      groups: this.#groupsInput(groups),
      lexicons: [
        ...this.#filers.lexicons(),
        { name: 'description', owners: 'documents', by: 'words', entries: texts(this.#descriptions) },
        { name: 'item', owners: 'documents', by: 'whole', entries: texts(this.#items) },
        { name: 'itemTitle', owners: 'documents', by: 'words', entries: texts(this.#itemTitles) },
      ],
      facets: [
        ...this.#facets.map(({ facet, codes, owned }) =>
          facetOf(facet, codes, owned.takeInOrder(filings), (code) => code),
        ),
        ...this.#filers.facets.map(({ facet, codes, codeOf }) =>
          facetOf(facet, codes, groups, (group) => codeOf.at(group)),
        ),
      ],
      valueSets: FILING_VALUE_SETS,
      columns: [{ name: 'filed', values: filed }],
    };
  }

  #groupsInput({ numbers, places }: FlatGroups): GroupsInput {
    const keys = Float64Array.from(this.#filers.ciks);
    const offsets = new Uint32Array(keys.length + 1);
    for (const group of numbers) increment(offsets, group + 1);
    for (let group = 0; group < keys.length; group++) increment(offsets, group + 1, offsets[group]);
    const next = offsets.slice();
    const documents = new Uint32Array(numbers.length);
    for (let entry = 0; entry < numbers.length; entry++) {
      const group = numbers[entry] ?? 0;
      documents[next[group] ?? 0] = places[entry] ?? 0;
      increment(next, group);
    }
    return { keys, offsets, documents };
  }
}

/** The values of one facet, `codeOf` each number, and the documents they are at. */
function facetOf(
  name: string,
  codes: Codes,
  { numbers, places }: FlatGroups,
  codeOf: (number: number) => number,
): FacetInput {
  const facet = new FacetCollector(name, codes);
  for (let entry = 0; entry < numbers.length; entry++) {
    facet.add(codeOf(numbers[entry] ?? 0), places[entry] ?? 0);
  }
  return facet.input();
}

/** 8-K items only: other forms keep exemption codes (`06b`) in the same column. */
function eightKItems(row: FilingRow): readonly string[] {
  if (row.items === null || !/^8-K/i.test(row.form)) return [];
  return row.items.split(',').filter((item) => /^\d\.\d\d$/.test(item));
}

/** Days before 1970 are negative; the same memory. */
function asSigned({ buffer, byteOffset, length }: Uint32Array): Int32Array {
  return new Int32Array(buffer, byteOffset, length);
}
