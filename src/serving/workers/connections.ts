import type { ProcessConnections } from '../../http/connection-limit.js';
import type { Log } from '../../platform/log.js';
import { openFiles } from '../../platform/open-files.js';

/** The max for a process with all its workers. */
const MAX_CONNECTIONS = 5_000;
const MIN_CONNECTIONS = 8;
/** File descriptors that requests, exports and commands may need at the same time. */
const RESERVED_FILES = 48;
const RESERVED_PART = 0.1;
/** Databases, ports and the listening socket of one worker. */
const FILES_OF_A_WORKER = 20;

/**
 * Returns how many connections the process accepts at the same time: as many as the limit of open files allows, minus a
 * reserve. Call it when the files of the main thread are open. Logs a warning if the limit is lower than usual.
 */
export function processConnections(workers: number, log: Pick<Log, 'warn'>): ProcessConnections {
  const counts = new SharedArrayBuffer(workers * Int32Array.BYTES_PER_ELEMENT);
  const files = openFiles();
  if (!files) return { max: MAX_CONNECTIONS, counts };
  const { limit, open } = files;
  const reserved = Math.max(RESERVED_FILES, limit * RESERVED_PART) + (workers - 1) * FILES_OF_A_WORKER;
  const room = Math.floor(limit - open - reserved);
  const max = Math.min(MAX_CONNECTIONS, Math.max(MIN_CONNECTIONS, room));
  if (max < MAX_CONNECTIONS) {
    log.warn(
      `The process may open ${limit} files, so it accepts ${max} connections at the same time instead of ${MAX_CONNECTIONS}. ` +
        'Raise the limit: ulimit -n 20000, or LimitNOFILE=20000 in a systemd unit.',
    );
  }
  return { max, counts };
}
