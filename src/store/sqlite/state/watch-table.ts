import {
  ConflictError,
  type Delivery,
  type DeliveryPage,
  KeyReusedError,
  type Message,
  type NewWatch,
  type Try,
  type Watch,
  type WatchWithSecret,
} from '../../store.js';
import type { Sqlite } from '../file/driver.js';

const ONCE_MS = 86_400_000;

type WatchRow = Omit<Watch, 'filter'> & { readonly filter: string };
type DeliveryRow = Omit<Delivery, 'tries'> & { readonly number: number };

const WATCH = `SELECT id, account_id AS accountId, filter, endpoint, created_at AS createdAt, feed, start, position, waiting,
  next_at AS nextTryAt, failing_since AS failingSince, disabled_at AS disabledAt, disabled_reason AS disabledReason
  FROM watches`;
const DELIVERY = `SELECT number, id, type, state, created_at AS createdAt,
  iif(state = 'waiting', due_at, NULL) AS nextTryAt FROM deliveries`;
const OWN = '(@accountId IS NULL OR account_id = @accountId)';

interface Own {
  readonly accountId: string | null;
  readonly id: string;
}

/** Watches and their log. Each change of the queue updates the watch in the same transaction. */
class WatchTable {
  readonly #database: Sqlite;
  readonly #sql: ReturnType<typeof statements>;

  constructor(database: Sqlite) {
    this.#database = database;
    this.#sql = statements(database);
  }

  create(watch: NewWatch, max: number): WatchWithSecret {
    return this.#write(() => {
      const { accountId, createdAt, once = null } = watch;
      if (once) {
        this.#sql.forgetOnce.run({ accountId, key: once.key, before: createdAt - ONCE_MS });
        const known = this.#sql.byOnce.get(accountId, once.key);
        if (known && known.request !== once.request)
          throw new KeyReusedError('This Idempotency-Key was used for another request.');
        if (known) return this.#withSecret(known.number, known.id);
      }
      if ((this.#sql.count.get(accountId) ?? 0) >= max)
        throw new ConflictError(`The account has ${max} watches, which is the maximum.`);
      const { secret, filter, once: _once, ...values } = watch;
      const { lastInsertRowid } = this.#sql.insert.run({
        ...values,
        filter: JSON.stringify(filter),
        onceKey: once?.key ?? null,
        onceRequest: once?.request ?? null,
      });
      this.#sql.addSecret.run(lastInsertRowid, secret, createdAt);
      return this.#withSecret(Number(lastInsertRowid), watch.id);
    });
  }

  list(accountId: string | null): readonly Watch[] {
    return this.#sql.list.all({ accountId }).map(toWatch);
  }

  find(accountId: string | null, id: string): Watch | undefined {
    const row = this.#sql.find.get({ accountId, id });
    return row && toWatch(row);
  }

  remove(accountId: string | null, id: string): boolean {
    return this.#sql.remove.run({ accountId, id }).changes === 1;
  }

  resume(accountId: string | null, id: string, at: number): Watch | undefined {
    return this.#write(() => {
      const number = this.#numberOf({ accountId, id });
      if (number === undefined) return undefined;
      this.#sql.enable.run(number);
      this.#sql.dueNow.run({ watch: number, at });
      this.#settle(number);
      return this.find(accountId, id);
    });
  }

  rotate(
    accountId: string | null,
    id: string,
    secret: string,
    { at, oldEndAt }: { readonly at: number; readonly oldEndAt: number },
  ): WatchWithSecret | undefined {
    return this.#write(() => {
      const number = this.#numberOf({ accountId, id });
      if (number === undefined) return undefined;
      if (this.#sql.hasSecret.get(number, secret) === undefined) {
        this.#sql.endSecrets.run({ watch: number, at, end: oldEndAt });
        this.#sql.addSecret.run(number, secret, at);
      }
      return this.#withSecret(number, id);
    });
  }

  putTest(accountId: string | null, id: string, message: Message, at: number): Delivery | undefined {
    return this.#write(() => {
      const number = this.#numberOf({ accountId, id });
      if (number === undefined) return undefined;
      if (this.find(accountId, id)?.disabledAt)
        throw new ConflictError('The watch is disabled; resume it first.');
      this.#sql.putFirst.run({ ...message, watch: number, at });
      this.#settle(number);
      return this.#delivery(number, message.id);
    });
  }

  replayDelivery(accountId: string | null, id: string, deliveryId: string, at: number): Delivery | undefined {
    return this.#write(() => {
      const number = this.#numberOf({ accountId, id });
      if (number === undefined) return undefined;
      this.#sql.replay.run({ watch: number, id: deliveryId, at });
      this.#settle(number);
      return this.#delivery(number, deliveryId);
    });
  }

  replaySince(accountId: string | null, id: string, seq: number): Watch | undefined {
    return this.#write(() => {
      this.#sql.moveBack.run({ accountId, id, seq });
      return this.find(accountId, id);
    });
  }

  deliveries(
    accountId: string | null,
    id: string,
    { max, before = Number.MAX_SAFE_INTEGER }: { readonly max: number; readonly before?: number },
  ): DeliveryPage | undefined {
    const number = this.#numberOf({ accountId, id });
    if (number === undefined) return undefined;
    const rows = this.#sql.deliveries.all({ watch: number, before, max: max + 1 });
    const page = rows.slice(0, max);
    const next = rows.length > max ? (page.at(-1)?.number ?? null) : null;
    return { deliveries: page.map((row) => this.#withTries(row)), next };
  }

  #withSecret(number: number, id: string): WatchWithSecret {
    const watch = this.find(null, id);
    const secret = this.#sql.newestSecret.get(number);
    if (!watch || secret === undefined) throw new Error(`The watch ${id} has no secret.`);
    return { watch, secret };
  }

  #numberOf(own: Own): number | undefined {
    return this.#sql.number.get(own);
  }

  #delivery(watch: number, id: string): Delivery | undefined {
    const row = this.#sql.delivery.get(watch, id);
    return row && this.#withTries(row);
  }

  #withTries({ number, ...delivery }: DeliveryRow): Delivery {
    return { ...delivery, tries: this.#sql.tries.all(number) };
  }

  #settle(watch: number): void {
    this.#sql.settle.run(watch);
  }

  #write<Value>(work: () => Value): Value {
    return this.#database.transaction(work).immediate();
  }
}

