import { CliError } from '../context.js';

/** States of the cluster that a sentence explains; by name, so that a command without a cluster loads none of them. */
const EXPLAINED: ReadonlySet<string> = new Set([
  'ChainBrokenError',
  'CommitUnknownError',
  'DamagedPartError',
  'UnsuitableServerError',
  'FencedError',
  'NoPrimaryError',
  'ObjectMissingError',
  'ObjectsAwayError',
  'PostgresAddressError',
  'PostgresAwayError',
]);

/** The same work may succeed later. */
const PASSING: ReadonlySet<string> = new Set([
  'CommitUnknownError',
  'NoPrimaryError',
  'ObjectsAwayError',
  'PostgresAwayError',
]);

/** Whether the same work may succeed later, without anybody's help. */
export function mayPass(error: unknown): error is Error {
  return error instanceof Error && PASSING.has(error.name);
}

/** Does the work; reports a failure of the cluster without a stack. */
export async function explained<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && EXPLAINED.has(error.name))
      throw new CliError(error.message, { cause: error });
    throw error;
  }
}
