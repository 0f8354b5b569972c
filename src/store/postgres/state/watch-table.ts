import {
  ConflictError,
  type Delivery,
  KeyReusedError,
  type NewWatch,
  type Try,
  type Watch,
  type Watches,
  type WatchWithSecret,
} from '../../store.js';
import { one, type Pool, type Queries } from '../connection/pool.js';

const ONCE_MS = 86_400_000;

type WatchRow = Omit<Watch, 'filter'> & { readonly filter: string };
type DeliveryRow = Omit<Delivery, 'tries'> & { readonly number: number };

const WATCH = `SELECT id, account_id AS "accountId", filter, endpoint, created_at AS "createdAt", feed, start, position, waiting,
  next_at AS "nextTryAt", failing_since AS "failingSince", disabled_at AS "disabledAt", disabled_reason AS "disabledReason"
  FROM state.watches`;
const DELIVERY = `SELECT number, id, type, state, created_at AS "createdAt",
  CASE WHEN state = 'waiting' THEN due_at END AS "nextTryAt" FROM state.deliveries`;
/** $1 is the account; null is the operator. */
const OWN = '($1::text IS NULL OR account_id = $1)';

/** Updates the number of queued messages of a watch and the time of the next attempt. */
const SETTLE_WATCHES = `UPDATE state.watches w SET
    waiting = (SELECT count(*) FROM state.deliveries WHERE watch = w.number AND state = 'waiting'),
    next_at = (SELECT due_at FROM state.deliveries WHERE watch = w.number AND state = 'waiting' ORDER BY place LIMIT 1)`;
export const SETTLE = `${SETTLE_WATCHES} WHERE number = $1`;
export const SETTLE_ALL = `${SETTLE_WATCHES} WHERE number = ANY ($1::bigint[])`;
/** The place after all messages of the watch $1. */
const LAST_PLACE = '(SELECT coalesce(max(place), 0) + 1 FROM state.deliveries WHERE watch = $1)';

const LOCK = `SELECT number FROM state.watches WHERE id = $2 AND ${OWN} FOR UPDATE`;
const LOCK_ACCOUNT = `SELECT pg_advisory_xact_lock(hashtextextended('state.watches ' || $1, 0))`;
const FORGET_ONCE = `UPDATE state.watches SET once_key = NULL, once_request = NULL
  WHERE account_id = $1 AND once_key = $2 AND created_at < $3`;
const BY_ONCE = `SELECT number, id, once_request AS request FROM state.watches WHERE account_id = $1 AND once_key = $2`;
const COUNT = 'SELECT count(*) AS count FROM state.watches WHERE account_id = $1';
const INSERT = `INSERT INTO state.watches
    (id, account_id, filter, endpoint, created_at, feed, start, position, once_key, once_request)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9) RETURNING number`;
const ADD_SECRET = 'INSERT INTO state.watch_secrets (watch, secret, made_at) VALUES ($1, $2, $3)';
const NEWEST_SECRET = `SELECT secret FROM state.watch_secrets WHERE watch = $1
  ORDER BY end_at IS NULL DESC, made_at DESC LIMIT 1`;
const END_SECRETS = `UPDATE state.watch_secrets SET end_at = $2 WHERE watch = $1 AND (end_at IS NULL OR end_at > $2)`;
const ENABLE = `UPDATE state.watches SET disabled_at = NULL, disabled_reason = NULL, failing_since = NULL WHERE number = $1`;
const DUE_NOW = `UPDATE state.deliveries SET due_at = $2 WHERE watch = $1 AND state = 'waiting' AND due_at > $2`;
const PUT_FIRST = `INSERT INTO state.deliveries (watch, id, place, type, body, created_at, due_at)
  VALUES ($1, $2, (SELECT coalesce(min(place), 1) - 1 FROM state.deliveries WHERE watch = $1), $3, $4, $5, $5)`;
const REPLAY = `UPDATE state.deliveries SET state = 'waiting', tries = 0, due_at = $3, place = ${LAST_PLACE}
  WHERE watch = $1 AND id = $2 AND state <> 'waiting'`;
const TRIES = `SELECT delivery, at, ms, status, problem FROM state.delivery_tries WHERE delivery = $1 ORDER BY number`;
const MOVE_BACK = `UPDATE state.watches SET position = least(position, greatest(start, $3)) WHERE id = $2 AND ${OWN}`;

