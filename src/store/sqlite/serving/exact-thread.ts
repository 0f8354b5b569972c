import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { announce } from '../../../platform/threads/announce.js';
import { answerCalls } from '../../../platform/threads/rpc.js';
import { answerFrom } from '../../serving/ledger-client.js';
import { callsTo } from '../../store.js';
import { openLedger } from '../ledger/ledger.js';
import { openState } from '../state/state.js';
import { type LineToState, STATE_THREAD } from './state-line.js';

interface Data {
  readonly ledger: string;
  /** If omitted, the state is not served. */
  readonly state?: string;
}

/** Keeps the files of the ledger and the state open and serves all threads that have a port to it; ends on request. */
await announce(() => {
  const paths = workerData as Data;
  const ledger = openLedger({ path: paths.ledger, schema: 'current' });
  const state = paths.state === undefined ? undefined : openState({ path: paths.state, schema: 'current' });
  const lines: MessagePort[] = [];
  const close = async () => {
    await Promise.allSettled([ledger.close(), state?.close()]);
    for (const line of lines) line.close();
    parentPort?.close();
  };
  parentPort?.on('message', (line: MessagePort | LineToState | null) => {
    if (line === null) return void close();
    if ('toState' in line) {
      lines.push(line.toState);
      if (state) answerCalls(line.toState, STATE_THREAD, { call: callsTo(state) });
    } else {
      lines.push(line);
      answerFrom(ledger, line);
    }
  });
});
