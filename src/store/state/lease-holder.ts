import type { Leases } from './state.js';

/** A lease with its token, which guards writes made under it. */
interface HeldLease {
  readonly lease: string;
  readonly token: number;
  /** Milliseconds since 1970; from this time on the lease may have another owner. */
  readonly until: number;
}

/** Takes a lease for work that one process does at a time, and renews it while the work continues. */
export class LeaseHolder {
  #held: HeldLease | undefined;

  constructor(
    private readonly parts: {
      readonly leases: Leases;
      readonly name: string;
      /** Shown to operators. */
      readonly owner: string;
      readonly leaseMs: number;
      /** Minimum time between two renewals. */
      readonly renewAfterMs: number;
      readonly now: () => number;
    },
  ) {}

  /** The lease as last taken or renewed. */
  get held(): HeldLease | undefined {
    return this.#held;
  }

  /** Takes or renews the lease. Resolves to `undefined` if another owner has it. */
  async hold(): Promise<HeldLease | undefined> {
    const { leases, name, owner, leaseMs, renewAfterMs, now } = this.parts;
    const at = now();
    const held = this.#held;
    // The clock may have stepped back.
    if (held && Math.abs(held.until - leaseMs - at) < renewAfterMs) return held;
    const isRenewed = held && (await leases.renew(name, held.token, leaseMs));
    const token = isRenewed ? held.token : await leases.take(name, owner, leaseMs);
    this.#held = token === null ? undefined : { lease: name, token, until: at + leaseMs };
    return this.#held;
  }

  /** Drops the lease after a refused write: another owner has it. */
  lose(): void {
    this.#held = undefined;
  }

  async release(): Promise<void> {
    const held = this.#held;
    if (held) await this.parts.leases.release(held.lease, held.token).catch(() => false);
  }
}
