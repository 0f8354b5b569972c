import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Transform } from 'node:stream';

/** Maximum size of a fetched file: ten times the largest of any publisher today. */
const MAX_FILE_BYTES = 50 * 2 ** 30;
/** Space left free, or a twentieth of a small disk: the ledger may be on the same disk. */
const RESERVED_BYTES = 2 ** 30;
const CHECK_EVERY_BYTES = 16 * 2 ** 20;
/** A connection may be silent for one idle timeout; a response that has not started, or delivered next to nothing, after five is aborted. */
export const PERIODS = 5;
/** A download with fewer bytes per period has stalled. */
const MIN_BYTES_A_PERIOD = 64 * 1024;

/** For a file with all its attempts: enough for 50 GiB at 5 Mbit/s. */
const MAX_HOURS = 24;

/** The response cannot be accepted, and a retry would not help. The message continues "it could not be fetched: ". */
export class IntakeFault extends Error {
  override readonly name = 'IntakeFault';
}

/** The download stalled; a retry may succeed. */
export class DripFault extends Error {
  override readonly name = 'DripFault';
}

/** Throws IntakeFault if a file of this size is too large, or leaves too little free space on the disk at `path`. */
export async function requireRoom(path: string, bytes: number, max = MAX_FILE_BYTES): Promise<void> {
  if (bytes > max) {
    throw new IntakeFault(`it is ${megabytes(bytes)}, larger than the maximum of ${megabytes(max)}`);
  }
  const { bavail, blocks, bsize } = await statfs(dirname(path));
  const free = bavail * bsize - Math.min(RESERVED_BYTES, (blocks * bsize) / 20);
  if (bytes > free) {
    throw new IntakeFault(
      `it needs ${megabytes(bytes)}, but the disk has only ${megabytes(Math.max(0, free))} available`,
    );
  }
}

/** The deadline for a file that is started now, in the time of `performance`. */
export function givenUpAt(): number {
  return performance.now() + MAX_HOURS * 3_600_000;
}

interface BodyLimits {
  readonly periodMs: number;
  /** See `givenUpAt`. */
  readonly until: number;
  /** Maximum size of the whole file. */
  readonly max?: number | undefined;
  /** Bytes already downloaded. */
  readonly from?: number;
}

/**
 * Passes a body through to the file at `path`. Fails with IntakeFault if it is too large, fills the disk or exceeds the
 * deadline, with DripFault if it stalls for a period: a dripping body would never end.
 */
export function limitedBody(path: string, limits: BodyLimits): Transform {
  const { periodMs, until, max = MAX_FILE_BYTES, from = 0 } = limits;
  let total = from;
  let checkAt = from + CHECK_EVERY_BYTES;
  let inPeriod = 0;
  const timer = setInterval(() => {
    if (performance.now() > until)
      body.destroy(new IntakeFault(`the download was not complete after ${MAX_HOURS} hours`));
    else if (inPeriod < MIN_BYTES_A_PERIOD)
      body.destroy(new DripFault(`only ${inPeriod} bytes received in ${periodMs / 1000} seconds`));
    inPeriod = 0;
  }, periodMs).unref();
  const body = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      total += chunk.length;
      inPeriod += chunk.length;
      if (total > max) return done(new IntakeFault(`it is larger than the maximum of ${megabytes(max)}`));
      if (total <= checkAt) return done(null, chunk);
      checkAt = total + CHECK_EVERY_BYTES;
      requireRoom(path, CHECK_EVERY_BYTES).then(() => done(null, chunk), done);
    },
    destroy(error, done) {
      clearInterval(timer);
      done(error);
    },
  });
  return body;
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1e6).toLocaleString('en-US')} MB`;
}
