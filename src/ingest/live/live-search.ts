import type { LiveQuestion, LiveRecord, LiveSearch } from '../../domain/live.js';
import { withDeadline } from '../../platform/deadline.js';
import { PortalFault } from '../portal/fault.js';
import { type PortalSource, readRecords } from '../portal/records.js';
import { freshMs } from './fresh.js';
import type { LiveOptions } from './live-options.js';
import { withSecondTry } from './second-try.js';

/** Main rows asked of each portal; a name that more of them bear is too broad to be searched there. */
const MOST_ROWS = 100;

export interface SearchOptions extends LiveOptions {
  /** Takes one read from the account's budget. */
  readonly mayRead: () => boolean;
}

/** Asks all portals at once that stand for what is not loaded. Answers that are not there at the deadline are left out. */
export async function searchPortals(question: LiveQuestion, options: SearchOptions): Promise<LiveSearch> {
  const loaded = await options.loaded();
  const sources = options.sources.filter(
    (source) => !loaded.has(source.id) && (question.state === null || source.state === question.state),
  );
  const answers = await withDeadline(options.deadlineMs, (signal) =>
    Promise.all(sources.map((source) => askOne(source, question, options, signal))),
  );
  return {
    records: answers.flatMap((answer) => answer.records),
    asked: sources.map((source) => source.id),
    unanswered: sources.filter((_, index) => answers[index]?.fault != null).map((source) => source.id),
    why: answers.find((answer) => answer.fault !== null)?.fault ?? null,
    stale: answers.some((answer) => answer.stale),
    more: answers.some((answer) => answer.more),
  };
}

interface OneAnswer {
  readonly records: readonly LiveRecord[];
  readonly more: boolean;
  readonly stale: boolean;
  /** Why there is no answer. */
  readonly fault: string | null;
}

async function askOne(
  source: PortalSource,
  { words }: LiveQuestion,
  options: SearchOptions,
  signal: AbortSignal,
): Promise<OneAnswer> {
  const { cache, now } = options;
  const text = words.join(' ');
  const kept = await cache.getSearch(source.id, text);
  if (kept !== undefined && now() - kept.readAt < freshMs(source)) {
    return { records: await cache.getRecords(kept.ids), more: kept.more, stale: false, fault: null };
  }
  try {
    if (!options.mayRead())
      throw new PortalFault(source.portal.host, 'busy', 'was asked too often by this account');
    const query = { kind: 'words', columns: source.portal.names, words, limit: MOST_ROWS } as const;
    const found = await withSecondTry(signal, () => readRecords(source, query, options.client, signal));
    const { records: rows, isCut: more } = found;
    await cache.putSearch({ sourceId: source.id, text, rows, more, readAt: now() });
    const records = await cache.getRecords(rows.map((row) => row.id));
    return { records, more, stale: false, fault: null };
  } catch (error) {
    if (!(error instanceof PortalFault)) throw error;
    options.onFault(error);
    if (kept === undefined) return { records: [], more: false, stale: false, fault: error.message };
    return { records: await cache.getRecords(kept.ids), more: kept.more, stale: true, fault: null };
  }
}
