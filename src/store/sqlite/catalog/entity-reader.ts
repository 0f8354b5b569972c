import type { FoundEntity, LinkEntity, StoredEntity } from '../../store.js';
import type { Sqlite } from '../database.js';
import type { SourceNumbers } from './source-numbers.js';

interface EntityColumns extends Omit<StoredEntity, 'sourceId'> {
  readonly source: number;
}

type LinkTuple = Omit<LinkEntity, 'sourceId'> & { readonly number: number; readonly source: number };

const COLUMNS = `number, id, source, hash, changed_at AS changedAt, gone_since AS goneSince, absent, document`;
const ROWS_PER_PAGE = 2_000;

export class EntityReader {
  readonly #sources: SourceNumbers;
  readonly #byId;
  readonly #byNumber;
  readonly #page;
  readonly #linkPage;

  constructor(database: Sqlite, sources: SourceNumbers) {
    this.#sources = sources;
    this.#byId = database.prepare<[string], EntityColumns>(`SELECT ${COLUMNS} FROM entities WHERE id = ?`);
    this.#byNumber = database.prepare<[number], EntityColumns & { readonly facets: string }>(
      `SELECT ${COLUMNS}, facets FROM entities JOIN entity_facets USING (number) WHERE number = ?`,
    );
    this.#page = database.prepare<[number, number], { number: number; facets: string }>(
      'SELECT number, facets FROM entity_facets WHERE number > ? AND gone = 0 ORDER BY number LIMIT ?',
    );
    this.#linkPage = database.prepare<[number, number], LinkTuple>(
      `SELECT number, id, source, hash, coalesce(link_keys, '[]') AS linkKeys, facets, document
       FROM entities JOIN entity_facets USING (number)
       WHERE number > ? AND gone = 0 ORDER BY number LIMIT ?`,
    );
  }

  get(id: string): StoredEntity | undefined {
    const row = this.#byId.get(id);
    return row && this.#toEntity(row);
  }

  getByNumber(numbers: readonly number[]): FoundEntity[] {
    return numbers.flatMap((number) => {
      const row = this.#byNumber.get(number);
      return row ? [this.#toEntity(row)] : [];
    });
  }

  /** In pages, so that a long scan holds no read lock that would keep the log from being written back. */
  async *scan(): AsyncGenerator<readonly { number: number; facets: string }[]> {
    let last = 0;
    for (;;) {
      const page = this.#page.all(last, ROWS_PER_PAGE);
      if (page.length === 0) return;
      yield page;
      last = page.at(-1)?.number ?? last;
    }
  }

  async *scanForLinks(): AsyncGenerator<readonly LinkEntity[]> {
    for (let last = 0; ; ) {
      const page = this.#linkPage.all(last, ROWS_PER_PAGE);
      if (page.length === 0) return;
      yield page.map(({ source, ...row }) => ({ ...row, sourceId: this.#sources.idOf(source) }));
      last = page.at(-1)?.number ?? last;
    }
  }

  #toEntity<Columns extends EntityColumns>({ source, ...columns }: Columns) {
    return { ...columns, sourceId: this.#sources.idOf(source) };
  }
}
