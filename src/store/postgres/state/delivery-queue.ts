import {
  type AfterTry,
  type Deliveries,
  type DeliverySummary,
  type DueDelivery,
  type Hold,
  LeaseLostError,
  MAX_WAITING,
  NO_ENDPOINT,
  type WatchReader,
} from '../../store.js';
import { HELD } from '../cluster/leases.js';
import { one, type Pool, type Queries } from '../connection/pool.js';
import { SETTLE, SETTLE_ALL } from './watch-table.js';

type ReaderRow = Omit<WatchReader, 'filter'> & { readonly filter: string };
type DueRow = Omit<DueDelivery, 'secrets'> & { readonly watch: number };

const NOW = 'floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint';
const READERS = `SELECT number, id, filter, feed, position FROM state.watches
  WHERE disabled_at IS NULL AND waiting < $1 AND endpoint <> '${NO_ENDPOINT}' ORDER BY number`;
/** Ordered, so that two transactions with the same watches wait for each other instead of deadlocking. */
const LOCK = 'SELECT number FROM state.watches WHERE number = ANY ($1::bigint[]) ORDER BY number FOR UPDATE';
/** Appended to the queues of their watches, in the given order. */
const PUT = `INSERT INTO state.deliveries AS d (watch, id, place, type, body, created_at, due_at)
  SELECT m.watch, m.id, last.place + row_number() OVER (PARTITION BY m.watch ORDER BY m.at), m.type, m.body, $5, $5
  FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[]) WITH ORDINALITY AS m(watch, id, type, body, at)
  JOIN state.watches w ON w.number = m.watch
  CROSS JOIN LATERAL (SELECT coalesce(max(place), 0) AS place FROM state.deliveries WHERE watch = m.watch) AS last
  ORDER BY m.at
  ON CONFLICT (id) DO UPDATE SET place = excluded.place,
    tries = CASE d.state WHEN 'waiting' THEN d.tries ELSE 0 END,
    due_at = CASE d.state WHEN 'waiting' THEN d.due_at ELSE excluded.due_at END, state = 'waiting'`;
const MOVE = `UPDATE state.watches w SET feed = $4, position = $5,
    start = CASE WHEN w.feed = $4 THEN least(w.start, $5) ELSE $5 END
  FROM unnest($1::bigint[], $2::text[], $3::bigint[]) AS r(number, feed, position)
  WHERE w.number = r.number AND w.feed = r.feed AND w.position = r.position`;
const DUE = `SELECT d.number, w.number AS watch, w.account_id AS "accountId", w.endpoint, d.tries,
    w.failing_since AS "failingSince", d.id, d.type, d.body
  FROM state.watches w CROSS JOIN LATERAL
    (SELECT * FROM state.deliveries WHERE watch = w.number AND state = 'waiting' ORDER BY place LIMIT 1) AS d
  WHERE w.disabled_at IS NULL AND w.next_at <= $1
    AND w.endpoint <> ALL ($2::text[]) AND w.account_id <> ALL ($3::text[])
  ORDER BY w.next_at, w.number LIMIT 1`;
const SECRETS = `SELECT secret FROM state.watch_secrets WHERE watch = $1 AND (end_at IS NULL OR end_at > $2)
  ORDER BY end_at IS NULL DESC, made_at DESC`;
const WATCH_OF = 'SELECT watch FROM state.deliveries WHERE number = $1';
const LOG = `INSERT INTO state.delivery_tries (delivery, number, at, ms, status, problem)
  VALUES ($1, (SELECT coalesce(max(number), 0) + 1 FROM state.delivery_tries WHERE delivery = $1), $2, $3, $4, $5)`;
const END = 'UPDATE state.deliveries SET state = $2, tries = tries + 1 WHERE number = $1';
const RETRY = 'UPDATE state.deliveries SET due_at = $2, tries = tries + 1 WHERE number = $1';
const RECOVER = 'UPDATE state.watches SET failing_since = NULL WHERE number = $1';
const FAIL = 'UPDATE state.watches SET failing_since = coalesce(failing_since, $2) WHERE number = $1';
const DISABLE = 'UPDATE state.watches SET disabled_at = $2, disabled_reason = $3 WHERE number = $1';
const FORGET = `DELETE FROM state.deliveries WHERE state <> 'waiting' AND created_at < $1`;
const FORGET_SECRETS = `DELETE FROM state.watch_secrets WHERE end_at <= ${NOW}`;
const SUMMARY = `SELECT count(*) AS watches,
    count(*) FILTER (WHERE failing_since IS NOT NULL AND disabled_at IS NULL) AS failing,
    count(disabled_at) AS disabled, coalesce(sum(waiting), 0) AS waiting,
    (SELECT min(created_at) FROM state.deliveries WHERE state = 'waiting') AS "oldestWaitingAt",
    min(position) FILTER (WHERE disabled_at IS NULL AND endpoint <> '${NO_ENDPOINT}') AS "minPosition"
  FROM state.watches`;

