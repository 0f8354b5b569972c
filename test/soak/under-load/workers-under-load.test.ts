import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asker, booksOf, type Folder, hammer, newAccountIn, sampleWith } from '../../faults/support.js';
import { end, type Serving, startServing } from '../../support/processes/process.js';
import { openStore } from '../../support/store.js';

const WORKERS = ['--workers', '3'];
const CREDITS = 1_500;
const PER_MINUTE = 100;
const MINUTE_MS = 60_000;
/** Well formed, and nobody's. */
const UNKNOWN = 'dsr_live_00000000000000000000000000000005zJrl';

const total = (so: ReadonlyMap<number | null, number>) =>
  [...so.values()].reduce((sum, count) => sum + count, 0);
const statuses = (so: ReadonlyMap<number | null, number>) => [...so.keys()].sort();

/** Repeats what was cut by the turn of the clock's minute; what is counted must be another's each time. */
async function withinOneMinute<T>(work: (attempt: number) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const minute = Math.floor(Date.now() / MINUTE_MS);
    const done = await work(attempt);
    if (Math.floor(Date.now() / MINUTE_MS) === minute) return done;
  }
}

describe('three workers', () => {
  let folder: Folder;
  let serving: Serving;
  beforeAll(async () => {
    folder = await sampleWith(CREDITS);
    serving = await startServing(folder.path, WORKERS, {
      DOSSIER_LOG_LEVEL: 'info',
      DOSSIER_TRUST_PROXY: 'loopback',
    });
  });
  afterAll(() => end(serving.child, 'SIGTERM'));

  const answeredBy = () =>
    new Set(
      serving
        .stderr()
        .split('\n')
        .slice(0, -1)
        .map((line) => (JSON.parse(line) as { worker: number }).worker),
    );

  test('one idempotency key from 32 connections: charged once, and answered 200 or 409 only', async () => {
    const ask = asker(serving.started.url, folder.key, 32, { 'idempotency-key': 'once' });
    const so = await hammer(ask, 32, (counts) => total(counts) >= 1_000);
    ask.end();
    expect(statuses(so)).toEqual([200, 409]);
    expect((await booksOf(folder)).charges).toBe(1);
  });

  test('bad keys of one address are counted over all workers', async () => {
    const so = await withinOneMinute(async (attempt) => {
      const from = { 'x-forwarded-for': `203.0.113.${attempt}` };
      const ask = asker(serving.started.url, UNKNOWN, 32, from);
      const counts = await hammer(ask, 32, (sofar) => (sofar.get(429) ?? 0) >= 50);
      ask.end();
      return counts;
    });
    expect(statuses(so)).toEqual([401, 429]);
    expect(so.get(401)).toBe(20);
  });

  test('one key from 64 connections: exactly its credits are answered, by all workers, then only 402', async () => {
    const { available } = await booksOf(folder);
    const ask = asker(serving.started.url, folder.key, 64);
    const so = await hammer(ask, 64, (counts) => (counts.get(402) ?? 0) >= 100);
    ask.end();
    expect(statuses(so)).toEqual([200, 402]);
    expect(so.get(200)).toBe(available);
    expect(await booksOf(folder)).toEqual({
      charges: CREDITS,
      credits: CREDITS,
      refunded: 0,
      available: 0,
    });
    // The system gives a connection to any worker that is awake, on a busy machine seldom to some.
    const answeredSince = async () => {
      const others = asker(serving.started.url, folder.key, 64);
      await hammer(others, 64, (counts) => total(counts) >= 100);
      others.end();
      return [...answeredBy()].sort();
    };
    await expect.poll(answeredSince).toEqual([1, 2, 3]);
  });

  test('the metrics are those of all workers', async () => {
    const text = await (await fetch(`${serving.started.url}/metrics`)).text();
    expect(text).toContain(`dossier_charges_total{operation="searchEntities"} ${CREDITS}\n`);
    expect(text.match(/^process_resident_memory_bytes /gm)).toHaveLength(1);
    expect(text.match(/^dossier_index_age_seconds /gm)).toHaveLength(1);
  });

  test('a revoked key is refused by every worker within a second', async () => {
    const store = await openStore(folder.path, { schema: 'current' });
    const [key] = await store.ledger.listKeys(folder.accountId);
    const ask = asker(serving.started.url, folder.key, 32);
    await hammer(ask, 32, (counts) => total(counts) >= 300);
    let revokedAt = Number.POSITIVE_INFINITY;
    const meanwhile = hammer(ask, 32, () => performance.now() - revokedAt > 1_000);
    await store.ledger.revokeKey(key?.id ?? '', Date.now());
    revokedAt = performance.now();
    expect((await meanwhile).get(402)).toBeGreaterThan(0);
    const after = await hammer(ask, 32, (counts) => total(counts) >= 300);
    ask.end();
    await store.close();
    expect(statuses(after).every((status) => status === 401 || status === 429)).toBe(true);
  });
});

test('the limit of an account is exact over all workers', async () => {
  const { path } = await sampleWith(1);
  const { child, started } = await startServing(path, WORKERS);
  const so = await withinOneMinute(async () => {
    const { key } = await newAccountIn(path, CREDITS, PER_MINUTE);
    const ask = asker(started.url, key, 64);
    const counts = await hammer(ask, 64, (sofar) => (sofar.get(429) ?? 0) >= 300);
    ask.end();
    return counts;
  });
  expect(statuses(so)).toEqual([200, 429]);
  expect(so.get(200)).toBe(PER_MINUTE);
  expect(await end(child, 'SIGTERM')).toBe(0);
});

test('kill -9 under load with three workers: no answer unpaid, surplus charges at most those in submission', async () => {
  const folder = await sampleWith(10_000_000);
  const connections = 24;
  for (let kill = 1; kill <= 3; kill += 1) {
    const before = await booksOf(folder);
    const { child, started } = await startServing(folder.path, WORKERS);
    const ask = asker(started.url, folder.key, connections);
    const so = await hammer(ask, connections, (counts) => {
      if ((counts.get(200) ?? 0) >= 200 * kill) child.kill('SIGKILL');
      return (counts.get(null) ?? 0) > 0;
    });
    ask.end();
    await end(child, 'SIGKILL');
    const answers = so.get(200) ?? 0;
    const charges = (await booksOf(folder)).charges - before.charges;
    expect([...so.keys()].every((status) => status === 200 || status === null)).toBe(true);
    expect(charges).toBeGreaterThanOrEqual(answers);
    expect(charges).toBeLessThanOrEqual(answers + connections);
  }
});
