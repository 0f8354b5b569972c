import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/**
 * A clock of the time that the rest of the machine takes, in milliseconds from the call on: for how long the main thread of
 * each process was ready and had no processor, and the part of a processor that the host of a virtual machine took. 0
 * where the system has no /proc.
 */
export function startWaitClock(pids: readonly number[]): () => number {
  if (process.platform !== 'linux') return () => 0;
  const waited = () => pids.reduce((sum, pid) => sum + waitOf(pid), stolen());
  const before = waited();
  return () => waited() - before;
}

/** The second number of `schedstat`, in nanoseconds there (Documentation/scheduler/sched-stats of Linux). */
function waitOf(pid: number): number {
  const [, wait = '0'] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ');
  return Number(wait) / 1e6;
}

/** The eighth number of the line of all processors in `/proc/stat`, in hundredths of a second (proc_stat(5)). */
function stolen(): number {
  const ticks = /^cpu +(?:\d+ ){7}(\d+)/.exec(readFileSync('/proc/stat', 'utf8'))?.[1] ?? 0;
  return (Number(ticks) * 10) / availableParallelism();
}
