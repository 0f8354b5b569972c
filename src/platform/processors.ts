import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** The limit of a control group, version 2 (Linux): `max 100000`, or microseconds of processor time in so many of time. */
const QUOTA_FILE = '/sys/fs/cgroup/cpu.max';

/** Processors that this process may keep busy, 1 at least: a container often has a quota below what the machine has. */
export function processors(readQuota: () => string = () => readFileSync(QUOTA_FILE, 'utf8')): number {
  return Math.max(1, Math.min(availableParallelism(), allowedBy(readQuota)));
}

function allowedBy(readQuota: () => string): number {
  try {
    const [quota, period] = readQuota().split(' ').map(Number);
    const allowed = Math.floor((quota ?? Number.NaN) / (period ?? Number.NaN));
    return Number.isNaN(allowed) ? Number.POSITIVE_INFINITY : allowed;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
