import { accessionKey } from '../domain/accession-key.js';
import { dayNumber } from '../domain/dates.js';
import { canonicalForm } from '../domain/forms.js';
import type { FilingRow } from '../domain/sec.js';
import type { FacetInput, GroupsInput, IndexInput, LexiconInput } from '../search/types.js';
import { Codes, FacetCollector } from './facets.js';
import type { FilerCollector } from './filer-collector.js';
import { GrowingKeys, GrowingUint32 } from './growing.js';
import { Owned } from './owned.js';
import { Texts } from './texts.js';

/** 20 million filings must fit: numbers in flat arrays, each distinct text once. */
export class FilingCollector {
  readonly #filers: FilerCollector;
  readonly #accessions = new GrowingKeys();
  readonly #filed = new GrowingUint32();
  readonly #groups = new Owned();
  readonly #forms = new Owned();
  readonly #descriptions = new Owned();
  readonly #items = new Owned();
  readonly #formCodes = new Codes();
  readonly #codeOfForm = new Map<string, number>();
  readonly #dayOfDate = new Map<string, number>();
  readonly #texts = new Texts();
  #accession = '';

  constructor(filers: FilerCollector) {
    this.#filers = filers;
  }

  /** Rows come ordered by accession; those of one accession are one filing. */
  add(row: FilingRow): void {
    if (row.accession !== this.#accession) this.#open(row);
    this.#forms.push(this.#formCodeOf(row.form));
    this.#descriptions.push(this.#texts.numberOf(`${row.form} ${row.description ?? ''}`));
    for (const item of eightKItems(row)) this.#items.push(this.#texts.numberOf(item));
    const group = this.#filers.groupOf(row.cik);
    if (group === undefined) return;
    this.#groups.push(group);
    if (row.name !== null) this.#filers.addName(group, row.name);
  }

  #formCodeOf(form: string): number {
    let code = this.#codeOfForm.get(form);
    if (code === undefined) {
      code = this.#formCodes.codeOf(canonicalForm(form));
      this.#codeOfForm.set(form, code);
    }
    return code;
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
    for (const owned of [this.#groups, this.#forms, this.#descriptions, this.#items]) owned.open();
  }

  input(): IndexInput {
    const filings = this.#filingsByRank();
    return {
      documentKeys: BigUint64Array.from(filings, (filing) => this.#accessions.at(filing)),
      groups: this.#groupsByRank(filings),
      lexicons: [
        ...this.#filers.lexicons(),
        {
          name: 'description',
          owners: 'documents',
          by: 'words',
          entries: this.#entries(filings, this.#descriptions),
        },
        { name: 'item', owners: 'documents', by: 'whole', entries: this.#entries(filings, this.#items) },
      ],
      facets: [this.#formFacet(filings), this.#sicFacet(filings)],
      columns: [{ name: 'filed', values: Int32Array.from(filings, (filing) => this.#filed.at(filing)) }],
    };
  }

  #filingsByRank(): Uint32Array {
    const filings = Uint32Array.from({ length: this.#accessions.length }, (_, filing) => filing);
    // The rows came by ascending accession, so the number of a filing is its tie-breaker.
    return filings.sort((a, b) => this.#filed.at(b) - this.#filed.at(a) || a - b);
  }

  #groupsByRank(filings: Uint32Array): GroupsInput {
    const keys = Float64Array.from(this.#filers.ciks);
    const offsets = new Uint32Array(keys.length + 1);
    for (const filing of filings) for (const group of this.#groups.of(filing)) increment(offsets, group + 1);
    for (let group = 0; group < keys.length; group++) increment(offsets, group + 1, offsets[group]);
    const next = offsets.slice();
    const documents = new Uint32Array(this.#groups.length);
    filings.forEach((filing, document) => {
      for (const group of this.#groups.of(filing)) {
        documents[next[group] ?? 0] = document;
        increment(next, group);
      }
    });
    return { keys, offsets, documents };
  }

  #entries(filings: Uint32Array, owned: Owned): LexiconInput['entries'] {
    const texts = this.#texts;
    return function* (): Generator<[string, number]> {
      for (let document = 0; document < filings.length; document++) {
        for (const number of owned.of(filings[document] ?? 0)) yield [texts.text(number), document];
      }
    };
  }

  #formFacet(filings: Uint32Array): FacetInput {
    const facet = new FacetCollector('form', this.#formCodes);
    filings.forEach((filing, document) => {
      for (const code of this.#forms.of(filing)) facet.add(code, document);
    });
    return facet.input();
  }

  #sicFacet(filings: Uint32Array): FacetInput {
    const facet = new FacetCollector('sic', this.#filers.sicCodes);
    filings.forEach((filing, document) => {
      for (const group of this.#groups.of(filing)) facet.add(this.#filers.sicOf(group), document);
    });
    return facet.input();
  }
}

/** 8-K items only: other forms keep exemption codes (`06b`) in the same column. */
function eightKItems(row: FilingRow): readonly string[] {
  if (row.items === null || !/^8-K/i.test(row.form)) return [];
  return row.items.split(',').filter((item) => /^\d\.\d\d$/.test(item));
}

function increment(counts: Uint32Array, at: number, by = 1): void {
  counts[at] = (counts[at] ?? 0) + by;
}
