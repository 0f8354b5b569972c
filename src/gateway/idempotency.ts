import { hash, hkdfSync } from 'node:crypto';
import { ApiError, invalidParams } from '../contract/errors.js';
import type { Once, Operation } from '../operations/support/declare.js';
import type { Idempotency } from '../store/store.js';
import type { Parameters } from './parameters.js';
import type { SharedState, WhoRuns } from './shared-state.js';

const SANE_KEY = /^[!-~]{1,255}$/;

/** The request's `Idempotency-Key` with a digest of what is asked, or undefined without one. Throws the 400. */
export function idempotencyOf({ id }: Operation, parameters: Parameters): Idempotency | undefined {
  const { params, query, body, idempotencyKey: key } = parameters;
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !SANE_KEY.test(key)) {
    throw invalidParams({
      parameter: 'Idempotency-Key',
      message: 'must be 1 to 255 printable ASCII characters without blanks, once.',
    });
  }
  const content = JSON.stringify([id, sorted(params), sorted(query), body]);
  return { key, request: hash('sha256', content, 'base64url') };
}

/** As `idempotencyOf`, for a change that is free. */
export function onceOf(operation: Operation, parameters: Parameters): Once | undefined {
  const idempotency = idempotencyOf(operation, parameters);
  if (!idempotency) return undefined;
  const { key, request } = idempotency;
  const secret = parameters.secret ?? '';
  let count = 0;
  const random = (size: number) => {
    count += 1;
    return new Uint8Array(hkdfSync('sha256', secret, request, `${key} ${count}`, size));
  };
  return { key, request, random };
}

/** Idempotency keys that are being worked on, and what was asked under them. */
export class RunningKeys {
  readonly #running = new Map<string, string>();

  enter(name: string, request: string): WhoRuns {
    const running = this.#running.get(name);
    if (running !== undefined) return running === request ? 'same request' : 'another request';
    this.#running.set(name, request);
    return 'nobody';
  }

  leave(name: string): void {
    this.#running.delete(name);
  }
}

/**
 * Refuses a request while another runs under its idempotency key. Between several services on one ledger a second one
 * is not refused but answered as a repetition: the ledger still charges once.
 */
export class InFlight {
  constructor(private readonly shared: Pick<SharedState, 'enter' | 'leave'>) {}

  /** Rejects with the 409 and the 422; call what it returns when the request is paid for or failed. */
  async enter(accountId: string, { key, request }: Idempotency): Promise<() => Promise<void>> {
    const name = `${accountId} ${key}`;
    const running = await this.shared.enter(name, request);
    if (running === 'same request') {
      throw new ApiError('idempotency_in_flight', 'A request with this Idempotency-Key is still running.');
    }
    if (running === 'another request') throw keyReused();
    // If a thread cannot be reached, it is ending: its keys are free then.
    return () => this.shared.leave(name).catch(() => undefined);
  }
}

export function keyReused(): ApiError {
  return new ApiError('idempotency_key_reused', 'This Idempotency-Key was used for another request.');
}

/** Parameters by name: the order in which a client writes them makes no other request. */
function sorted(values: unknown): [string, unknown][] {
  return Object.entries(values ?? {}).sort(([one], [other]) => (one < other ? -1 : 1));
}
