import { bulkId } from '../../domain/ids.js';
import type { LiveLookup, LivePortals, LiveQuestion, LiveSearch } from '../../domain/live.js';
import { withDeadline } from '../../platform/deadline.js';
import type { LiveAnswer } from '../../store/store.js';
import { PortalFault } from '../portal/fault.js';
import { keyIn, MAX_ROWS, type PortalSource, readRecords, valuesOf } from '../portal/records.js';
import { Budget } from './budget.js';
import { freshMs, UNKNOWN_FRESH_MS } from './fresh.js';
import type { LiveOptions } from './live-options.js';
import { searchPortals } from './live-search.js';
import { withSecondTry } from './second-try.js';

const KEPT_MS = 30 * 86_400_000;
const TIDY_EVERY_MS = 3_600_000;

/** Reads portals at request time, and keeps what they answered. */
export class LiveReader implements LivePortals {
  readonly #options: LiveOptions;
  readonly #budget: Budget;
  /** Requests for the same record at the same time are one read. */
  readonly #reading = new Map<string, Promise<LiveLookup>>();
  #tidiedAt = 0;

  constructor(options: LiveOptions) {
    this.#options = options;
    this.#budget = new Budget(options.perMinute, options.now, options.nodes);
  }

  async lookup(id: string, accountId: string | null): Promise<LiveLookup> {
    const source = sourceOf(id, this.#options.sources);
    // A UUID says nothing of its portal: what a search found is known by it for as long as that is kept.
    if (source === undefined)
      return standIn(await this.#options.cache.getRecord(id)) ?? { outcome: 'not_covered' };
    const kept = await this.#options.cache.getRecord(id);
    if (kept !== undefined && this.#isFresh(kept, source)) return toLookup(kept, false);
    const known = this.#reading.get(id);
    if (known) return await known;
    if (!this.#budget.take(accountId, 1)) {
      const retryAfterSeconds = this.#budget.secondsLeft();
      return standIn(kept) ?? { outcome: 'over_budget', retryAfterSeconds };
    }
    const reading = this.#read(id, source, kept).finally(() => this.#reading.delete(id));
    this.#reading.set(id, reading);
    return await reading;
  }

  async search(question: LiveQuestion, accountId: string | null): Promise<LiveSearch> {
    await this.#tidy();
    return await searchPortals(question, {
      ...this.#options,
      mayRead: () => this.#budget.take(accountId, 1),
    });
  }

  async #read(id: string, source: PortalSource, kept: LiveAnswer | undefined): Promise<LiveLookup> {
    const { cache, now } = this.#options;
    await this.#tidy();
    try {
      const row = await this.#readRow(id, source);
      await cache.putRecord(id, source.id, row, now());
      const read = await cache.getRecord(id);
      return read === undefined ? { outcome: 'none', sourceId: source.id } : toLookup(read, false);
    } catch (error) {
      if (!(error instanceof PortalFault)) throw error;
      this.#options.onFault(error);
      return standIn(kept) ?? { outcome: 'no_answer', why: error.message };
    }
  }

  /** Only a record that bears the very id is the answer: portals compare more loosely than ids do. */
  async #readRow(id: string, source: PortalSource) {
    const { client, deadlineMs } = this.#options;
    const query = {
      kind: 'oneOf',
      columns: source.portal.key,
      values: valuesOf(id, source),
      limit: MAX_ROWS,
    } as const;
    const { records } = await withDeadline(deadlineMs, (signal) =>
      withSecondTry(signal, () => readRecords(source, query, client, signal)),
    );
    const meant = [id, bulkId(source.id, keyIn(id, source) ?? '')];
    return records.find((record) => meant.includes(record.id)) ?? null;
  }

  #isFresh({ record, readAt }: LiveAnswer, source: PortalSource): boolean {
    const ageMs = this.#options.now() - readAt;
    return ageMs < (record === null ? Math.min(UNKNOWN_FRESH_MS, freshMs(source)) : freshMs(source));
  }

  async #tidy(): Promise<void> {
    const now = this.#options.now();
    if (now - this.#tidiedAt < TIDY_EVERY_MS) return;
    this.#tidiedAt = now;
    await this.#options.cache.drop(now - KEPT_MS);
  }
}

/** The source whose ids look so: of a state's sources the one whose tag stands in the id, else the register. */
function sourceOf(id: string, sources: readonly PortalSource[]): PortalSource | undefined {
  const own = sources.filter((source) => keyIn(id, source) !== undefined);
  return own.find((source) => source.tag !== undefined) ?? own[0];
}

function toLookup({ sourceId, record }: LiveAnswer, stale: boolean): LiveLookup {
  return record === null ? { outcome: 'none', sourceId } : { outcome: 'record', record, stale };
}

/** That a record was unknown some time ago says nothing of now. */
function standIn(kept: LiveAnswer | undefined): LiveLookup | undefined {
  return kept?.record ? toLookup(kept, true) : undefined;
}
