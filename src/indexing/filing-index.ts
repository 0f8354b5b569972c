import { accessionKey } from '../domain/accession-key.js';
import { dayNumber } from '../domain/dates.js';
import { canonicalForm } from '../domain/forms.js';
import { searchText } from '../domain/names.js';
import type { FilingRow } from '../domain/sec.js';
import type { GroupsInput, IndexInput } from '../search/types.js';
import type { Catalog } from '../store/store.js';
import { FacetCollector } from './facets.js';
import { FilerCollector } from './filer-collector.js';
import { GrowingUint32 } from './growing.js';

/**
 * SEC filings as documents of the search index: one per accession number, newest first, ties by accession number.
 * Filers are the groups; their current and former names, the names they filed under, and their tickers are what
 * `q` is matched on, and after those the form, the description of the main document and the 8-K items.
 */
export async function filingIndexInput(catalog: Catalog): Promise<IndexInput> {
  const filers = new FilerCollector();
  for await (const batch of catalog.scanFilers()) for (const filer of batch) filers.add(filer);
  const filings = new FilingCollector(filers);
  for await (const batch of catalog.scanFilings()) for (const row of batch) filings.add(row);
  return filings.input();
}

class FilingCollector {
  readonly #filers: FilerCollector;
  readonly #accessions: bigint[] = [];
  readonly #filed = new GrowingUint32();
  readonly #owners = { filings: new GrowingUint32(), groups: new GrowingUint32() };
  readonly #forms: [form: string, filing: number][] = [];
  readonly #descriptions: [text: string, filing: number][] = [];
  readonly #items: [text: string, filing: number][] = [];
  #accession = '';

  constructor(filers: FilerCollector) {
    this.#filers = filers;
  }

  /** Rows come ordered by accession; those of one accession are one filing. */
  add(row: FilingRow): void {
    if (row.accession !== this.#accession) this.#open(row);
    const filing = this.#accessions.length - 1;
    this.#forms.push([canonicalForm(row.form), filing]);
    this.#descriptions.push([searchText(`${row.form} ${row.description ?? ''}`), filing]);
    for (const item of eightKItems(row)) this.#items.push([searchText(item), filing]);
    const group = this.#filers.groupOf(row.cik);
    if (group === undefined) return;
    this.#owners.filings.push(filing);
    this.#owners.groups.push(group);
    if (row.name !== null) this.#filers.addName(group, row.name);
  }

  #open(row: FilingRow): void {
    this.#accession = row.accession;
    this.#accessions.push(accessionKey(row.accession));
    this.#filed.push(dayNumber(row.filed));
  }

  input(): IndexInput {
    const filings = this.#filingsByRank();
    const documentOf = new Uint32Array(filings.length);
    filings.forEach((filing, document) => {
      documentOf[filing] = document;
    });
    const ranked = (pairs: readonly [string, number][]) =>
      function* (): Generator<[string, number]> {
        for (const [text, filing] of pairs) yield [text, documentOf[filing] ?? 0];
      };
    return {
      documentKeys: BigUint64Array.from(filings, (filing) => this.#accessions[filing] ?? 0n),
      groups: this.#groups(documentOf),
      lexicons: [
        ...this.#filers.lexicons(),
        { name: 'description', owners: 'documents', by: 'words', entries: ranked(this.#descriptions) },
        { name: 'item', owners: 'documents', by: 'whole', entries: ranked(this.#items) },
      ],
      facets: [this.#formFacet(documentOf), this.#sicFacet(documentOf)],
      columns: [{ name: 'filed', values: Int32Array.from(filings, (filing) => this.#filed.at(filing)) }],
    };
  }

  #filingsByRank(): Uint32Array {
    const filings = Uint32Array.from({ length: this.#accessions.length }, (_, filing) => filing);
    // The rows came by ascending accession, so the number of a filing is its tie-breaker.
    return filings.sort((a, b) => this.#filed.at(b) - this.#filed.at(a) || a - b);
  }

  #groups(documentOf: Uint32Array): GroupsInput {
    const keys = Float64Array.from(this.#filers.ciks);
    const groups = this.#owners.groups.view();
    const offsets = new Uint32Array(keys.length + 1);
    for (const group of groups) offsets[group + 1] = (offsets[group + 1] ?? 0) + 1;
    for (let group = 0; group < keys.length; group++) {
      offsets[group + 1] = (offsets[group + 1] ?? 0) + (offsets[group] ?? 0);
    }
    const next = offsets.slice();
    const documents = new Uint32Array(groups.length);
    groups.forEach((group, index) => {
      const position = next[group] ?? 0;
      documents[position] = documentOf[this.#owners.filings.at(index)] ?? 0;
      next[group] = position + 1;
    });
    return withoutRepeats({ keys, offsets, documents });
  }

  #formFacet(documentOf: Uint32Array) {
    const facet = new FacetCollector('form');
    for (const [form, filing] of this.#forms) facet.add(form, documentOf[filing] ?? 0);
    return facet.input();
  }

  #sicFacet(documentOf: Uint32Array) {
    const facet = new FacetCollector('sic');
    this.#owners.groups.view().forEach((group, index) => {
      facet.add(this.#filers.sics[group] ?? null, documentOf[this.#owners.filings.at(index)] ?? 0);
    });
    return facet.input();
  }
}

/** 8-K items only: other forms keep exemption codes (`06b`) in the same column. */
function eightKItems(row: FilingRow): readonly string[] {
  if (row.items === null || !/^8-K/i.test(row.form)) return [];
  return row.items.split(',').filter((item) => /^\d\.\d\d$/.test(item));
}

/** Sorts each group's documents and drops repeats: a filer with two forms in one accession owns it once. */
function withoutRepeats({ keys, offsets, documents }: GroupsInput): GroupsInput {
  const kept = new Uint32Array(documents.length);
  const keptOffsets = new Uint32Array(offsets.length);
  let length = 0;
  for (let group = 0; group < keys.length; group++) {
    const own = documents.subarray(offsets[group], offsets[group + 1]).sort();
    own.forEach((document, index) => {
      if (index === 0 || document !== own[index - 1]) kept[length++] = document;
    });
    keptOffsets[group + 1] = length;
  }
  return { keys, offsets: keptOffsets, documents: kept.slice(0, length) };
}
