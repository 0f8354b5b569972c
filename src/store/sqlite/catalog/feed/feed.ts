import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FieldChange } from '../../../../domain/records/field-changes.js';
import type {
  ChangeFeed,
  ChangeFilter,
  FeedState,
  LinkChange,
  RecordChange,
  RecordsOfEntity,
} from '../../../store.js';
import type { Sqlite } from '../../file/driver.js';
import { synced } from '../../file/synced.js';
import { keepLogShort } from '../../file/wal-checkpoint.js';
import { EventReader, hasIndex, MAX_LOOKED_AT } from './event-reader.js';
import { type EventOrigin, EventWriter } from './event-writer.js';
import { HistoryReader } from './history.js';

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
        `SELECT number, source, run, party, record, date, is_live AS isLive FROM record_changes ${rest}`,
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
