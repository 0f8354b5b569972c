import { readFileSync } from 'node:fs';

/**
 * Runs `work` and says which share of the processors' time the host of this virtual machine gave to others meanwhile, 0 to
 * 1 (`steal` of `/proc/stat`; 0 where the system does not tell).
 */
export async function withStolen<T>(
  work: () => Promise<T>,
): Promise<{ readonly done: T; readonly stolen: number }> {
  const before = readTicks();
  const done = await work();
  const after = readTicks();
  const all = after.all - before.all;
  return { done, stolen: all === 0 ? 0 : (after.stolen - before.stolen) / all };
}

interface Ticks {
  readonly stolen: number;
  readonly all: number;
}

function readTicks(): Ticks {
  try {
    return parseTicks(readFileSync('/proc/stat', 'utf8'));
  } catch {
    return { stolen: 0, all: 0 };
  }
}

/** `cpu user nice system idle iowait irq softirq steal …`: time of guests, which follows, is in the first two already. */
export function parseTicks(stat: string): Ticks {
  const [line = ''] = stat.split('\n', 1);
  const ticks = line.trim().split(/ +/).slice(1, 9).map(Number);
  return { stolen: ticks[7] ?? 0, all: ticks.reduce((sum, ticks) => sum + ticks, 0) };
}
