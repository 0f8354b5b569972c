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

interface Outcome {
  readonly strike: string;
  readonly struck: boolean;
  readonly answer: 'charged' | 'lost' | 'away';
  /** Charges that stand and were not refunded. */
  readonly stand: number;
  readonly left: number;
  readonly findings: number;
}

describe.skipIf(!isOwnServer)('a ledger behind a network that fails', () => {
  let database: string;

  beforeAll(async () => {
    database = await newDatabase(await templateDatabase());
  });
  afterAll(() => dropDatabase(database));

  async function chargeThrough(strike: Strike, index: number): Promise<Outcome> {
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
      idempotency: { key: `k${made++}`, request: 'r' },
    });
    let made = 0;
    await ledger.charge([request()]);
    proxy.set(strike);
    const requests = Array.from({ length: REQUESTS }, request);
    const answer = await ledger.charge(requests).then(
      (results: ChargeResult[]) => (results.every(({ charged }) => charged) ? 'charged' : 'refused'),
      (error) => {
        if (error instanceof LedgerAnswerLostError) return 'lost';
        if (error instanceof LedgerUnavailableError) return 'away';
        throw error;
      },
    );
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

  test.each(['reset', 'swallow', 'delay'] as const)(
    '%s at any piece of the protocol: an answer is charged once, and all else is refunded',
    async (fault) => {
      const strikes = (['to the server', 'to the node'] as const).flatMap((direction) =>
        PIECES.map((piece): Strike => ({ fault, direction, piece })),
      );
      const outcomes = await Promise.all(strikes.map(chargeThrough));
      const wanted = outcomes.map((one) => {
        const stand = one.answer === 'charged' ? REQUESTS : 0;
        return { ...one, stand, left: CREDITS - 1 - stand, findings: 0 };
      });
      expect(outcomes).toEqual(wanted);
      const struck = outcomes.filter((one) => one.struck);
      expect(struck.length).toBeGreaterThanOrEqual(4);
      // A lost connection is no reason to refuse: the batch is sent again.
      expect(struck.filter(({ answer }) => answer === 'charged').length).toBeGreaterThanOrEqual(3);
    },
    60_000,
  );
});
