import { bulkId } from '../../domain/ids.js';
import type { LiveLookup, LivePortals, LiveQuestion, LiveRecord, LiveSearch } from '../../domain/live.js';
import { withDeadline } from '../../platform/deadline.js';
import type { LiveAnswer, LiveCache } from '../../store/store.js';
import { PortalFault } from '../portal/fault.js';
import type { PortalClient } from '../portal/portal-client.js';
import { keyIn, MAX_ROWS, type PortalSource, readRecords, valuesOf } from '../portal/records.js';

const KEPT_MS = 30 * 86_400_000;
const TIDY_EVERY_MS = 3_600_000;

/** Queries portals at request time, and caches their responses. */
export class LiveReader implements LivePortals {
  readonly #options: LiveOptions;
  readonly #budget: Budget;
  /** Concurrent requests for the same record share one read. */
  readonly #reading = new Map<string, Promise<LiveLookup>>();
  #tidiedAt = 0;

  constructor(options: LiveOptions) {
    this.#options = options;
    this.#budget = new Budget(options.perMinute, options.now, options.nodes);
  }

  async lookup(id: string, accountId: string | null): Promise<LiveLookup> {
    const source = sourceOf(id, this.#options.sources);
    // A UUID does not identify its portal; it can be resolved while a search result is cached.
    if (source === undefined)
      return standIn(await this.#options.cache.getRecord(id)) ?? { outcome: 'not_covered' };
    const cached = await this.#options.cache.getRecord(id);
    if (cached !== undefined && this.#isFresh(cached, source)) return toLookup(cached, false);
    const known = this.#reading.get(id);
    if (known) return await known;
    if (!this.#budget.take(accountId, 1)) {
      const retryAfterSeconds = this.#budget.secondsLeft();
      return standIn(cached) ?? { outcome: 'over_budget', retryAfterSeconds };
    }
    const reading = this.#read(id, source, cached).finally(() => this.#reading.delete(id));
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

  async #read(id: string, source: PortalSource, cached: LiveAnswer | undefined): Promise<LiveLookup> {
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
      return standIn(cached) ?? { outcome: 'no_answer', why: error.message };
    }
  }

  /** Only a record with exactly this id is returned, because portals compare more loosely. */
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

/** The source with this id format: the state's source with the tag in the id, or else the register. */
function sourceOf(id: string, sources: readonly PortalSource[]): PortalSource | undefined {
  const own = sources.filter((source) => keyIn(id, source) !== undefined);
  return own.find((source) => source.tag !== undefined) ?? own[0];
}

function toLookup({ sourceId, record }: LiveAnswer, stale: boolean): LiveLookup {
  return record === null ? { outcome: 'none', sourceId } : { outcome: 'record', record, stale };
}

/** A cached "not found" is no substitute for a current response. */
function standIn(cached: LiveAnswer | undefined): LiveLookup | undefined {
  return cached?.record ? toLookup(cached, true) : undefined;
}

const MINUTE_MS = 60_000;

/** Limits the portal reads that an account may cause in a minute: all accounts share the portals' rate limits. */
export class Budget {
  readonly #used = new Map<string, { minute: number; reads: number }>();

  constructor(
    private readonly perMinute: number,
    private readonly now: () => number,
    /** Number of nodes that share the budget. */
    private readonly nodes: () => number = () => 1,
  ) {}

  /** Takes the reads, all or none. Callers without an account share one. */
  take(accountId: string | null, reads: number): boolean {
    const minute = Math.floor(this.now() / MINUTE_MS);
    const key = accountId ?? '';
    const known = this.#used.get(key);
    const used = known?.minute === minute ? known.reads : 0;
    if (used + reads > Math.max(1, Math.floor(this.perMinute / this.nodes()))) return false;
    this.#used.set(key, { minute, reads: used + reads });
    return true;
  }

  secondsLeft(): number {
    return Math.ceil((MINUTE_MS - (this.now() % MINUTE_MS)) / 1_000);
  }
}

/** Max. main rows per portal; a name with more is too broad. */
const MAX_LIVE_ROWS = 100;

interface SearchOptions extends LiveOptions {
  /** Takes one read from the account's budget. */
  readonly mayRead: () => boolean;
}

/** Queries all portals for data that is not loaded, in parallel. Responses after the deadline are ignored. */
async function searchPortals(question: LiveQuestion, options: SearchOptions): Promise<LiveSearch> {
  const loaded = await options.loaded();
  const sources = options.sources.filter(
    (source) => !loaded.has(source.id) && (question.state === null || source.state === question.state),
  );
  const answers = await withDeadline(options.deadlineMs, (signal) =>
    Promise.all(sources.map((source) => askOne(source, question, options, signal))),
  );
  return {
    records: answers.flatMap((answer) => answer.records),
    requested: sources.map((source) => source.id),
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
  /** Reason for the missing response. */
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
  const cached = await cache.getSearch(source.id, text);
  if (cached !== undefined && now() - cached.readAt < freshMs(source)) {
    return { records: await cache.getRecords(cached.ids), more: cached.more, stale: false, fault: null };
  }
  try {
    if (!options.mayRead())
      throw new PortalFault(source.portal.host, 'busy', 'has reached the request limit of this account');
    const query = { kind: 'words', columns: source.portal.names, words, limit: MAX_LIVE_ROWS } as const;
    const found = await withSecondTry(signal, () => readRecords(source, query, options.client, signal));
    const { records: rows, isCut: more } = found;
    await cache.putSearch({ sourceId: source.id, text, rows, more, readAt: now() });
    const records = await cache.getRecords(rows.map((row) => row.id));
    return { records, more, stale: false, fault: null };
  } catch (error) {
    if (!(error instanceof PortalFault)) throw error;
    options.onFault(error);
    if (cached === undefined) return { records: [], more: false, stale: false, fault: error.message };
    return { records: await cache.getRecords(cached.ids), more: cached.more, stale: true, fault: null };
  }
}

/** How long the response "no such record" is cached. */
const UNKNOWN_FRESH_MS = 5 * 60_000;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How long a portal's response counts as current. */
function freshMs({ portal, every }: PortalSource): number {
  if (portal.freshMinutes !== undefined) return portal.freshMinutes * 60_000;
  return every === 'day' ? HOUR_MS : DAY_MS;
}

interface LiveOptions {
  readonly sources: readonly PortalSource[];
  readonly client: PortalClient;
  readonly cache: LiveCache;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Portal reads per account and minute. */
  readonly perMinute: number;
  /** Number of nodes that share the limit; default: 1. */
  readonly nodes?: () => number;
  /** For a whole lookup or search; later responses are ignored. */
  readonly deadlineMs: number;
  /** Ids of the sources with loaded records. */
  readonly loaded: () => Promise<ReadonlySet<string>>;
  /** Called for every portal that did not respond, for the log. */
  readonly onFault: (fault: PortalFault) => void;
}

/** Retries once after a broken connection or response, which often helps; not if the portal is late or busy. */
async function withSecondTry<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isTransient = error instanceof PortalFault && error.kind === 'broken';
    if (!isTransient || signal.aborted) throw error;
    return await work();
  }
}
