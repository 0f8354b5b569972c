import { GrowableUint32, GrowableUint64 } from '../../collections/growable.js';
import { textWords } from '../../domain/business-names/name-words.js';
import { searchText } from '../../domain/names.js';
import { accessionKey } from '../../domain/sec/accession-key.js';
import { eightKItems, eightKItemTexts } from '../../domain/sec/eight-k-items.js';
import { FILING_FACETS, FILING_VALUE_SETS } from '../../domain/sec/filing-facets.js';
import type { FilingRow } from '../../domain/sec/sec.js';
import { dayNumber } from '../../domain/time/dates.js';
import { type FacetInput, type GroupsInput, type IndexInput, NONE } from '../../search/format/types.js';
import { SharedTexts } from '../../search/index.js';
import { type Codes, FacetCollector, SpeltCodes } from '../rows/facets.js';
import { Texts } from '../rows/texts.js';
import type { FilerCollector } from './filer-collector.js';

/** Numbers, and at the same index the place of each one's owner; places ascend. */
interface FlatGroups {
  readonly numbers: Uint32Array;
  readonly places: Uint32Array;
}

/** Numbers by owner in two typed arrays. All numbers of an owner must be added together. */
class GroupedNumbers {
  readonly #numbers = new GrowableUint32();
  readonly #starts = new GrowableUint32();

  /** Starts the next owner. */
  open(): void {
    this.#starts.push(this.#numbers.length);
  }

  /** Adds a number to the current owner, unless the owner has it already. */
  push(number: number): void {
    const start = this.#starts.at(this.#starts.length - 1);
    for (let index = start; index < this.#numbers.length; index++) {
      if (this.#numbers.at(index) === number) return;
    }
    this.#numbers.push(number);
  }

  /** Returns all numbers with the owners in another order; `places` contains the place of each number's owner. */
  inOrder(owners: Uint32Array): FlatGroups {
    const numbers = new Uint32Array(this.#numbers.length);
    const places = new Uint32Array(this.#numbers.length);
    let filled = 0;
    for (let place = 0; place < owners.length; place++) {
      const owner = owners[place] ?? 0;
      const end = owner + 1 < this.#starts.length ? this.#starts.at(owner + 1) : this.#numbers.length;
      for (let index = this.#starts.at(owner); index < end; index++) {
        numbers[filled] = this.#numbers.at(index);
        places[filled++] = place;
      }
    }
    return { numbers, places };
  }

  /** Returns the same and clears the object. */
  takeInOrder(owners: Uint32Array): FlatGroups {
    const placed = this.inOrder(owners);
    this.#numbers.clear();
    this.#starts.clear();
    return placed;
  }
}

/** Collects up to 20 million filings in memory: numbers in typed arrays, each distinct text once. */
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

  /** Rows must be ordered by accession number; rows with the same one are one filing. */
  add(row: FilingRow): void {
    if (row.accession !== this.#accession) this.#open(row);
    for (const { column, codes, owned } of this.#facets) owned.push(codes.codeOf(row[column]));
    this.#addText(this.#descriptions, `${row.form} ${row.description ?? ''}`);
    for (const item of eightKItems(row.form, row.items)) this.#addItem(item);
    const group = this.#filers.groupOf(row.cik);
    if (group === undefined) return;
    this.#groups.push(group);
    if (row.name !== null) this.#filers.addName(group, row.name);
  }

  /** Adds an item by its number, and by the SEC's titles for it. */
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

  /**
   * May be called once: each part is freed as soon as it is ordered, so that both are not in memory while the index is written.
   */
  input(): IndexInput {
    const days = asSigned(this.#filed.view());
    // The rows are in ascending order of accession number: of one day, the last filing of an agent comes first.
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

/** Collects the values of one facet. `codeOf` maps each number to its code; `places` are the documents. */
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

/** Returns a view of the same memory: days before 1970 are negative. */
function asSigned({ buffer, byteOffset, length }: Uint32Array): Int32Array {
  return new Int32Array(buffer, byteOffset, length);
}

/** Returns the places of the days (numbers since 1970), latest first; of equal days, the last place first. A counting sort. */
export function newestFirst(days: Int32Array): Uint32Array {
  let [first, last] = [0, 0];
  for (const day of days) {
    first = Math.min(first, day);
    last = Math.max(last, day);
  }
  // The number of later days, for each day: where its own places start.
  const begins = new Uint32Array(last - first + 2);
  for (const day of days) increment(begins, day - first);
  for (let at = begins.length - 2; at >= 0; at--) increment(begins, at, begins[at + 1]);
  const ordered = new Uint32Array(days.length);
  for (let place = days.length - 1; place >= 0; place--) {
    const after = (days[place] ?? 0) - first + 1;
    ordered[begins[after] ?? 0] = place;
    increment(begins, after);
  }
  return ordered;
}

function increment(counts: Uint32Array, at: number, by = 1): void {
  counts[at] = (counts[at] ?? 0) + by;
}
