import type { EntityFacets } from '../../../../domain/entity-facets.js';
import type { EntityIds, ExportedEntity, FoundFacets, LinkEntity } from '../../../store.js';
import type { Sqlite } from '../../file/driver.js';
import type { SourceNumbers } from '../runs/source-numbers.js';
import { asLists, type Lists, parsed } from '../staging/listed-columns.js';
import type { LinkedOfficerNames } from './linked-officers.js';

type LinkTuple = Omit<LinkEntity, 'sourceId'> & { readonly source: number };

/** Read as a list, not an object. */
type ExportedTuple = readonly [
  number: number,
  id: string,
  source: number,
  changedAt: number,
  document: string,
];

const ROWS_PER_PAGE = 2_000;
/** From one in so many rows of a stretch on, all of them are read in one go and the others left out. */
const DENSE_IS_ONE_IN = 4;

/** Scans all entities, in pages: a long scan in one holds a read lock that keeps the log from being written back. */
export class EntityScans {
  readonly #sources: SourceNumbers;
  readonly #officers: LinkedOfficerNames;
  readonly #facets;
  readonly #facetsOf;
  readonly #links;
  readonly #linkOf;
  readonly #highest;
  readonly #ids;
  readonly #stretch;
  readonly #one;

  constructor(database: Sqlite, sources: SourceNumbers, officers: LinkedOfficerNames) {
    this.#sources = sources;
    this.#officers = officers;
    this.#facetsOf = database
      .prepare<[number], string>('SELECT facets FROM entities WHERE number = ? AND gone_since IS NULL')
      .pluck();
    this.#facets = database
      .prepare<[number, number], Lists>(
        asLists(
          ['number', 'facets'],
          'FROM entities WHERE number > ? AND gone_since IS NULL ORDER BY number LIMIT ?',
          ['facets'],
        ),
      )
      .raw();
    this.#links = database.prepare<[number, number], LinkTuple>(
      `SELECT number, id, source, hash, coalesce(link_keys, '[]') AS linkKeys, facets, document
       FROM entities WHERE number > ? AND gone_since IS NULL ORDER BY number LIMIT ?`,
    );
    this.#linkOf = database.prepare<[number], LinkTuple>(
      `SELECT number, id, source, hash, coalesce(link_keys, '[]') AS linkKeys, facets, document
       FROM entities WHERE number = ? AND gone_since IS NULL`,
    );
    const exported = 'SELECT number, id, source, changed_at, document FROM entities';
    this.#stretch = database
      .prepare<[number, number], ExportedTuple>(`${exported} WHERE number BETWEEN ? AND ? ORDER BY number`)
      .raw();
    this.#one = database.prepare<[number], ExportedTuple>(`${exported} WHERE number = ?`).raw();
    this.#highest = database.prepare<[], number | null>('SELECT max(number) FROM entities').pluck();
    this.#ids = database
      .prepare<[string, number, number], Lists>(
        asLists(['id', 'number'], 'FROM entities WHERE id > ? AND number <= ? ORDER BY id LIMIT ?'),
      )
      .raw();
  }

  async *scanEntities(): AsyncGenerator<readonly FoundFacets[]> {
    for (let last: number | undefined = 0; last !== undefined; ) {
      const [numbers, facets]: [number[], EntityFacets[]] = parsed(this.#facets.get(last, ROWS_PER_PAGE));
      yield this.#officers.addTo(
        numbers.map((number, at) => ({ number, facets: facets[at] as EntityFacets })),
      );
      last = numbers.at(-1);
    }
  }

  async getFacets(numbers: readonly number[]): Promise<readonly FoundFacets[]> {
    const found = numbers.flatMap((number) => {
      const facets = this.#facetsOf.get(number);
      return facets === undefined ? [] : { number, facets: JSON.parse(facets) as EntityFacets };
    });
    return this.#officers.addTo(found);
  }

  async *scanLinkEntities(): AsyncGenerator<readonly LinkEntity[]> {
    for (let last = 0; ; ) {
      const page = this.#links.all(last, ROWS_PER_PAGE);
      if (page.length === 0) return;
      yield page.map((row) => Object.assign(row, { sourceId: this.#sources.idOf(row.source) }));
      last = page.at(-1)?.number ?? last;
    }
  }

  async getLinkEntities(numbers: readonly number[]): Promise<LinkEntity[]> {
    return numbers.flatMap((number) => {
      const row = this.#linkOf.get(number);
      return row ? Object.assign(row, { sourceId: this.#sources.idOf(row.source) }) : [];
    });
  }

  /** The numbers ascend. */
  async readEntities(numbers: readonly number[]): Promise<ExportedEntity[]> {
    const [first = 0, last = -1] = [numbers[0], numbers.at(-1)];
    const isDense = last - first < numbers.length * DENSE_IS_ONE_IN;
    const rows = isDense
      ? this.#stretch.all(first, last)
      : numbers.flatMap((number) => this.#one.all(number));
    const found: ExportedEntity[] = [];
    let at = 0;
    for (const [number, id, source, changedAt, document] of rows) {
      while ((numbers[at] ?? number) < number) at += 1;
      if (numbers[at] !== number) continue;
      found.push({ number, id, sourceId: this.#sources.idOf(source), changedAt, document });
    }
    return found;
  }

  entityIds() {
    const max = this.#highest.get() ?? 0;
    return { max, pages: this.#idsUpTo(max) };
  }

  async *#idsUpTo(number: number): AsyncGenerator<EntityIds> {
    for (let last: string | undefined = ''; last !== undefined; ) {
      const [ids, numbers]: [string[], number[]] = parsed(this.#ids.get(last, number, ROWS_PER_PAGE));
      yield { ids, numbers };
      last = ids.at(-1);
    }
  }
}
