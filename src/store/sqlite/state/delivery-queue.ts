import {
  type AfterTry,
  type DeliverySummary,
  type DueDelivery,
  type Hold,
  LeaseLostError,
  MAX_WAITING,
  NO_ENDPOINT,
  type NotNow,
  type PutMessages,
  type Try,
  type WatchReader,
} from '../../store.js';
import type { Sqlite } from '../file/driver.js';
import { LAST_PLACE, SETTLE } from './watch-table.js';

type ReaderRow = Omit<WatchReader, 'filter'> & { readonly filter: string };
type DueRow = Omit<DueDelivery, 'secrets'> & { readonly watch: number };

/** The delivery queue. */
class DeliveryQueue {
  readonly #database: Sqlite;
  readonly #now: () => number;
  readonly #sql: ReturnType<typeof statements>;

  constructor(database: Sqlite, now: () => number) {
    this.#database = database;
    this.#now = now;
    this.#sql = statements(database);
  }

  readers(): readonly WatchReader[] {
    const rows = this.#sql.readers.all(MAX_WAITING);
    return rows.map(({ filter, ...row }) => ({
      ...row,
      filter: JSON.parse(filter) as WatchReader['filter'],
    }));
  }

  put(hold: Hold, { messages, readers, to, at }: PutMessages): void {
    this.#fenced(hold, () => {
      for (const message of messages) this.#sql.put.run({ ...message, at });
      for (const { number, feed, position } of readers)
        this.#sql.move.run({ number, feed, position, toFeed: to.feed, toPosition: to.position });
      for (const watch of new Set(messages.map((message) => message.watch))) this.#sql.settle.run(watch);
    });
  }

  due(at: number, { endpoints, accounts }: NotNow): DueDelivery | undefined {
    const row = this.#sql.due.get({
      at,
      endpoints: JSON.stringify(endpoints),
      accounts: JSON.stringify(accounts),
    });
    if (!row) return undefined;
    const { watch, ...delivery } = row;
    return { ...delivery, secrets: this.#sql.secrets.all({ watch, at }) };
  }

  finish(hold: Hold, tried: Try, follows: AfterTry): void {
    this.#fenced(hold, () => {
      const watch = this.#sql.watchOf.get(tried.delivery);
      // The watch was removed during the attempt.
      if (watch === undefined) return;
      this.#sql.log.run(tried);
      const { at, delivery } = tried;
      switch (follows.kind) {
        case 'delivered':
          this.#sql.end.run({ delivery, state: 'delivered' });
          this.#sql.recover.run(watch);
          break;
        case 'failed':
          this.#sql.end.run({ delivery, state: 'failed' });
          this.#sql.fail.run({ watch, at });
          break;
        case 'retry':
          this.#sql.retry.run({ delivery, at: follows.at });
          this.#sql.fail.run({ watch, at });
          break;
        case 'disable':
          this.#sql.retry.run({ delivery, at });
          this.#sql.fail.run({ watch, at });
          this.#sql.disable.run({ watch, at, reason: follows.reason });
      }
      this.#sql.settle.run(watch);
    });
  }

  forget(before: number): void {
    this.#database
      .transaction(() => {
        this.#sql.forget.run(before);
        this.#sql.forgetSecrets.run(this.#now());
      })
      .immediate();
  }

  summary(): DeliverySummary {
    const summary = this.#sql.summary.get();
    if (!summary) throw new Error('The state of the deliveries is missing.');
    return summary;
  }

  #fenced(hold: Hold, work: () => void): void {
    this.#database
      .transaction(() => {
        if (this.#sql.holds.get({ ...hold, at: this.#now() }) === undefined)
          throw new LeaseLostError(`The lease ${hold.lease} is no longer held with token ${hold.token}.`);
        work();
      })
      .immediate();
  }
}

/** The functions of `Deliveries`, synchronous. */
export function deliveryQueue(database: Sqlite, now: () => number) {
  const queue = new DeliveryQueue(database, now);
  return {
    listReaders: queue.readers.bind(queue),
    putMessages: queue.put.bind(queue),
    findDue: queue.due.bind(queue),
    finishTry: queue.finish.bind(queue),
    forgetBefore: queue.forget.bind(queue),
    summary: queue.summary.bind(queue),
  };
}

