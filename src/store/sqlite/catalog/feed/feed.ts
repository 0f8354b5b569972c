import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EntityData } from '../../../../domain/entity.js';
import { type FieldChange, undone } from '../../../../domain/records/field-changes.js';
import type {
  ChangeFeed,
  ChangeFilter,
  EntityAt,
  FeedState,
  History,
  LinkChange,
  RecordChange,
  RecordsOfEntity,
} from '../../../store.js';
import type { Sqlite } from '../../file/driver.js';
import { synced } from '../../file/synced.js';
import { keepLogShort } from '../../file/wal-checkpoint.js';
import {
  EVENT_COLUMNS,
  EventReader,
  type EventRow,
  hasIndex,
  MAX_LOOKED_AT,
  toEvent,
} from './event-reader.js';
import { type EventOrigin, EventWriter } from './event-writer.js';

const DELETED_AT_ONCE = 20_000;
/** Far more than the commits that a power failure can undo. */
const TOKENS_KEPT = 20_000;

/** The feed of changes: reading, expiry, and events from links. */
export class Feed implements ChangeFeed {
  readonly #database: Sqlite;
  readonly #reader: EventReader;
  readonly #history: HistoryReader;

  constructor(database: Sqlite) {
    this.#database = database;
    this.#reader = new EventReader(database);
    this.#history = new HistoryReader(database);
  }

  async changesAfter(position: number | null, max: number, filter?: ChangeFilter) {
    return this.#reader.after(position, max, filter);
  }

  async newestChanges(max: number, filter: ChangeFilter) {
    return this.#reader.newest(max, filter);
  }

  async countChanges(position: number, upTo: number, filter: ChangeFilter = {}): Promise<number> {
    const stretch = hasIndex(filter) ? upTo - position : MAX_LOOKED_AT;
    let count = this.#reader.count(position, Math.min(upTo, position + stretch), filter);
    for (let from = position + stretch; from < upTo; from += stretch) {
      await nextTurn();
      count += this.#reader.count(from, Math.min(upTo, from + stretch), filter);
    }
    return count;
  }

  async historyOf(id: string, max: number, bounds?: { before?: number; until?: number; from?: number }) {
    return this.#history.of(id, max, bounds);
  }

  async entityAt(id: string, at: number) {
    return this.#history.at(id, at);
  }

  async state(): Promise<FeedState> {
    return this.#reader.bounds();
  }

  /** A version before all noted ones is older than the feed, or than its retained part. */
  async positionOf(contentVersion: number): Promise<number> {
    const { oldest } = this.#reader.bounds();
    const noted = this.#database
      .prepare<[number], number>(
        'SELECT seq FROM feed_versions WHERE version <= ? ORDER BY version DESC LIMIT 1',
      )
      .pluck()
      .get(contentVersion);
    return Math.max(noted ?? 0, oldest);
  }

  async expire(before: number): Promise<void> {
    const firstKept = this.#database.prepare<[number], number>(
      'SELECT seq FROM events WHERE at >= ? ORDER BY seq LIMIT 1',
    );
    const { newest } = this.#reader.bounds();
    const end = Math.min(firstKept.pluck().get(before) ?? newest, newest);
    while (this.#deleteSome(end)) {
      keepLogShort(this.#database);
      await nextTurn();
    }
  }

