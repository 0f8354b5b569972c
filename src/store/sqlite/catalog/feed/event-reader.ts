import { allFields } from '../../../../domain/records/field-changes.js';
import { canonicalForm } from '../../../../domain/sec/forms.js';
import { type ChangeEvent, type ChangeFilter, type ChangePage, ChangesExpiredError } from '../../../store.js';
import type { Sqlite } from '../../file/driver.js';

/** An event as read; `content` is a list of changes, or a new record. */
export type EventRow = Omit<ChangeEvent, 'changes'> & { readonly content: string };

export const EVENT_COLUMNS = `seq, kind, type AS recordType, id, source, state, cik, form,
  (SELECT published_at FROM runs WHERE runs.id = events.run) AS publishedAt, at AS seenAt, run, content`;

/** Maximum number of events that a filter without id and filer reads in one call: about 50 ms. */
export const MAX_LOOKED_AT = 100_000;

const DAY_MS = 86_400_000;

interface Bounds {
  readonly id: string;
  readonly beganAt: number;
  readonly knownSince: number;
  readonly oldest: number;
  readonly newest: number;
}

/** Reads the feed in order. */
export class EventReader {
  readonly #database: Sqlite;
  #prepared: ReturnType<typeof statements> | undefined;

  constructor(database: Sqlite) {
    this.#database = database;
  }

  bounds(): Bounds {
    const bounds = this.#sql.bounds.get();
    if (bounds === undefined) throw new Error('The change feed has no row.');
    return bounds;
  }

  after(position: number | null, max: number, filter: ChangeFilter = {}): ChangePage {
    return this.#database.transaction(() => this.#after(position, max, filter))();
  }

  #after(position: number | null, max: number, filter: ChangeFilter): ChangePage {
    const bounds = this.bounds();
    const { newest } = bounds;
    refuseOutside(position ?? bounds.oldest, bounds);
    const from = this.#entered(position ?? bounds.oldest, filter, bounds);
    if (Object.keys(filter).length === 0) {
      const events = this.#sql.page.all(from, max).map(toEvent);
      const next = events.length < max ? newest : (events.at(-1)?.seq ?? newest);
      return { events, next, hasMore: next < newest };
    }
    const to = hasIndex(filter) ? newest : Math.min(newest, from + MAX_LOOKED_AT);
    const found = this.#matching(from, to, max, filter);
    const next = found.length < max ? to : (found.at(-1) ?? to);
    const events = found.flatMap((seq) => this.#sql.one.get(seq) ?? []).map(toEvent);
    return { events, next, hasMore: next < newest };
  }

  /** The newest events that match the filter, newest first. */
  newest(max: number, filter: ChangeFilter): readonly ChangeEvent[] {
    return this.#database.transaction(() => {
      const { oldest, newest } = this.bounds();
      const start = Math.max(oldest, filter.after ?? 0);
      const from = hasIndex(filter) ? start : Math.max(start, newest - MAX_LOOKED_AT);
      const found = this.#matching(from, newest, max, filter, 'DESC');
      return found.flatMap((seq) => this.#sql.one.get(seq) ?? []).map(toEvent);
    })();
  }

  /** Counts the events after one position and up to another, in one read. */
  count(position: number, to: number, filter: ChangeFilter): number {
    return this.#database.transaction(() => {
      const bounds = this.bounds();
      refuseOutside(position, bounds);
      const from = this.#entered(position, filter, bounds);
      if (filter.forms || filter.fields) {
        return this.#matching(from, to, Number.MAX_SAFE_INTEGER, filter).length;
      }
      const { sql, values } = conditions(filter);
      const counted = this.#database.prepare<(string | number)[], number>(
        `SELECT count(*) FROM events ${indexFor(filter)} WHERE seq > ? AND seq <= ? ${sql}`,
      );
      return counted.pluck().get(from, to, ...values) ?? 0;
    })();
  }

  /** The latest of the position, `after`, and the position before the first event of the requested day. */
  #entered(given: number, { since, after = 0 }: ChangeFilter, { newest }: Bounds): number {
    const position = Math.min(Math.max(given, after), newest);
    if (since === undefined) return position;
    const first = this.#sql.firstSince.get(Math.floor(since / DAY_MS));
    return Math.max(position, first === undefined || first === null ? newest : first - 1);
  }

  /** Numbers of events. Contents are stored separately from the columns that most filters read. */
  #matching(
    from: number,
    to: number,
    max: number,
    filter: ChangeFilter,
    order: 'ASC' | 'DESC' = 'ASC',
  ): number[] {
    const { sql, values } = conditions(filter);
    const content = filter.fields ? 'content' : 'NULL';
    const rows = this.#database.prepare<(string | number)[], [number, string, string | null, string | null]>(
      `SELECT seq, kind, form, ${content} FROM events ${indexFor(filter)} WHERE seq > ? AND seq <= ? ${sql} ORDER BY seq ${order}`,
    );
    const found: number[] = [];
    for (const [seq, kind, form, text] of rows.raw().iterate(from, to, ...values)) {
      if (filter.forms && !(form !== null && filter.forms.includes(canonicalForm(form)))) continue;
      if (filter.fields && text !== null && !namesField(kind, text, filter.fields)) continue;
      found.push(seq);
      if (found.length === max) break;
    }
    return found;
  }

  /** Lazy, because the schema may be created after this object. */
  get #sql() {
    this.#prepared ??= statements(this.#database);
    return this.#prepared;
  }
}