/** The functions of `Watches`, synchronous. */
export function watchTable(database: Sqlite) {
  const table = new WatchTable(database);
  return {
    createWatch: table.create.bind(table),
    listWatches: table.list.bind(table),
    findWatch: table.find.bind(table),
    removeWatch: table.remove.bind(table),
    resumeWatch: table.resume.bind(table),
    rotateSecret: table.rotate.bind(table),
    putTest: table.putTest.bind(table),
    replayDelivery: table.replayDelivery.bind(table),
    replaySince: table.replaySince.bind(table),
    listDeliveries: table.deliveries.bind(table),
  };
}

/** Updates the number of queued messages and the time of the next attempt. */
export const SETTLE = `UPDATE watches SET
    waiting = (SELECT count(*) FROM deliveries WHERE watch = watches.number AND state = 'waiting'),
    next_at = (SELECT due_at FROM deliveries WHERE watch = watches.number AND state = 'waiting' ORDER BY place LIMIT 1)
  WHERE number = ?`;

/** The place after all messages of the watch `@watch`. */
export const LAST_PLACE = '(SELECT coalesce(max(place), 0) + 1 FROM deliveries WHERE watch = @watch)';

function toWatch({ filter, ...row }: WatchRow): Watch {
  return { ...row, filter: JSON.parse(filter) as Watch['filter'] };
}

function statements(database: Sqlite) {
  return {
    insert: database.prepare(
      `INSERT INTO watches (id, account_id, filter, endpoint, created_at, feed, start, position, once_key, once_request)
       VALUES (@id, @accountId, @filter, @endpoint, @createdAt, @feed, @position, @position, @onceKey, @onceRequest)`,
    ),
    count: database.prepare<[string], number>('SELECT count(*) FROM watches WHERE account_id = ?').pluck(),
    byOnce: database.prepare<[string, string], { number: number; id: string; request: string }>(
      'SELECT number, id, once_request AS request FROM watches WHERE account_id = ? AND once_key = ?',
    ),
    forgetOnce: database.prepare(
      `UPDATE watches SET once_key = NULL, once_request = NULL
       WHERE account_id = @accountId AND once_key = @key AND created_at < @before`,
    ),
    list: database.prepare<{ accountId: string | null }, WatchRow>(`${WATCH} WHERE ${OWN} ORDER BY number`),
    find: database.prepare<Own, WatchRow>(`${WATCH} WHERE id = @id AND ${OWN}`),
    number: database.prepare<Own, number>(`SELECT number FROM watches WHERE id = @id AND ${OWN}`).pluck(),
    remove: database.prepare<Own>(`DELETE FROM watches WHERE id = @id AND ${OWN}`),
    enable: database.prepare<[number]>(
      'UPDATE watches SET disabled_at = NULL, disabled_reason = NULL, failing_since = NULL WHERE number = ?',
    ),
    dueNow: database.prepare(
      `UPDATE deliveries SET due_at = @at WHERE watch = @watch AND state = 'waiting' AND due_at > @at`,
    ),
    moveBack: database.prepare<Own & { seq: number }>(
      `UPDATE watches SET position = min(position, max(start, @seq)) WHERE id = @id AND ${OWN}`,
    ),
    addSecret: database.prepare<[number | bigint, string, number]>(
      'INSERT INTO watch_secrets (watch, secret, made_at) VALUES (?, ?, ?)',
    ),
    hasSecret: database.prepare<[number, string]>(
      'SELECT 1 FROM watch_secrets WHERE watch = ? AND secret = ?',
    ),
    endSecrets: database.prepare(
      `UPDATE watch_secrets SET end_at = @end WHERE watch = @watch AND (end_at IS NULL OR end_at > @end)`,
    ),
    newestSecret: database
      .prepare<[number], string>(
        'SELECT secret FROM watch_secrets WHERE watch = ? ORDER BY end_at IS NULL DESC, made_at DESC LIMIT 1',
      )
      .pluck(),
    putFirst: database.prepare(
      `INSERT INTO deliveries (watch, id, place, type, body, created_at, due_at)
       VALUES (@watch, @id, (SELECT coalesce(min(place), 1) - 1 FROM deliveries WHERE watch = @watch),
         @type, @body, @at, @at)`,
    ),
    replay: database.prepare(
      `UPDATE deliveries SET state = 'waiting', tries = 0, due_at = @at, place = ${LAST_PLACE}
       WHERE watch = @watch AND id = @id AND state <> 'waiting'`,
    ),
    delivery: database.prepare<[number, string], DeliveryRow>(`${DELIVERY} WHERE watch = ? AND id = ?`),
    deliveries: database.prepare<{ watch: number; before: number; max: number }, DeliveryRow>(
      `${DELIVERY} WHERE watch = @watch AND number < @before ORDER BY number DESC LIMIT @max`,
    ),
    tries: database.prepare<[number], Try>(
      'SELECT delivery, at, ms, status, problem FROM delivery_tries WHERE delivery = ? ORDER BY number',
    ),
    settle: database.prepare<[number]>(SETTLE),
  };
}
