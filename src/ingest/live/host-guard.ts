import {
  BrokenCircuitError,
  type CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
} from 'cockatiel';
import { PortalFault } from '../portal/fault.js';
import type { HostState } from './host-state.js';

interface GuardLimits {
  /** Maximum burst of requests to one host, and refill rate per second. */
  readonly burst: number;
  readonly perSecond: number;
  /** Number of consecutive failures that open a host's circuit breaker, and for how long. */
  readonly failures: number;
  readonly restMs: number;
  /** Pause for a busy host that does not specify one. */
  readonly busyMs: number;
}

export const GUARD_LIMITS: GuardLimits = {
  burst: 30,
  perSecond: 10,
  failures: 5,
  restMs: 15_000,
  busyMs: 5_000,
};

/** If a host demands a longer pause, it is retried after this. */
const LONGEST_PAUSE_MS = 600_000;

/**
 * Decides, host by host, whether a request may be sent. Never waits: within a request's few seconds a wait is a failure, so a
 * request that may not be sent throws PortalFault immediately.
 */
export class HostGuards {
  readonly #hosts = new Map<string, HostGuard>();

  constructor(
    private readonly now: () => number,
    private readonly limits: GuardLimits = GUARD_LIMITS,
    /** Number of nodes that send requests; each has its share of the rate. */
    private readonly nodes: () => number = () => 1,
  ) {}

  run<T>(host: string, work: () => Promise<T>): Promise<T> {
    const guard = this.#hosts.get(host) ?? new HostGuard(host, this.now, this.limits, this.nodes);
    this.#hosts.set(host, guard);
    return guard.run(work);
  }

  /** Circuit-breaker state of each host: closed, open or half-open. */
  states(): ReadonlyMap<string, HostState> {
    return new Map([...this.#hosts].map(([host, guard]) => [host, guard.state()]));
  }
}

class HostGuard {
  readonly #breaker: CircuitBreakerPolicy;
  #tokens: number;
  #countedAt: number;
  #pausedUntil = 0;

  constructor(
    private readonly host: string,
    private readonly now: () => number,
    private readonly limits: GuardLimits,
    private readonly nodes: () => number,
  ) {
    this.#tokens = limits.burst;
    this.#countedAt = now();
    this.#breaker = circuitBreaker(handleWhen(isOutage), {
      halfOpenAfter: limits.restMs,
      breaker: new ConsecutiveBreaker(limits.failures),
    });
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    this.#admit();
    try {
      return await this.#breaker.execute(work);
    } catch (error) {
      if (error instanceof BrokenCircuitError)
        throw this.#busy('failed several times and is not queried for now', null);
      if (error instanceof PortalFault && error.kind === 'busy') this.#pause(error);
      throw error;
    }
  }

  state(): HostState {
    if (this.#breaker.state === CircuitState.HalfOpen) return 'on_trial';
    return this.#breaker.state !== CircuitState.Closed || this.now() < this.#pausedUntil
      ? 'left_alone'
      : 'asked';
  }

  #admit(): void {
    const now = this.now();
    if (now < this.#pausedUntil) {
      throw this.#busy('requested a pause', this.#pausedUntil - now);
    }
    const { burst, perSecond } = this.limits;
    const nodes = this.nodes();
    const more = ((now - this.#countedAt) / 1_000) * (perSecond / nodes);
    this.#tokens = Math.min(Math.max(1, burst / nodes), this.#tokens + more);
    this.#countedAt = now;
    if (this.#tokens < 1) throw this.#busy('has reached its request limit', 1_000);
    this.#tokens -= 1;
  }

  #pause({ retryAfterMs }: PortalFault): void {
    const pauseMs = Math.min(retryAfterMs ?? this.limits.busyMs, LONGEST_PAUSE_MS);
    this.#pausedUntil = Math.max(this.#pausedUntil, this.now() + pauseMs);
  }

  #busy(what: string, retryAfterMs: number | null): PortalFault {
    return new PortalFault(this.host, 'busy', what, retryAfterMs);
  }
}

/** A rejection is a response, and so is "busy"; neither means that the portal is down. */
function isOutage(error: Error): boolean {
  return error instanceof PortalFault && (error.kind === 'late' || error.kind === 'broken');
}