/** Returns true if an index selects the events, so that few are read however long the feed is. */
export function hasIndex({ id, ids, cik }: ChangeFilter): boolean {
  return id !== undefined || ids !== undefined || cik !== undefined;
}

/** Forces the index: SQLite may otherwise read the whole range for a list of ids. */
function indexFor({ ids }: ChangeFilter): string {
  return ids === undefined ? '' : 'INDEXED BY events_by_id';
}

function refuseOutside(position: number, { oldest, newest }: Bounds): void {
  if (position < oldest) {
    throw new ChangesExpiredError(`Events up to ${oldest} were deleted; position ${position} was requested.`);
  }
  if (position > newest) {
    throw new ChangesExpiredError(`The feed ends at ${newest}; position ${position} was requested.`);
  }
}

export function toEvent({ content, ...event }: EventRow): ChangeEvent {
  const isRecord = content.startsWith('{');
  const changes = isRecord
    ? JSON.stringify(allFields({}, JSON.parse(content) as object).filter(({ to }) => to !== null))
    : content;
  return { ...event, changes };
}

function namesField(kind: string, content: string, fields: readonly string[]): boolean {
  if (kind !== 'changed' && kind !== 'link_changed') return true;
  const changes = JSON.parse(content) as readonly { readonly field: string }[];
  return changes.some(({ field }) => fields.includes(field));
}

function conditions(filter: ChangeFilter): { readonly sql: string; readonly values: (string | number)[] } {
  const among = (column: string, values: readonly string[] | undefined) =>
    values === undefined
      ? []
      : [{ sql: `AND ${column} IN (SELECT value FROM json_each(?))`, value: JSON.stringify(values) }];
  const parts = [
    ...(filter.since === undefined ? [] : [{ sql: 'AND at >= ?', value: filter.since }]),
    ...(filter.id === undefined ? [] : [{ sql: 'AND id = ?', value: filter.id }]),
    ...among('id', filter.ids),
    ...(filter.cik === undefined ? [] : [{ sql: 'AND cik = ?', value: filter.cik }]),
    ...among('+source', filter.sources),
    ...among('+state', filter.states),
    ...among('+kind', filter.kinds),
    ...among('+type', filter.recordTypes),
  ];
  return { sql: parts.map(({ sql }) => sql).join(' '), values: parts.map(({ value }) => value) };
}

function statements(database: Sqlite) {
  return {
    bounds: database.prepare<[], Bounds>(
      `SELECT id, began_at AS beganAt, max(began_at, forgotten_at) AS knownSince, forgotten_seq AS oldest,
         coalesce((SELECT max(seq) FROM events), forgotten_seq) AS newest FROM feed`,
    ),
    page: database.prepare<[number, number], EventRow>(
      `SELECT ${EVENT_COLUMNS} FROM events WHERE seq > ? ORDER BY seq LIMIT ?`,
    ),
    firstSince: database
      .prepare<[number], number | null>('SELECT min(seq) FROM feed_days WHERE day >= ?')
      .pluck(),
    one: database.prepare<[number], EventRow>(`SELECT ${EVENT_COLUMNS} FROM events WHERE seq = ?`),
  };
}
