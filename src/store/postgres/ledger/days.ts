import { DatabaseError } from 'pg';
import type { Pool } from '../connection/pool.js';
import { NOW } from './clock.js';

const DAY_MS = 86_400_000;
const DAYS_AHEAD = 7;

const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended('ledger.days', 0))`;
const DAYS = `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
  WHERE i.inhparent = 'ledger.charges'::regclass AND c.relname ~ '^charges_[0-9]{8}$' ORDER BY 1`;

/** Creates the partitions of today and the next week. A day with charges in the default partition remains there. */
export async function makeDays(pool: Pool): Promise<void> {
  const made = await pool.read(async ({ rows }) => {
    const [server] = await rows<{ now: number }>(`SELECT ${NOW}`);
    const names = (await rows<{ name: string }>(DAYS)).map(({ name }) => name);
    return { now: server?.now ?? 0, names };
  });
  const today = made.now - (made.now % DAY_MS);
  for (let day = 0; day <= DAYS_AHEAD; day += 1) {
    const start = today + day * DAY_MS;
    if (!made.names.includes(nameOf(start))) await makeDay(pool, start);
  }
}

async function makeDay(pool: Pool, start: number): Promise<void> {
  const name = nameOf(start);
  try {
    await pool.write(async ({ rows, change }) => {
      await rows(LOCK);
      if ((await rows<{ name: string }>(DAYS)).some((day) => day.name === name)) return;
      // Created separately and then attached, so that the parent is locked only briefly.
      await change(
        `CREATE TABLE ledger.${name} (LIKE ledger.charges INCLUDING DEFAULTS INCLUDING CONSTRAINTS)`,
      );
      await change(
        `ALTER TABLE ledger.charges ATTACH PARTITION ledger.${name} FOR VALUES FROM (${start}) TO (${start + DAY_MS})`,
      );
    });
  } catch (error) {
    // The default partition has charges of that day.
    if (!(error instanceof DatabaseError && error.code === '23514')) throw error;
  }
}

/** Drops empty partitions of days that ended before the time. */
export async function dropOldDays(pool: Pool, before: number): Promise<void> {
  const names = await pool.read(({ rows }) => rows<{ name: string }>(DAYS));
  for (const { name } of names) {
    if (endOf(name) > before) continue;
    await pool.write(async ({ rows, change }) => {
      await rows(LOCK);
      const [row] = await rows<{ some: boolean }>(
        `SELECT EXISTS (SELECT 1 FROM ledger.${name}) AS some FROM pg_class WHERE oid = to_regclass('ledger.${name}')`,
      );
      if (row && !row.some) await change(`DROP TABLE ledger.${name}`);
    });
  }
}

/** Digits only, because it becomes part of SQL text. */
function nameOf(start: number): string {
  return `charges_${new Date(start).toISOString().slice(0, 10).replaceAll('-', '')}`;
}

function endOf(name: string): number {
  const [, year, month, day] = /(\d{4})(\d\d)(\d\d)$/.exec(name) ?? [];
  return Date.UTC(Number(year), Number(month) - 1, Number(day)) + DAY_MS;
}
