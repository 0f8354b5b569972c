import { inspectPostgres, type PostgresOptions } from '../../store/engine/engine.js';
import { type Finding, fine, wrong } from './finding.js';

/** This machine's clock only affects its log and the expiry of keys that it creates. */
const MAX_CLOCK_SKEW_MS = 5_000;

type State = Awaited<ReturnType<typeof inspectPostgres>>;

/** Whether the primary is reached, survives what it is to survive, and agrees about the time. */
export async function examinePostgres(postgres: PostgresOptions): Promise<readonly Finding[]> {
  let state: State;
  try {
    state = await inspectPostgres(postgres);
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    return [wrong('postgres', what, 'Check DOSSIER_POSTGRES and the server.')];
  }
  return findingsOfPrimary(postgres.durability, state);
}

/** Findings of a primary that answers; `configured`: the failure that a commit must survive. */
export function findingsOfPrimary(
  configured: PostgresOptions['durability'],
  { version, synchronous, following, clockAheadMs, roundTripMs }: State,
): readonly Finding[] {
  const reached = fine(
    'postgres',
    `The primary is PostgreSQL ${version}; a round trip takes ${roundTripMs} ms.`,
  );
  return [reached, durability(configured, synchronous, following), clock(clockAheadMs)];
}

function durability(
  configured: PostgresOptions['durability'],
  synchronous: string,
  following: readonly string[] | null,
): Finding {
  if (configured === 'managed') return fine('postgres', 'The provider guarantees the durability of commits.');
  if (configured === 'local') {
    const what =
      'Commits survive a crash of the server, but not the loss of its disk: the latest charges may be lost then.';
    return fine('postgres', what);
  }
  if (following?.length === 0) {
    const what = `No standby follows, and commits wait for one of ${synchronous}: nothing can be charged.`;
    return wrong('postgres', what, 'Start a standby.');
  }
  const seen =
    following === null ? 'This user may not see which standbys follow' : `${following.join(' and ')} follow`;
  return fine('postgres', `Commits wait for ${synchronous}. ${seen}.`);
}

function clock(aheadMs: number): Finding {
  if (Math.abs(aheadMs) <= MAX_CLOCK_SKEW_MS)
    return fine('clock', 'The clocks of the server and this machine agree.');
  const seconds = Math.round(Math.abs(aheadMs) / 1_000).toLocaleString('en-US');
  const what = `The clock of the server is ${seconds} seconds ${aheadMs > 0 ? 'ahead of' : 'behind'} this machine's.`;
  return wrong('clock', what, 'Set the clock of this machine; the ledger uses the server’s.');
}