function statements(database: Sqlite) {
  return {
    holds: database.prepare<Hold & { at: number }>(
      'SELECT 1 FROM leases WHERE name = @lease AND token = @token AND until > @at',
    ),
    readers: database.prepare<[number], ReaderRow>(
      `SELECT number, id, filter, feed, position FROM watches
       WHERE disabled_at IS NULL AND waiting < ? AND endpoint <> '${NO_ENDPOINT}' ORDER BY number`,
    ),
    put: database.prepare(
      `INSERT INTO deliveries (watch, id, place, type, body, created_at, due_at)
       SELECT @watch, @id, ${LAST_PLACE}, @type, @body, @at, @at
       WHERE EXISTS (SELECT 1 FROM watches WHERE number = @watch)
       ON CONFLICT (id) DO UPDATE SET place = excluded.place,
         tries = iif(state = 'waiting', tries, 0), due_at = iif(state = 'waiting', due_at, excluded.due_at),
         state = 'waiting'`,
    ),
    move: database.prepare(
      `UPDATE watches SET feed = @toFeed, position = @toPosition,
         start = iif(feed = @toFeed, min(start, @toPosition), @toPosition)
       WHERE number = @number AND feed = @feed AND position = @position`,
    ),
    due: database.prepare<{ at: number; endpoints: string; accounts: string }, DueRow>(
      `SELECT deliveries.number, watches.number AS watch, account_id AS accountId, endpoint, tries, failing_since AS failingSince,
         deliveries.id, type, body
       FROM watches JOIN deliveries ON deliveries.number =
         (SELECT number FROM deliveries WHERE watch = watches.number AND state = 'waiting' ORDER BY place LIMIT 1)
       WHERE disabled_at IS NULL AND next_at <= @at
         AND endpoint NOT IN (SELECT value FROM json_each(@endpoints))
         AND account_id NOT IN (SELECT value FROM json_each(@accounts))
       ORDER BY next_at LIMIT 1`,
    ),
    secrets: database
      .prepare<{ watch: number; at: number }, string>(
        `SELECT secret FROM watch_secrets WHERE watch = @watch AND (end_at IS NULL OR end_at > @at)
         ORDER BY end_at IS NULL DESC, made_at DESC`,
      )
      .pluck(),
    watchOf: database.prepare<[number], number>('SELECT watch FROM deliveries WHERE number = ?').pluck(),
    log: database.prepare(
      `INSERT INTO delivery_tries (delivery, number, at, ms, status, problem)
       VALUES (@delivery, (SELECT coalesce(max(number), 0) + 1 FROM delivery_tries WHERE delivery = @delivery),
         @at, @ms, @status, @problem)`,
    ),
    end: database.prepare('UPDATE deliveries SET state = @state, tries = tries + 1 WHERE number = @delivery'),
    retry: database.prepare('UPDATE deliveries SET due_at = @at, tries = tries + 1 WHERE number = @delivery'),
    recover: database.prepare<[number]>('UPDATE watches SET failing_since = NULL WHERE number = ?'),
    fail: database.prepare(
      'UPDATE watches SET failing_since = coalesce(failing_since, @at) WHERE number = @watch',
    ),
    disable: database.prepare(
      'UPDATE watches SET disabled_at = @at, disabled_reason = @reason WHERE number = @watch',
    ),
    settle: database.prepare<[number]>(SETTLE),
    forget: database.prepare<[number]>(`DELETE FROM deliveries WHERE state <> 'waiting' AND created_at < ?`),
    forgetSecrets: database.prepare<[number]>('DELETE FROM watch_secrets WHERE end_at <= ?'),
    summary: database.prepare<[], DeliverySummary>(
      `SELECT count(*) AS watches,
         count(*) FILTER (WHERE failing_since IS NOT NULL AND disabled_at IS NULL) AS failing,
         count(disabled_at) AS disabled,
         coalesce(sum(waiting), 0) AS waiting,
         (SELECT min(created_at) FROM deliveries WHERE state = 'waiting') AS oldestWaitingAt,
         min(iif(disabled_at IS NULL AND endpoint <> '${NO_ENDPOINT}', position, NULL)) AS minPosition
       FROM watches`,
    ),
  };
}
