/** Runs that this process itself has in hand, by data folder. */
const own = new Map<string, Set<number>>();

export function holdRun(folder: string, runId: number): void {
  const runs = own.get(folder) ?? new Set();
  own.set(folder, runs.add(runId));
}

export function releaseRun(folder: string, runId: number): void {
  own.get(folder)?.delete(runId);
}

/**
 * Whether the process that holds the run lives. A run of our own process id that we do not hold is one of a
 * process before us: in a container every start has the same id.
 */
export function isRunAlive(folder: string, run: { id: number; pid: number }): boolean {
  if (run.pid === process.pid) return own.get(folder)?.has(run.id) ?? false;
  try {
    process.kill(run.pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
