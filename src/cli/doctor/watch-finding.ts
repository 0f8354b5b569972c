import type { State, Watch } from '../../store/store.js';
import { type Finding, fine, wrong } from './finding.js';

/** How long a receiver may be unreachable, in ms: sending is retried. */
const MAX_FAILING_MS = 3_600_000;
const MAX_NAMED = 5;

/** Watches whose receivers have not answered for an hour, or want nothing any more. */
export async function examineWatches({ watches }: Pick<State, 'watches'>, now: number): Promise<Finding[]> {
  const all = await watches.listWatches(null);
  const disabled = all.filter(({ disabledAt }) => disabledAt !== null);
  const failing = all.filter(
    ({ disabledAt, failingSince }) =>
      disabledAt === null && failingSince !== null && now - failingSince > MAX_FAILING_MS,
  );
  const findings = [
    ...report(
      failing,
      'Receivers have not responded for an hour',
      'Run dossier watch log ID to see why. Fix the receiver, then run dossier watch test ID.',
    ),
    ...report(
      disabled,
      'Receivers returned 410, so nothing is sent to them',
      'Run dossier watch resume ID, or dossier watch remove ID.',
    ),
  ];
  return findings.length > 0 ? findings : [fine('watches', 'Every watch reaches its receiver.')];
}

function report(watches: readonly Watch[], what: string, cure: string): Finding[] {
  if (watches.length === 0) return [];
  const ids = watches.slice(0, MAX_NAMED).map(({ id }) => id);
  const more = watches.length > MAX_NAMED ? ` and ${watches.length - MAX_NAMED} more` : '';
  return [wrong('watches', `${what}: ${ids.join(', ')}${more}.`, cure)];
}
