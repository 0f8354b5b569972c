import { expect } from 'vitest';
import type { Hold, Leases } from '../../../src/store/store.js';
import type { Check } from './world.js';

/**
 * Holds against the store, at the moment of each call: a lease is given to nobody while another holds it, its tokens only grow, and
 * what is written under a lease is written by its holder.
 */
export function leaseChecks(leases: Leases): Check {
  const last = new Map<string, number>();
  return async (name, values) => {
    if (name === 'take') {
      const lease = String(values[0]);
      const held = await leases.find(lease);
      return (token) => {
        if (held) expect(token, `${lease} is held by ${held.owner}`).toBeNull();
        if (typeof token !== 'number') return;
        expect(token).toBeGreaterThan(last.get(lease) ?? 0);
        last.set(lease, token);
      };
    }
    const hold = values[0] as Hold | undefined;
    if (typeof hold !== 'object' || hold === null || !('token' in hold)) return () => undefined;
    const held = await leases.find(hold.lease);
    return () => expect(held?.token, `${name} under token ${hold.token}`).toBe(hold.token);
  };
}
