import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../src/store/engine/engine.js';
import { ChargeBatches } from '../../src/store/serving/ledger-client.js';
import type { ChargeRequest } from '../../src/store/store.js';
import type { Figure } from '../measuring/figures.js';

const SECONDS = 3;
const WAITING = 64;

/** Durable charges a second: 64 requests at a time that share transactions, and one transaction for each. */
export async function benchCharges(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-bench-charges-'));
  const store = await openStore(folder, { schema: 'migrate' });
  try {
    const account = await store.ledger.createAccount({
      name: 'bench',
      monthlyCredits: 1_000_000_000,
      requestsPerMinute: 1_000_000,
      createdAt: Date.now(),
    });
    const key = await store.ledger.createKey({
      accountId: account.id,
      name: 'bench',
      hash: 'bench',
      prefix: 'bench',
      scopes: ['read'],
      createdAt: Date.now(),
      expiresAt: null,
    });
    const request = (): ChargeRequest => ({
      accountId: account.id,
      keyId: key.id,
      requestId: 'bench',
      operation: 'getEntity',
      credits: 1,
      breakdown: [{ item: 'entity', credits: 1 }],
      at: Date.now(),
    });
    const batches = new ChargeBatches((requests) => store.ledger.charge(requests));
    const together = await perSecond(async () => {
      await Promise.all(Array.from({ length: WAITING }, () => batches.charge([request()])));
      return WAITING;
    });
    const oneByOne = await perSecond(async () => (await store.ledger.charge([request()])).length);
    return [
      {
        part: 'charges',
        name: `durable charges, ${WAITING} waiting`,
        value: together,
        unit: 'charges/s',
        reference: { name: 'a transaction for each', value: oneByOne, unit: 'charges/s' },
      },
    ];
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function perSecond(work: () => Promise<number>): Promise<number> {
  const started = performance.now();
  let done = 0;
  while (performance.now() - started < SECONDS * 1_000) done += await work();
  return done / ((performance.now() - started) / 1_000);
}
