import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads';
import { Line, type Names } from '../../../platform/threads/rpc.js';
import { STORE_ERRORS, type State, type StateCall, StateUnavailableError, stateOver } from '../../store.js';

/** Functions of the thread that keeps the state. */
interface StateThread {
  call: StateCall;
}

export const STATE_THREAD: Names<StateThread> = { call: true };

/** The message that hands a line to the thread. */
export interface LineToState {
  readonly toState: MessagePort;
}

/** The state of a serving process, kept by a thread. Its work at the thread's end was committed whole, or not at all. */
export class StateLine {
  readonly #line = new Line(
    () => new StateUnavailableError('The thread that keeps the state is gone.'),
    STORE_ERRORS,
  );
  /** For the calling thread. Calls may come at once: they wait for the thread. */
  readonly state: State = stateOver(this.#line.functions<StateThread>(STATE_THREAD).call);

  /** The thread that keeps the state from now on. */
  connect(worker: Worker): void {
    const { port1, port2 } = new MessageChannel();
    this.#line.connect(port1);
    worker.postMessage({ toState: port2 } satisfies LineToState, [port2]);
  }

  close(): void {
    this.#line.close();
  }
}
