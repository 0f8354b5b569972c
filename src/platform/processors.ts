import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** cgroup v2 limit (Linux): `max 100000`, or microseconds of CPU time per period. */
const QUOTA_FILE = '/sys/fs/cgroup/cpu.max';

/** Number of CPUs that this process may use, min. 1: containers often have a quota. */
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