  async putLinkChanges(changes: readonly LinkChange[], at: number): Promise<void> {
    if (changes.length === 0) return;
    const take = this.#database.prepare('INSERT OR IGNORE INTO feed_links (token) VALUES (?)');
    const put = this.#database.transaction(() => {
      for (const change of changes) {
        if (take.run(change.token).changes > 0) this.#putLinkChange(change, at);
      }
      this.#database
        .prepare('DELETE FROM feed_links WHERE number <= (SELECT max(number) FROM feed_links) - ?')
        .run(TOKENS_KEPT);
    });
    // Synced before the links delete the changes.
    synced(this.#database, () => put.immediate());
    keepLogShort(this.#database);
  }

  async recordChanges(max: number): Promise<readonly RecordChange[]> {
    return this.#readRecordChanges('ORDER BY number LIMIT ?', max);
  }

  async laterRecordChanges(source: string, parties: readonly string[], after: number) {
    return this.#readRecordChanges(
      'WHERE source = ? AND party IN (SELECT value FROM json_each(?)) AND number > ? ORDER BY number',
      ...[source, JSON.stringify(parties), after],
    );
  }

  async putRecordChanges(events: readonly RecordsOfEntity[], upTo: number, at: number): Promise<void> {
    const put = this.#database.transaction(() => {
      for (const { entity, source, run, before, after } of events) {
        const change = { field: `records.${source}`, from: orNull(before), to: orNull(after) };
        this.#putLinks(entity, change, { source, run, at });
      }
      this.#database.prepare('DELETE FROM record_changes WHERE number <= ?').run(upTo);
    });
    put.immediate();
    keepLogShort(this.#database);
  }

  #readRecordChanges(rest: string, ...values: (string | number)[]): RecordChange[] {
    return this.#database
      .prepare<(string | number)[], Omit<RecordChange, 'isLive'> & { readonly isLive: number }>(
        `SELECT number, source, run, party, record, date, version, is_live AS isLive FROM record_changes ${rest}`,
      )
      .all(...values)
      .map((row) => ({ ...row, isLive: row.isLive === 1 }));
  }

  /** Returns true if there may be more before the event `end`, which is kept. */
  #deleteSome(end: number): boolean {
    return this.#database
      .transaction(() => {
        const max = `(SELECT seq FROM events WHERE seq < ? ORDER BY seq LIMIT ${DELETED_AT_ONCE})`;
        const last = this.#database
          .prepare<[number], { seq: number | null; at: number | null }>(
            `SELECT max(seq) AS seq, max(at) AS at FROM events WHERE seq IN ${max}`,
          )
          .get(end);
        if (!last || last.seq === null) return false;
        this.#database.prepare('DELETE FROM events WHERE seq <= ?').run(last.seq);
        this.#database
          .prepare('UPDATE feed SET forgotten_seq = @seq, forgotten_at = max(forgotten_at, @at)')
          .run(last);
        return true;
      })
      .immediate();
  }

  #putLinkChange({ entity, dataset, before, after }: LinkChange, at: number): void {
    if (entity === null) {
      const events = new EventWriter(this.#database, { source: dataset, run: null, at });
      events.write('baseline', { type: 'source', id: dataset }, []);
      return;
    }
    const change = { field: `links.${dataset}`, from: orNull(before), to: orNull(after) };
    this.#putLinks(entity, change, { source: dataset, run: null, at });
  }

  #putLinks(entity: string, change: FieldChange, origin: EventOrigin): void {
    const state = this.#database
      .prepare<[string], string | null>(`SELECT document ->> 'state' FROM entities WHERE id = ?`)
      .pluck()
      .get(entity);
    const events = new EventWriter(this.#database, origin);
    events.write('link_changed', { type: 'entity', id: entity, state: state ?? null }, [change]);
  }
}

function orNull<Item>(items: readonly Item[]): readonly Item[] | null {
  return items.length > 0 ? items : null;
}

interface StoredEntity {
  readonly document: string;
  readonly gone_since: number | null;
}

/** Events of one record, and the record before them. */
class HistoryReader {
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
      const storedEntity = this.#sql.storedEntity.get(id);
      return storedEntity && before(storedEntity, this.#sql.later.all(id, at));
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

function before({ document, gone_since }: StoredEntity, later: readonly EventRow[]): EntityAt {
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
    storedEntity: database.prepare<[string], StoredEntity>(
      'SELECT document, gone_since FROM entities WHERE id = ?',
    ),
    knownSince: database
      .prepare<[{ id: string }], number>(
        `SELECT max(began_at, forgotten_at, coalesce(
           (SELECT started_at FROM entities JOIN sources ON sources.number = entities.source
              JOIN runs ON runs.id = first_run WHERE entities.id = @id), 0)) FROM feed`,
      )
      .pluck(),
  };
}
