import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { announce } from '../../../platform/threads/announce.js';
import { answerFrom } from '../../serving/ledger-client.js';
import { openLedger } from '../ledger/ledger.js';

/** Keeps the ledger's file open and answers everybody who is given a line to it; ends when told so. */
await announce(() => {
  const { path } = workerData as { readonly path: string };
  const ledger = openLedger({ path, schema: 'current' });
  const lines: MessagePort[] = [];
  parentPort?.on('message', (line: MessagePort | null) => {
    if (line === null) return void ledger.close().finally(() => closeAll(lines));
    lines.push(line);
    answerFrom(ledger, line);
  });
});

function closeAll(lines: readonly MessagePort[]): void {
  for (const line of lines) line.close();
  parentPort?.close();
}
