import type { EntityData } from '../../../../domain/entity.js';
import { type FieldChange, undone } from '../../../../domain/records/field-changes.js';
import type { EntityAt, History } from '../../../store.js';
import type { Sqlite } from '../../file/driver.js';
import { EVENT_COLUMNS, type EventRow, toEvent } from './event-reader.js';

interface Held {
  readonly document: string;
  readonly gone_since: number | null;
}

/** Events of one record, and the record before them. */
export class HistoryReader {
  readonly #database: Sqlite;
  #prepared: ReturnType<typeof statements> | undefined;

  constructor(database: Sqlite) {
    this.#database = database;
  }

  of(
    id: string,
    max: number,
    { before, until, from }: { before?: number; until?: number; from?: number } = {},
  ): History {
    return this.#database.transaction(() => {
      const rows = this.#sql.newestFirst.all({
        id,
        before: before ?? Number.MAX_SAFE_INTEGER,
        until: until ?? Number.MAX_SAFE_INTEGER,
        from: from ?? 0,
        max: max + 1,
      });
      return {
        events: rows.slice(0, max).map(toEvent),
        hasMore: rows.length > max,
        knownSince: this.#knownSince(id),
      };
    })();
  }

  /** Undoes later events, newest first. */
  at(id: string, at: number): EntityAt | undefined {
    return this.#database.transaction(() => {
      const held = this.#sql.held.get(id);
      return held && before(held, this.#sql.later.all(id, at));
    })();
  }

  /** The latest of three times: the first load of its source, the start of the feed, and the newest deleted event. */
  #knownSince(id: string): number {
    return this.#sql.knownSince.get({ id }) ?? 0;
  }

  /** Lazy, because the schema may be created after this object. */
  get #sql() {
    this.#prepared ??= statements(this.#database);
    return this.#prepared;
  }
}

function before({ document, gone_since }: Held, later: readonly EventRow[]): EntityAt {
  const { id, ...fields } = JSON.parse(document) as EntityData;
  let record: Readonly<Record<string, unknown>> | null = fields;
  let isGone = gone_since !== null;
  for (const { kind, changes } of later.map(toEvent)) {
    const list = JSON.parse(changes) as readonly FieldChange[];
    if (kind === 'created') record = null;
    else if (kind === 'gone') isGone = false;
    else if (kind !== 'link_changed' && record) record = undone(record, list);
    if (kind === 'restored') isGone = true;
  }
  if (record === null) return { outcome: 'not_held', record };
  return {
    outcome: isGone ? 'gone' : 'held',
    record: { jurisdictionLevel: null, sourceAgency: null, ...record, id } as unknown as EntityData,
  };
}

function statements(database: Sqlite) {
  return {
    newestFirst: database.prepare<
      [{ id: string; before: number; until: number; from: number; max: number }],
      EventRow
    >(
      `SELECT ${EVENT_COLUMNS} FROM events WHERE id = @id AND seq < @before AND at BETWEEN @from AND @until
       ORDER BY seq DESC LIMIT @max`,
    ),
    later: database.prepare<[string, number], EventRow>(
      `SELECT ${EVENT_COLUMNS} FROM events WHERE id = ? AND at > ? ORDER BY seq DESC`,
    ),
    held: database.prepare<[string], Held>('SELECT document, gone_since FROM entities WHERE id = ?'),
    knownSince: database
      .prepare<[{ id: string }], number>(
        `SELECT max(began_at, forgotten_at, coalesce(
           (SELECT started_at FROM entities JOIN sources ON sources.number = entities.source
              JOIN runs ON runs.id = first_run WHERE entities.id = @id), 0)) FROM feed`,
      )
      .pluck(),
  };
}
