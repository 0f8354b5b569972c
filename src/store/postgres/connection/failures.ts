import { DatabaseError } from 'pg';

/** Nothing was written: the server could not be reached, or ended the work before its commit. */
export class PostgresAwayError extends Error {
  override readonly name: string = 'PostgresAwayError';
}

/** A commit was sent and nobody knows whether it stands, here or on the standbys. */
export class CommitUnknownError extends Error {
  override readonly name = 'CommitUnknownError';
}

/** Another transaction came first: the same work may be tried again at once. */
export function isCollision(error: unknown): boolean {
  return error instanceof DatabaseError && ['40001', '40P01', '55P03'].includes(error.code ?? '');
}

/** The server refused a row or raised an exception of the schema: a bug, not an absence. The connection stays good. */
export function isRefusal(error: unknown): boolean {
  return error instanceof DatabaseError && /^(?:22|23|42|P0)/.test(error.code ?? '');
}
