import { upperBound } from '../../../../collections/bisect.js';
import type { Sqlite } from '../../file/driver.js';

/** The values that a reload compares: number, content hash, facets, and whether the record was gone. */
export interface StoredHash {
  readonly number: number;
  readonly id: string;
  readonly hash: string;
  /** `EntityFacets` as JSON text. */
  readonly facets: string;
  readonly gone: boolean;
}

const MIN_PAGE = 16;
const GREATEST_PAGE = 4_096;

/**
 * Finds stored hashes by id. Publishers list records in nearly the same order each time, so the record after the last match is
 * tried first: this reads pages of one covering index instead of searching for each record.
 */
export class StoredHashes {
  readonly isEmpty: boolean;
  readonly #readPage;
  readonly #readById;
  readonly #source: number;
  #page: readonly StoredHash[] = [];
  #next = 0;
  #pageSize = MIN_PAGE;
  #lastNumber = -1;

  constructor(database: Sqlite, source: number) {
    this.#source = source;
    this.#readPage = database
      .prepare<[number, number, number], HashTuple>(
        `SELECT number, id, hash, facets, gone_since FROM entities INDEXED BY entities_by_source
         WHERE source = ? AND number > ? ORDER BY number LIMIT ?`,
      )
      .raw();
    this.#readById = database
      .prepare<[string], [...HashTuple, source: number]>(
        'SELECT number, id, hash, facets, gone_since, source FROM entities WHERE id = ?',
      )
      .raw();
    this.#turnPage();
    this.isEmpty = this.#page.length === 0;
  }

  /** Throws if the id belongs to another source. */
  find(id: string): StoredHash | undefined {
    const expected = this.#page[this.#next];
    if (expected?.id === id) {
      this.#lastNumber = expected.number;
      this.#next += 1;
      if (this.#next === this.#page.length) this.#turnPage();
      return expected;
    }
    const row = this.#readById.get(id);
    if (row === undefined) return undefined;
    if (row[5] !== this.#source) throw new Error(`The record ${id} belongs to another source.`);
    this.#expectAfter(row[0]);
    return toStoredHash([row[0], row[1], row[2], row[3], row[4]]);
  }

  /** Two matches in stored order load the next page; a single jump out of the page does not read ahead. */
  #expectAfter(number: number): void {
    const place = this.#placeOf(number);
    const follows = number === this.#lastNumber + 1;
    this.#lastNumber = number;
    if (place !== undefined && place + 1 < this.#page.length) this.#next = place + 1;
    else if (follows || place !== undefined) {
      this.#pageSize = MIN_PAGE;
      this.#turnPage();
    }
  }

  #turnPage(): void {
    this.#page = this.#readPage.all(this.#source, this.#lastNumber, this.#pageSize).map(toStoredHash);
    this.#next = 0;
    this.#pageSize = Math.min(this.#pageSize * 2, GREATEST_PAGE);
  }

  /** Pages are sorted by number. */
  #placeOf(number: number): number | undefined {
    const page = this.#page;
    const place = upperBound(0, page.length, (at) => (page[at]?.number ?? 0) >= number);
    return page[place]?.number === number ? place : undefined;
  }
}

type HashTuple = [number: number, id: string, hash: string, facets: string, goneSince: number | null];

function toStoredHash([number, id, hash, facets, goneSince]: HashTuple): StoredHash {
  return { number, id, hash, facets, gone: goneSince !== null };
}
