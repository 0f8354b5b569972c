import type { EntityFacets } from '../../../../domain/entity-facets.js';
import type { FoundFacets, LinkedOfficerNames, LinkedOfficers } from '../../../store.js';
import type { Sqlite } from '../../file/driver.js';
import { synced } from '../../file/synced.js';
import { keepLogShort } from '../../file/wal-checkpoint.js';
import { EventWriter } from '../feed/event-writer.js';

interface Named {
  readonly number: number;
  /** JSON list. */
  readonly names: string;
}

/** If fewer than one in this many numbers of a range are on the page, each is read by itself; else the whole range at once. */
const SPARSE = 8;

/** Officers of linked records, by which an entity is found like by its own. */
export class LinkedOfficerTable implements LinkedOfficerNames {
  readonly #database: Sqlite;
  readonly #entityRow;
  readonly #one;
  readonly #stretch;
  readonly #put;
  readonly #drop;

  constructor(database: Sqlite, reader: Sqlite) {
    this.#database = database;
    this.#entityRow = database.prepare<[string], { number: number; state: string | null }>(
      `SELECT number, document ->> 'state' AS state FROM entities WHERE id = ?`,
    );
    this.#one = database
      .prepare<[number], string>('SELECT names FROM linked_officers WHERE number = ?')
      .pluck();
    this.#stretch = reader.prepare<[number, number], Named>(
      'SELECT number, names FROM linked_officers WHERE number BETWEEN ? AND ?',
    );
    this.#put = database.prepare('INSERT OR REPLACE INTO linked_officers VALUES (?, ?)');
    this.#drop = database.prepare('DELETE FROM linked_officers WHERE number = ?');
  }

  /** Appends the linked officers to the own ones; the facets must be in ascending order of number. */
  addTo(page: readonly FoundFacets[]): readonly FoundFacets[] {
    const [first, last] = [page.at(0), page.at(-1)];
    if (first === undefined || last === undefined) return page;
    const isDense = last.number - first.number < page.length * SPARSE;
    const namesOf = isDense
      ? this.#within(first.number, last.number)
      : (number: number) => this.#one.get(number);
    return page.map(({ number, facets }) => ({ number, facets: withOfficers(facets, namesOf(number)) }));
  }

  /** See `LinkedOfficerNames.put`. Writes a new content version if officers changed. */
  async put(entities: readonly LinkedOfficers[], at: number): Promise<boolean> {
    const events = new EventWriter(this.#database, { source: null, run: null, at });
    const put = this.#database.transaction(() => {
      const changed = entities.filter((entity) => this.#putOne(entity, events));
      if (changed.length > 0) this.#touch(changed);
      return changed.length > 0;
    });
    // Synced before the links delete the request to add the officers.
    const isChanged = synced(this.#database, () => put.immediate());
    keepLogShort(this.#database);
    return isChanged;
  }

  #within(first: number, last: number): (number: number) => string | undefined {
    const found = new Map(this.#stretch.all(first, last).map(({ number, names }) => [number, names]));
    return (number) => found.get(number);
  }

  #putOne({ entity, names, isFirst }: LinkedOfficers, events: EventWriter): boolean {
    const { number, state } = this.#entityRow.get(entity) ?? {};
    if (number === undefined) return false;
    const [before, now] = [this.#one.get(number), names.length > 0 ? JSON.stringify(names) : undefined];
    if (before === now) return false;
    if (now === undefined) this.#drop.run(number);
    else this.#put.run(number, now);
    if (!isFirst) {
      const change = { field: 'linkedOfficers', from: parsedOrNull(before), to: parsedOrNull(now) };
      events.write('link_changed', { type: 'entity', id: entity, state }, [change]);
    }
    return true;
  }

  /** No run wrote the version, so it has a negative run number. */
  #touch(changed: readonly LinkedOfficers[]): void {
    this.#database.exec(`UPDATE counters SET value = value + 1 WHERE name = 'content_version'`);
    const [run] = this.#database
      .prepare<[], number>(
        `INSERT INTO content_versions SELECT value, -value FROM counters WHERE name = 'content_version' RETURNING run`,
      )
      .pluck()
      .all();
    this.#database.prepare('INSERT INTO noted_runs (run, filers) VALUES (?, 0)').run(run);
    const touch = this.#database.prepare('INSERT OR IGNORE INTO touched_entities VALUES (?, ?)');
    for (const { entity } of changed) touch.run(run, entity);
  }
}

function parsedOrNull(json: string | undefined): readonly string[] | null {
  return json === undefined ? null : (JSON.parse(json) as string[]);
}

function withOfficers(facets: EntityFacets, names: string | undefined): EntityFacets {
  if (names === undefined) return facets;
  return { ...facets, officers: [...new Set([...facets.officers, ...(JSON.parse(names) as string[])])] };
}
