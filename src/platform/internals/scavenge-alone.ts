import { setFlagsFromString } from 'node:v8';

/*
 * Uses a flag of V8 that Node 20 to 26 know and `NODE_OPTIONS` refuses. V8 reads it at each collection. This file ends with the
 * first version that chooses the number of helpers by what survives.
 */

/**
 * Each thread collects its young generation by itself from now on. V8 wakes up to four helpers for it, which pays for a heap of
 * which much survives; of a request hardly anything does, and waking them costs more than they spare.
 */
export function scavengeAlone(): void {
  setFlagsFromString('--no-parallel-scavenge');
}
