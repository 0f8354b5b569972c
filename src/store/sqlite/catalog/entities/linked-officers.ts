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

/** If so many numbers come to one of the page, each is read by itself; else all of the stretch at once. */
const SPARSE = 8;

/** Officers of linked records, by whom an entity is found as by its own. */
export class LinkedOfficerTable implements LinkedOfficerNames {
  readonly #database: Sqlite;
  readonly #held;
  readonly #one;
  readonly #stretch;
  readonly #put;
  readonly #drop;

  constructor(database: Sqlite, reader: Sqlite) {
    this.#database = database;
    this.#held = database.prepare<[string], { number: number; state: string | null }>(
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

  /** The facets, in ascending order of number, with the linked officers behind the own ones. */
  addTo(page: readonly FoundFacets[]): readonly FoundFacets[] {
    const [first, last] = [page.at(0), page.at(-1)];
    if (first === undefined || last === undefined) return page;
    const isDense = last.number - first.number < page.length * SPARSE;
    const namesOf = isDense
      ? this.#within(first.number, last.number)
      : (number: number) => this.#one.get(number);
    return page.map(({ number, facets }) => ({ number, facets: withOfficers(facets, namesOf(number)) }));
  }

  /** See `LinkedOfficerNames.put`. Changed officers make a content version of their own, at once. */
  async put(entities: readonly LinkedOfficers[], at: number): Promise<boolean> {
    const events = new EventWriter(this.#database, { source: null, run: null, at });
    const put = this.#database.transaction(() => {
      const changed = entities.filter((entity) => this.#putOne(entity, events));
      if (changed.length > 0) this.#touch(changed);
      return changed.length > 0;
    });
    // On the disk before the links forget that the officers were to be taken in.
    const isChanged = synced(this.#database, () => put.immediate());
    keepLogShort(this.#database);
    return isChanged;
  }

  #within(first: number, last: number): (number: number) => string | undefined {
    const found = new Map(this.#stretch.all(first, last).map(({ number, names }) => [number, names]));
    return (number) => found.get(number);
  }

  #putOne({ entity, names, isFirst }: LinkedOfficers, events: EventWriter): boolean {
    const { number, state } = this.#held.get(entity) ?? {};
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

  /** No run made the version: it stands under a number below zero, which no run has. */
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