/** See `Watches`. Each change of the queue locks the watch's row and updates it in the same transaction. */
export function watchTable(pool: Pool): Watches {
  const ofOwn = <Value>(
    accountId: string | null,
    id: string,
    work: (queries: Queries, number: number) => Promise<Value>,
  ): Promise<Value | undefined> =>
    pool.write(async (queries) => {
      const locked = await one(queries.rows<{ number: number }>(LOCK, [accountId, id]));
      return locked && (await work(queries, locked.number));
    });
  return {
    createWatch: (watch, max) => pool.write((queries) => create(queries, watch, max)),
    listWatches: (accountId) =>
      pool.read(async ({ rows }) =>
        (await rows<WatchRow>(`${WATCH} WHERE ${OWN} ORDER BY number`, [accountId])).map(toWatch),
      ),
    findWatch: (accountId, id) => pool.read((queries) => find(queries, accountId, id)),
    removeWatch: async (accountId, id) =>
      (await pool.write(({ change }) =>
        change(`DELETE FROM state.watches WHERE id = $2 AND ${OWN}`, [accountId, id]),
      )) === 1,
    resumeWatch: (accountId, id, at) =>
      ofOwn(accountId, id, async (queries, number) => {
        await queries.change(ENABLE, [number]);
        await queries.change(DUE_NOW, [number, at]);
        await queries.change(SETTLE, [number]);
        return await find(queries, accountId, id);
      }),
    rotateSecret: (accountId, id, secret, { at, oldEndAt }) =>
      ofOwn(accountId, id, async (queries, number) => {
        const [row] = await queries.rows(
          'SELECT 1 AS held FROM state.watch_secrets WHERE watch = $1 AND secret = $2',
          [number, secret],
        );
        if (!row) {
          await queries.change(END_SECRETS, [number, oldEndAt]);
          await queries.change(ADD_SECRET, [number, secret, at]);
        }
        return await withSecret(queries, number, id);
      }),
    putTest: (accountId, id, message, at) =>
      ofOwn(accountId, id, async (queries, number) => {
        if ((await find(queries, accountId, id))?.disabledAt)
          throw new ConflictError('The watch is disabled; resume it first.');
        await queries.change(PUT_FIRST, [number, message.id, message.type, message.body, at]);
        await queries.change(SETTLE, [number]);
        return await delivery(queries, number, message.id);
      }),
    replayDelivery: (accountId, id, deliveryId, at) =>
      ofOwn(accountId, id, async (queries, number) => {
        await queries.change(REPLAY, [number, deliveryId, at]);
        await queries.change(SETTLE, [number]);
        return await delivery(queries, number, deliveryId);
      }),
    replaySince: (accountId, id, seq) =>
      pool.write(async (queries) => {
        await queries.change(MOVE_BACK, [accountId, id, seq]);
        return await find(queries, accountId, id);
      }),
    listDeliveries: (accountId, id, { max, before = Number.MAX_SAFE_INTEGER }) =>
      pool.read(async (queries) => {
        const { rows } = queries;
        const watch = await one(
          rows<{ number: number }>(`SELECT number FROM state.watches WHERE id = $2 AND ${OWN}`, [
            accountId,
            id,
          ]),
        );
        if (!watch) return undefined;
        const found = await rows<DeliveryRow>(
          `${DELIVERY} WHERE watch = $1 AND number < $2 ORDER BY number DESC LIMIT $3`,
          [watch.number, before, max + 1],
        );
        const page = found.slice(0, max);
        const next = found.length > max ? (page.at(-1)?.number ?? null) : null;
        return { deliveries: await Promise.all(page.map((row) => withTries(queries, row))), next };
      }),
  };
}

async function create(queries: Queries, watch: NewWatch, max: number): Promise<WatchWithSecret> {
  const { rows, change } = queries;
  const { id, accountId, createdAt, once = null, secret, filter, endpoint, feed, position } = watch;
  await rows(LOCK_ACCOUNT, [accountId]);
  if (once) {
    await change(FORGET_ONCE, [accountId, once.key, createdAt - ONCE_MS]);
    const known = await one(
      rows<{ number: number; id: string; request: string }>(BY_ONCE, [accountId, once.key]),
    );
    if (known && known.request !== once.request)
      throw new KeyReusedError('This Idempotency-Key was used for another request.');
    if (known) return await withSecret(queries, known.number, known.id);
  }
  const counted = await one(rows<{ count: number }>(COUNT, [accountId]));
  if ((counted?.count ?? 0) >= max)
    throw new ConflictError(`The account has ${max} watches, which is the maximum.`);
  const made = await one(
    rows<{ number: number }>(INSERT, [
      ...[id, accountId, JSON.stringify(filter), endpoint, createdAt, feed, position],
      ...[once?.key ?? null, once?.request ?? null],
    ]),
  );
  if (!made) throw new Error(`The watch ${id} was inserted but has no number.`);
  await change(ADD_SECRET, [made.number, secret, createdAt]);
  return await withSecret(queries, made.number, id);
}

async function find({ rows }: Queries, accountId: string | null, id: string): Promise<Watch | undefined> {
  const row = await one(rows<WatchRow>(`${WATCH} WHERE id = $2 AND ${OWN}`, [accountId, id]));
  return row && toWatch(row);
}

async function withSecret(queries: Queries, number: number, id: string): Promise<WatchWithSecret> {
  const watch = await find(queries, null, id);
  const row = await one(queries.rows<{ secret: string }>(NEWEST_SECRET, [number]));
  if (!watch || !row) throw new Error(`The watch ${id} has no secret.`);
  return { watch, secret: row.secret };
}

async function delivery(queries: Queries, watch: number, id: string): Promise<Delivery | undefined> {
  const row = await one(queries.rows<DeliveryRow>(`${DELIVERY} WHERE watch = $1 AND id = $2`, [watch, id]));
  return row && (await withTries(queries, row));
}

async function withTries({ rows }: Queries, { number, ...row }: DeliveryRow): Promise<Delivery> {
  return { ...row, tries: await rows<Try>(TRIES, [number]) };
}

function toWatch({ filter, ...row }: WatchRow): Watch {
  return { ...row, filter: JSON.parse(filter) as Watch['filter'] };
}
