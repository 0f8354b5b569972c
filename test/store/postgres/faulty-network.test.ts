import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPostgresLedger } from '../../../src/store/postgres/ledger/ledger.js';
import {
  type ChargeResult,
  LedgerAnswerLostError,
  LedgerUnavailableError,
} from '../../../src/store/store.js';
import { FaultyProxy, type Strike } from '../../support/postgres/proxy.js';
import {
  dropDatabase,
  hasPostgres,
  newDatabase,
  optionsFor,
  query,
  sharedServer,
} from '../../support/postgres/server.js';
import { chargeOf, newAccount, newKey } from '../ledger/support/fixtures.js';
import { templateDatabase } from './ledger-engine.js';

const isOwnServer = hasPostgres && process.env.DOSSIER_TEST_PG_URL === undefined;
const CREDITS = 100;
const REQUESTS = 3;
/** A charge over a connection that is open takes two pieces in each direction; its successor, to connect, some more. */
const PIECES = [1, 2, 3, 4, 5, 6];

/** So many ledgers are open at once: a charge has three seconds, which a busy machine takes for the start of a dozen. */
const AT_ONCE = 4;

interface Outcome {
  readonly strike: string;
  readonly struck: boolean;
  readonly answer: 'charged' | 'lost' | 'away';
  /** Charges that stand and were not refunded. */
  readonly stand: number;
  readonly left: number;
  readonly findings: number;
}

/** As the outcomes must be: what was answered as charged is charged once, and nothing else is. */
function exact(outcomes: readonly Outcome[]): Outcome[] {
  return outcomes.map((one) => {
    const stand = one.answer === 'charged' ? REQUESTS : 0;
    return { ...one, stand, left: CREDITS - 1 - stand, findings: 0 };
  });
}

async function fewAtOnce<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < items.length; from += AT_ONCE) {
    const some = items.slice(from, from + AT_ONCE);
    results.push(...(await Promise.all(some.map((item, at) => work(item, from + at)))));
  }
  return results;
}

describe.skipIf(!isOwnServer)('a ledger behind a network that fails', () => {
  let database: string;

  beforeAll(async () => {
    database = await newDatabase(await templateDatabase());
  });
  afterAll(() => dropDatabase(database));

  /** `onStruck` runs as soon as the fault was done; requests have no idempotency keys then, so that the batch alone is known again. */
  async function chargeThrough(
    strike: Strike,
    index: number,
    database: string,
    onStruck?: () => Promise<void>,
  ): Promise<Outcome> {
    const proxy = new FaultyProxy(sharedServer().folder);
    await proxy.listen();
    const postgres = {
      ...(await optionsFor(database)),
      url: `postgres://postgres@/${database}?host=${proxy.folder}`,
    };
    const ledger = await openPostgresLedger({ postgres, schema: 'current' });
    const now = Date.now();
    const account = await ledger.createAccount({ ...newAccount(), monthlyCredits: CREDITS, createdAt: now });
    const hash = `${strike.fault}${strike.direction}${strike.piece}${index}`;
    const key = await ledger.createKey({ ...newKey(account.id), hash });
    const request = () => ({
      ...chargeOf(account.id, key.id, 1, now),
      ...(!onStruck && { idempotency: { key: `k${made++}`, request: 'r' } }),
    });
    let made = 0;
    await ledger.charge([request()]);
    proxy.set(strike);
    const looking = setInterval(() => {
      if (!proxy.struck) return;
      clearInterval(looking);
      void onStruck?.();
    }, 20);
    const requests = Array.from({ length: REQUESTS }, request);
    const answer = await ledger.charge(requests).then(
      (results: ChargeResult[]) => (results.every(({ charged }) => charged) ? 'charged' : 'refused'),
      (error) => {
        if (error instanceof LedgerAnswerLostError) return 'lost';
        if (error instanceof LedgerUnavailableError) return 'away';
        throw error;
      },
    );
    clearInterval(looking);
    if (answer === 'refused') throw new Error('There were credits enough.');
    await ledger.close();
    proxy.close();
    const [row] = await query<{ stand: number; kept: number }>(
      database,
      `SELECT count(*) FILTER (WHERE r.charge_id IS NULL) AS stand FROM ledger.charges c
         LEFT JOIN ledger.refunds r ON r.charge_id = c.id WHERE c.account_id = '${account.id}'`,
    );
    const after = await openPostgresLedger({ postgres: await optionsFor(database), schema: 'current' });
    const { available } = await after.balance(account.id, Date.now());
    const findings = (await after.verify()).filter(({ accountId }) => accountId === account.id);
    await after.close();
    return {
      strike: `${strike.fault} piece ${strike.piece} ${strike.direction}`,
      struck: proxy.struck,
      answer,
      stand: (row?.stand ?? 0) - 1,
      left: available,
      findings: findings.length,
    };
  }

  test('a batch is known again by a server whose clock is a day ahead of the one that wrote it', async () => {
    const other = await newDatabase(await templateDatabase());
    await query(
      other,
      `CREATE SCHEMA fake; CREATE TABLE fake.ahead AS SELECT 0 AS days;
       CREATE FUNCTION fake.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
         AS $$ SELECT pg_catalog.clock_timestamp() + days * interval '1 day' FROM fake.ahead $$;
       ALTER DATABASE "${other}" SET search_path = fake, pg_catalog, public`,
    );
    const replace = async () => void (await query(other, 'UPDATE fake.ahead SET days = 1'));
    const outcomes = await fewAtOnce(PIECES, (piece, index) =>
      chargeThrough({ fault: 'swallow', direction: 'to the node', piece }, index, other, replace),
    );
    expect(outcomes).toEqual(exact(outcomes));
    expect(outcomes.filter((one) => one.struck && one.answer === 'charged').length).toBeGreaterThan(0);
    await dropDatabase(other);
  });

  test.each(['reset', 'swallow', 'delay'] as const)(
    '%s at any piece of the protocol: an answer is charged once, and all else is refunded',
    async (fault) => {
      const strikes = (['to the server', 'to the node'] as const).flatMap((direction) =>
        PIECES.map((piece): Strike => ({ fault, direction, piece })),
      );
      const outcomes = await fewAtOnce(strikes, (strike, index) => chargeThrough(strike, index, database));
      expect(outcomes).toEqual(exact(outcomes));
      const struck = outcomes.filter((one) => one.struck);
      expect(struck.length).toBeGreaterThanOrEqual(4);
      // A lost connection is no reason to refuse: the batch is sent again.
      expect(struck.filter(({ answer }) => answer === 'charged').length).toBeGreaterThanOrEqual(3);
    },
    60_000,
  );
});
