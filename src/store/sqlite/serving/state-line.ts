import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads';
import { Line, type Names } from '../../../platform/threads/rpc.js';
import { STORE_ERRORS, type State, type StateCall, StateUnavailableError, stateOver } from '../../store.js';

/** Functions of the state thread. */
interface StateThread {
  call: StateCall;
}

export const STATE_THREAD: Names<StateThread> = { call: true };

/** The message that passes a line to the thread. */
export interface LineToState {
  readonly toState: MessagePort;
}

/** The state of a serving process, in a thread. If the thread ends, each call was committed as a whole or not at all. */
export class StateLine {
  readonly #line = new Line(() => new StateUnavailableError('The state thread has ended.'), STORE_ERRORS);
  /** For the calling thread. Calls may be made before the thread is connected: they wait for it. */
  readonly state: State = stateOver(this.#line.functions<StateThread>(STATE_THREAD).call);

  /** Sets the thread that serves the state from now on. */
  connect(worker: Worker): void {
    const { port1, port2 } = new MessageChannel();
    this.#line.connect(port1);
    worker.postMessage({ toState: port2 } satisfies LineToState, [port2]);
  }

  close(): void {
    this.#line.close();
  }
}
