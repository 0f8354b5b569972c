import { DatabaseError } from 'pg';

/** Nothing was written: the server could not be reached, or aborted the work before its commit. */
export class PostgresAwayError extends Error {
  override readonly name: string = 'PostgresAwayError';
}

/** A commit was sent, and its outcome, here or on the standbys, is unknown. */
export class CommitUnknownError extends Error {
  override readonly name = 'CommitUnknownError';
}

/** A conflict with another transaction: the work can be retried immediately. */
export function isCollision(error: unknown): boolean {
  return error instanceof DatabaseError && ['40001', '40P01', '55P03'].includes(error.code ?? '');
}

/** The server refused a row, or the schema raised an exception: a bug, not an outage. The connection remains usable. */
export function isRefusal(error: unknown): boolean {
  return error instanceof DatabaseError && /^(?:22|23|42|P0)/.test(error.code ?? '');
}