/**
 * See `Deliveries`. Work under a lease locks the lease's row until its commit: the next owner waits for it, and a former owner
 * cannot write.
 */
export function deliveryQueue(pool: Pool): Deliveries {
  const fenced = (hold: Hold, work: (queries: Queries) => Promise<void>) =>
    pool.write(async (queries) => {
      const [row] = await queries.rows(HELD, [hold.lease, hold.token]);
      if (!row)
        throw new LeaseLostError(`The lease ${hold.lease} is no longer held with token ${hold.token}.`);
      await work(queries);
    });
  return {
    listReaders: async () => {
      const rows = await pool.read((queries) => queries.rows<ReaderRow>(READERS, [MAX_WAITING]));
      return rows.map(({ filter, ...row }) => ({
        ...row,
        filter: JSON.parse(filter) as WatchReader['filter'],
      }));
    },
    putMessages: (hold, { messages, readers, to, at }) =>
      fenced(hold, async ({ rows, change }) => {
        const touched = [...messages.map(({ watch }) => watch), ...readers.map(({ number }) => number)];
        await rows(LOCK, [[...new Set(touched)]]);
        if (messages.length > 0) {
          const columns = (['watch', 'id', 'type', 'body'] as const).map((name) =>
            messages.map((message) => message[name]),
          );
          await change(PUT, [...columns, at]);
        }
        const from = (['number', 'feed', 'position'] as const).map((name) =>
          readers.map((reader) => reader[name]),
        );
        await change(MOVE, [...from, to.feed, to.position]);
        await change(SETTLE_ALL, [[...new Set(messages.map(({ watch }) => watch))]]);
      }),
    findDue: (at, { endpoints, accounts }) =>
      pool.read(async ({ rows }) => {
        const row = await one(rows<DueRow>(DUE, [at, endpoints, accounts]));
        if (!row) return undefined;
        const { watch, ...delivery } = row;
        const secrets = await rows<{ secret: string }>(SECRETS, [watch, at]);
        return { ...delivery, secrets: secrets.map(({ secret }) => secret) };
      }),
    finishTry: (hold, tried, follows) =>
      fenced(hold, async (queries) => {
        const { rows, change } = queries;
        const { delivery, at, ms, status, problem } = tried;
        const found = await one(rows<{ watch: number }>(WATCH_OF, [delivery]));
        // The watch was removed during the attempt.
        if (!found) return;
        const [locked] = await rows(LOCK, [[found.watch]]);
        if (!locked) return;
        await change(LOG, [delivery, at, ms, status, problem]);
        await follow(queries, found.watch, tried, follows);
        await change(SETTLE, [found.watch]);
      }),
    forgetBefore: (before) =>
      pool.write(async ({ change }) => {
        await change(FORGET, [before]);
        await change(FORGET_SECRETS);
      }),
    summary: async () => {
      const summary = await pool.read(({ rows }) => one(rows<DeliverySummary>(SUMMARY)));
      if (!summary) throw new Error('The state of the deliveries is missing.');
      return summary;
    },
  };
}

async function follow(
  { change }: Queries,
  watch: number,
  { delivery, at }: { readonly delivery: number; readonly at: number },
  follows: AfterTry,
): Promise<void> {
  switch (follows.kind) {
    case 'delivered':
      await change(END, [delivery, 'delivered']);
      await change(RECOVER, [watch]);
      break;
    case 'failed':
      await change(END, [delivery, 'failed']);
      await change(FAIL, [watch, at]);
      break;
    case 'retry':
      await change(RETRY, [delivery, follows.at]);
      await change(FAIL, [watch, at]);
      break;
    case 'disable':
      await change(RETRY, [delivery, at]);
      await change(FAIL, [watch, at]);
      await change(DISABLE, [watch, at, follows.reason]);
  }
}
