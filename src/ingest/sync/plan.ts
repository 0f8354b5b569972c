import type { EntitySource, Loadable, SocrataPortal } from '../../sources/declare/index.js';
import type { Run } from '../../store/store.js';

/** A source whose portal can be queried for changes. */
export type CursorSource = EntitySource & { readonly portal: SocrataPortal };

type SyncPlan =
  /** The publisher's whole file. */
  | { readonly kind: 'full'; readonly why: 'only_way' | 'first' | 'periodic' }
  /** Rows changed since; UTC, in the portal's format. */
  | { readonly kind: 'increment'; readonly since: string };

const DAY_MS = 86_400_000;
/** Portals reset change times and do not report deleted rows, so everything is read again periodically. */
const FULL_EVERY_MS = 7 * DAY_MS;
/** The file of a portal may be several hours old, and clocks differ. Reading rows twice changes nothing. */
const OVERLAP_MS = DAY_MS;

/**
 * A full download first, then changes since the last successful download, and a full one every week. Runs of local files are
 * ignored, because their date is unknown. `runs`: newest first.
 */
export function planSync(source: Loadable, runs: readonly Run[], now: number): SyncPlan {
  if (!hasCursor(source)) return { kind: 'full', why: 'only_way' };
  const fetched = runs.filter((run) => run.outcome === 'done' && isFetched(run));
  const whole = fetched.find(isWhole);
  const last = fetched[0];
  if (whole === undefined || last === undefined) return { kind: 'full', why: 'first' };
  if (now - whole.startedAt >= FULL_EVERY_MS) return { kind: 'full', why: 'periodic' };
  const since = new Date(last.startedAt - OVERLAP_MS).toISOString().replace('Z', '');
  return { kind: 'increment', since };
}

export function hasCursor(source: Loadable): source is CursorSource {
  if (source.kind !== 'entities') return false;
  return source.portal?.kind === 'socrata' && source.portal.cursor !== null;
}

/** A complete file with unreadable rows does not count as complete. */
function isWhole({ complete, warningList }: Run): boolean {
  return complete || warningList.some(({ code }) => code === 'unread_rows');
}

/** Inputs of fetched runs are URLs, others are files. */
function isFetched({ inputs }: Run): boolean {
  return inputs.length > 0 && inputs.every((input) => /^https?:\/\//.test(input));
}
