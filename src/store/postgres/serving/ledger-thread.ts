import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { announce } from '../../../platform/threads/announce.js';
import { answerFrom } from '../../serving/ledger-client.js';
import type { PostgresOptions } from '../connection/address.js';
import { openPostgresLedger } from '../ledger/ledger.js';
import { HealthCells } from './health-cells.js';

interface Data {
  readonly postgres: PostgresOptions;
  readonly cells: SharedArrayBuffer;
}

/** The ledger is probed even without requests. */
const LOOK_EVERY_MS = 2_000;

/** Keeps the connections to the ledger open and serves all threads that have a port to it; ends on request. */
await announce(async () => {
  const { postgres, cells } = workerData as Data;
  const health = new HealthCells(cells);
  const ledger = await openPostgresLedger({ postgres, schema: 'create', listener: health });
  const lines: MessagePort[] = [];
  const look = async () => {
    await ledger.probe().catch(() => undefined);
    health.count(ledger.counts());
  };
  const looks = setInterval(look, LOOK_EVERY_MS);
  parentPort?.on('message', async (line: MessagePort | null) => {
    if (line !== null) {
      lines.push(line);
      answerFrom(ledger, line);
      return;
    }
    clearInterval(looks);
    await ledger.close().catch(() => undefined);
    for (const one of lines) one.close();
    parentPort?.close();
  });
});
