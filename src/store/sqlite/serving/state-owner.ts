import { MessageChannel } from 'node:worker_threads';
import { Line, type Names } from '../../../platform/threads/rpc.js';
import { type StartingThread, startThread } from '../../../platform/threads/start-thread.js';
import { SupervisedThread } from '../../../platform/threads/supervised-thread.js';
import { STORE_ERRORS, type State, type StateCall, StateUnavailableError, stateOver } from '../../store.js';

/** Functions of the thread that keeps the state. */
export interface StateThread {
  call: StateCall;
}

export const STATE_THREAD: Names<StateThread> = { call: true };

const STOP_WITHIN_MS = 5_000;

/** The thread that holds the connection to `state.db` of a serving process. Its work at its end was committed whole, or not at all. */
export class StateOwner {
  readonly #line = new Line(
    () => new StateUnavailableError('The thread that keeps the state is gone.'),
    STORE_ERRORS,
  );
  readonly #thread: SupervisedThread;
  /** For the calling thread. */
  readonly state: State;

  /** Calls may come at once: they wait for the thread. */
  constructor({ path, onLoss }: { readonly path: string; readonly onLoss: (why: string) => void }) {
    this.#thread = new SupervisedThread({
      start: () => this.#begin(path),
      onStart: () => undefined,
      onLoss,
    });
    this.state = stateOver(this.#line.functions<StateThread>(STATE_THREAD).call);
  }

  /** Rejects with `SchemaMismatchError`. */
  get started(): Promise<void> {
    return this.#thread.started;
  }

  async close(): Promise<void> {
    this.#line.close();
    await this.#thread.stop(STOP_WITHIN_MS);
  }

  #begin(path: string): StartingThread {
    const { port1, port2 } = new MessageChannel();
    this.#line.connect(port1);
    return startThread({
      name: 'state',
      module: 'store/sqlite/serving/state-thread.js',
      data: { path, line: port2 },
      ports: [port2],
      errors: STORE_ERRORS,
    });
  }
}
