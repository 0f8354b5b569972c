import type { KnownKeys } from '../../store.js';
import type { Sqlite } from '../file/driver.js';

const KEYS_PER_PAGE = 2_000;

/** Keys of earlier rows, in pages. Rows removed in the meantime are left out, and no read lock is held between pages. */
export class KeyScans {
  readonly #countParties;
  readonly #parties;
  readonly #countShared;
  readonly #shared;

  constructor(database: Sqlite) {
    this.#countParties = database
      .prepare<[string], number>('SELECT count(*) FROM judgements WHERE dataset = ?')
      .pluck();
    this.#parties = database
      .prepare<[string, string, number], string>(
        'SELECT party FROM judgements WHERE dataset = ? AND party > ? ORDER BY party LIMIT ?',
      )
      .pluck();
    this.#countShared = database.prepare<[], number>('SELECT count(*) FROM shared_entities').pluck();
    this.#shared = database
      .prepare<[string, number], string>(
        'SELECT entity FROM shared_entities WHERE entity > ? ORDER BY entity LIMIT ?',
      )
      .pluck();
  }

  parties(dataset: string): KnownKeys {
    const pages = inPages((after) => this.#parties.all(dataset, after, KEYS_PER_PAGE));
    return { count: this.#countParties.get(dataset) ?? 0, pages };
  }

  shared(): KnownKeys {
    const pages = inPages((after) => this.#shared.all(after, KEYS_PER_PAGE));
    return { count: this.#countShared.get() ?? 0, pages };
  }
}

async function* inPages(pageAfter: (key: string) => readonly string[]): AsyncGenerator<readonly string[]> {
  for (let page = pageAfter(''); page.length > 0; page = pageAfter(page.at(-1) ?? '')) yield page;
}
