import { StateUnavailableError, type Taken, type Wanted, type Windows } from '../../store.js';
import type { Pool, Queries } from '../connection/pool.js';

/** A request waits as long for a count as for its charge. */
const WITHIN_MS = 3_000;
/** Maximum number of requests that a node takes in advance. */
const MAX_BLOCK = 1_000;
const MINUTE = 'floor(extract(epoch FROM now()) / 60)::bigint';
const LIVE = `SELECT greatest(1, count(*)) AS nodes FROM cluster.nodes WHERE seen_at > now() - interval '10 s'`;

const MAKE = `INSERT INTO cluster.windows (name, minute, used)
  SELECT name, ${MINUTE}, 0 FROM unnest($1::text[]) AS a(name) ORDER BY name ON CONFLICT DO NOTHING`;
/**
 * A node holds at most its share of a quarter of the rest, so that all others together hold less than a quarter of the limit.
 * Rows are locked in the order of their names, which prevents deadlocks.
 */
const TAKE = `WITH live AS (${LIVE}), held AS MATERIALIZED (
    SELECT w.name, w.minute, w.used, a.waiting, a.unused, greatest(0, a.most - w.used) AS rest
    FROM unnest($1::text[], $2::int[], $3::int[], $4::int[]) AS a(name, most, waiting, unused)
    JOIN cluster.windows w USING (name) WHERE w.minute = ${MINUTE} ORDER BY w.name FOR UPDATE OF w
  ), given AS (
    SELECT name, minute, least(rest, greatest(waiting,
      coalesce(least(${MAX_BLOCK}, rest / (4 * nodes)) - unused, 0)))::int AS taken FROM held, live
  )
  UPDATE cluster.windows w SET used = w.used + taken FROM given
  WHERE w.name = given.name AND w.minute = given.minute RETURNING w.name, taken, w.used AS held`;
const NOW = `SELECT ${MINUTE} AS minute, (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS at`;
const GIVE_BACK = `WITH held AS MATERIALIZED (
    SELECT name, minute, count FROM unnest($1::text[], $2::int[]) AS a(name, count)
    JOIN cluster.windows w USING (name) WHERE w.minute = $3 ORDER BY name FOR UPDATE OF w
  )
  UPDATE cluster.windows w SET used = greatest(0, w.used - held.count) FROM held
  WHERE w.name = held.name AND w.minute = held.minute`;
const ATTEND = `INSERT INTO cluster.nodes VALUES ($1, NULL, clock_timestamp())
  ON CONFLICT (name) DO UPDATE SET seen_at = excluded.seen_at`;
const LEAVE = 'DELETE FROM cluster.nodes WHERE name = $1';
const FORGET = `DELETE FROM cluster.windows WHERE (name, minute) IN (
    SELECT name, minute FROM cluster.windows WHERE minute < ${MINUTE} - 1 ORDER BY name, minute FOR UPDATE SKIP LOCKED)`;
/** Deletes names of replaced nodes, which `cluster status` would otherwise list forever. */
const FORGET_NODES = `DELETE FROM cluster.nodes WHERE name IN (
    SELECT name FROM cluster.nodes WHERE seen_at < clock_timestamp() - interval '7 days' FOR UPDATE SKIP LOCKED)`;
const FORGET_NODES_EVERY_MS = 3_600_000;
const MAX_INT4 = 2_147_483_647;

interface BlockRow {
  readonly name: string;
  readonly taken: number;
  readonly held: number;
}

/** See `Windows`. `node`: the name under which this node counts. */
export function openWindows(pool: Pool, node: string, withinMs = WITHIN_MS): Windows {
  let nodesDueAt = 0;
  const ask = async <Value>(work: (queries: Queries) => Promise<Value>): Promise<Value> => {
    try {
      return await pool.write(work, withinMs);
    } catch (error) {
      throw new StateUnavailableError('PostgreSQL did not respond in time.', { cause: error });
    }
  };
  return {
    take: (wanted) => ask((queries) => take(queries, wanted)),
    giveBack: async (minute, counts) => {
      if (counts.size === 0) return;
      await ask(({ change }) => change(GIVE_BACK, [[...counts.keys()], [...counts.values()], minute]));
    },
    leave: () => ask(async ({ change }) => void (await change(LEAVE, [node]))),
    attend: () =>
      ask(async ({ rows, change }) => {
        await change(ATTEND, [node]);
        await change(FORGET);
        if (performance.now() >= nodesDueAt) {
          await change(FORGET_NODES);
          nodesDueAt = performance.now() + FORGET_NODES_EVERY_MS;
        }
        return (await rows<{ nodes: number }>(LIVE))[0]?.nodes ?? 1;
      }),
  };
}

async function take({ rows, change }: Queries, wanted: readonly Wanted[]): Promise<Taken> {
  const now = rows<{ minute: number; at: number }>(NOW);
  const blocks = new Map<string, BlockRow>();
  const takeOf = async (some: readonly Wanted[]) => {
    const found = await rows<BlockRow>(TAKE, [
      some.map(({ name }) => name),
      some.map(({ limit }) => Math.min(limit, MAX_INT4)),
      some.map(({ waiting }) => waiting),
      some.map(({ unused }) => unused),
    ]);
    for (const block of found) blocks.set(block.name, block);
  };
  await takeOf(wanted);
  const first = wanted.filter(({ name }) => !blocks.has(name));
  if (first.length > 0) {
    await change(MAKE, [first.map(({ name }) => name)]);
    await takeOf(first);
  }
  const [moment] = await now;
  if (!moment) throw new Error('The server did not return its time.');
  return {
    ...moment,
    blocks: wanted.map(({ name }) => {
      const { taken = 0, held = 0 } = blocks.get(name) ?? {};
      return { taken, held };
    }),
  };
}
