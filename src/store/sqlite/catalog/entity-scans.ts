import type { EntityIds, LinkEntity } from '../../store.js';
import type { Sqlite } from '../driver.js';
import type { SourceNumbers } from './source-numbers.js';

type LinkTuple = Omit<LinkEntity, 'sourceId'> & { readonly number: number; readonly source: number };

/** `last` null: there are none. */
interface IdPage {
  readonly last: string | null;
  /** JSON lists, as long as each other. */
  readonly ids: string;
  readonly numbers: string;
}

const ROWS_PER_PAGE = 2_000;

/** Of all entities, in pages: a long scan in one holds a read lock that keeps the log from being written back. */
export class EntityScans {
  readonly #sources: SourceNumbers;
  readonly #facets;
  readonly #links;
  readonly #highest;
  readonly #ids;

  constructor(database: Sqlite, sources: SourceNumbers) {
    this.#sources = sources;
    this.#facets = database.prepare<[number, number], { number: number; facets: string }>(
      'SELECT number, facets FROM entity_facets WHERE number > ? AND gone = 0 ORDER BY number LIMIT ?',
    );
    this.#links = database.prepare<[number, number], LinkTuple>(
      `SELECT number, id, source, hash, coalesce(link_keys, '[]') AS linkKeys, facets, document
       FROM entities JOIN entity_facets USING (number)
       WHERE number > ? AND gone = 0 ORDER BY number LIMIT ?`,
    );
    this.#highest = database.prepare<[], number | null>('SELECT max(number) FROM entities').pluck();
    this.#ids = database.prepare<[string, number, number], IdPage>(
      `SELECT max(id) AS last, json_group_array(id) AS ids, json_group_array(number) AS numbers
       FROM (SELECT id, number FROM entities WHERE id > ? AND number <= ? ORDER BY id LIMIT ?)`,
    );
  }

  async *facets(): AsyncGenerator<readonly { number: number; facets: string }[]> {
    for (let last = 0; ; ) {
      const page = this.#facets.all(last, ROWS_PER_PAGE);
      if (page.length === 0) return;
      yield page;
      last = page.at(-1)?.number ?? last;
    }
  }

  async *forLinks(): AsyncGenerator<readonly LinkEntity[]> {
    for (let last = 0; ; ) {
      const page = this.#links.all(last, ROWS_PER_PAGE);
      if (page.length === 0) return;
      yield page.map((row) => Object.assign(row, { sourceId: this.#sources.idOf(row.source) }));
      last = page.at(-1)?.number ?? last;
    }
  }

  ids() {
    const most = this.#highest.get() ?? 0;
    return { most, pages: this.#idsUpTo(most) };
  }

  /** A page comes as two texts: to make values of its rows one by one takes twice as long. */
  async *#idsUpTo(number: number): AsyncGenerator<EntityIds> {
    for (let from = ''; ; ) {
      const page = this.#ids.get(from, number, ROWS_PER_PAGE);
      if (!page || page.last === null) return;
      const { last, ids, numbers } = page;
      yield { ids: JSON.parse(ids), numbers: JSON.parse(numbers) };
      from = last;
    }
  }
}
