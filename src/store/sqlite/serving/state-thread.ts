import { type MessagePort, workerData } from 'node:worker_threads';
import { announce } from '../../../platform/threads/announce.js';
import { answerCalls } from '../../../platform/threads/rpc.js';
import { callsTo } from '../../store.js';
import { openState } from '../state/state.js';
import { STATE_THREAD } from './state-owner.js';

interface Data {
  readonly path: string;
  readonly line: MessagePort;
}

/** Keeps the state's file open; ends when its line is closed. */
await announce(() => {
  const { path, line } = workerData as Data;
  const state = openState({ path, schema: 'current' });
  line.on('close', () => void state.close());
  answerCalls(line, STATE_THREAD, { call: callsTo(state) });
});
