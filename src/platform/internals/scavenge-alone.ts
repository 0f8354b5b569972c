import { setFlagsFromString } from 'node:v8';

/*
 * Uses a V8 flag of Node 20 to 26 that `NODE_OPTIONS` rejects. V8 reads it at each collection. Delete this
 * file when V8 chooses the number of helpers by survival rate.
 */

/**
 * Makes each thread collect its young generation without helper threads. V8 wakes up to four helpers, which
 * pays off if much survives; requests leave hardly anything, and waking helpers costs more.
 */
export function scavengeAlone(): void {
  setFlagsFromString('--no-parallel-scavenge');
}
