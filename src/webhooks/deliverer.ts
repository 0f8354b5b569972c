import { createHmac } from 'node:crypto';
import { setImmediate as loopTurn } from 'node:timers/promises';
import { changeMessage, SECRET_PREFIX, TEST_TYPE } from '../domain/webhooks.js';
import {
  type AfterTry,
  type ChangeFeed,
  type Deliveries,
  type DueDelivery,
  type Hold,
  LeaseHolder,
  LeaseLostError,
  type Leases,
  type MatchLists,
  type PutMessages,
  type WatchReader,
} from '../store/store.js';
import { EventMatcher } from './event-matcher.js';
import { nextTryAt } from './retry-plan.js';
import { type Outgoing, type Sent, TRY_MS } from './send.js';

export interface DelivererParts {
  readonly leases: Leases;
  readonly deliveries: Deliveries;
  readonly matchLists: Pick<MatchLists, 'membersAmong'>;
  readonly feed: Pick<ChangeFeed, 'changesAfter' | 'state'>;
  /** Accounts that are suspended or closed: what is theirs waits. */
  readonly inactiveAccounts: () => Promise<readonly string[]>;
  /** One request; see `send`. */
  readonly send: (message: Outgoing, signal: AbortSignal) => Promise<Sent>;
  /** For people: who holds the lease. */
  readonly owner: string;
  /** In the `User-Agent` of requests. */
  readonly version: string;
  readonly now: () => number;
  /** 0 to 1. */
  readonly random: () => number;
  readonly onTry: (outcome: AfterTry['kind'], seconds: number) => void;
  /** One sentence for the log. */
  readonly onProblem: (problem: string) => void;
}

const LEASE_MS = 20_000;
/** A try begins only if the lease outlives it. */
const TRY_NEEDS_MS = TRY_MS + 1_000;
const RENEW_AFTER_MS = 2_000;
const EVERY_MS = 500;

/** Requests at once, and those of one account: whose receivers are slow keeps nobody else waiting. */
const MAX_AT_ONCE = 64;
const MAX_OF_ACCOUNT = 8;
const EVENTS_AT_ONCE = 100;
/** A receiver that accepted nothing for this long is sent nothing more until its watch is resumed. */
const DISABLE_AFTER_MS = 5 * 86_400_000;
/** Messages stored in one transaction. The messages of one event may exceed it, because every watch may receive the event. */
const MESSAGES_AT_ONCE = 1_000;
/** How long a delivery that ended stays in the log. */
const LOG_MS = 30 * 86_400_000;
const FORGET_EVERY_MS = 3_600_000;
const CLOSE_WITHIN_MS = 2_000;

/**
 * Reads the feed for all watches and sends their messages. One of several processes over a folder works, under a
 * lease; if it is killed another goes on: a message is sent at least once. The messages of a watch go one after the
 * other in the order of the feed, also while the first of them is tried again; an endpoint gets one request at a time.
 */
export class Deliverer {
  readonly #parts: DelivererParts;
  readonly #running = new Map<number, { readonly due: DueDelivery; readonly done: Promise<void> }>();
  readonly #stop = new AbortController();
  readonly #lease: LeaseHolder;
  #forgotAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #turning: Promise<void> | undefined;
  #lastProblem = '';
  #isRequested = false;
  #isClosing = false;

  constructor(parts: DelivererParts) {
    this.#parts = parts;
    const { leases, owner, now } = parts;
    const times = { leaseMs: LEASE_MS, renewAfterMs: RENEW_AFTER_MS, now };
    this.#lease = new LeaseHolder({ leases, name: 'webhooks', owner, ...times });
  }

  start(): void {
    this.#timer = setInterval(() => void this.turn(), EVERY_MS);
    void this.turn();
  }

  /** Reads what is new and begins what is due; resolves when it is begun. Never rejects. */
  turn(): Promise<void> {
    this.#isRequested = true;
    this.#turning ??= this.#turns();
    return this.#turning;
  }

  /** Resolves when no request runs. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all([...this.#running.values()].map(({ done }) => done));
  }

  /** Running requests get a moment to end; the next owner of the lease repeats those that were cut off. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    const deadline = setTimeout(() => this.#stop.abort(), CLOSE_WITHIN_MS);
    this.#isClosing = true;
    await this.#turning;
    await this.idle();
    clearTimeout(deadline);
    await this.#lease.release();
  }

  /** One run after the other; one more if it was requested during the last. */
  async #turns(): Promise<void> {
    while (this.#isRequested) {
      this.#isRequested = false;
      await this.#turn().catch((error: unknown) => this.#report(error));
    }
    this.#turning = undefined;
  }

  async #turn(): Promise<void> {
    if (this.#isClosing) return;
    await this.#forget();
    // The lease is a write to the disk: a service without work makes none.
    if (!(await this.#hasWork()) || !(await this.#lease.hold())) return;
    await this.#begin();
    await this.#readFeed();
    await this.#begin();
  }

  async #hasWork(): Promise<boolean> {
    const { deliveries, feed, now } = this.#parts;
    const readers = await deliveries.listReaders();
    const { id, newest } = readers.length === 0 ? { id: '', newest: 0 } : await feed.state();
    if (readers.some((reader) => reader.feed !== id || reader.position !== newest)) return true;
    return (await deliveries.findDue(now(), { endpoints: [], accounts: [] })) !== undefined;
  }

  async #forget(): Promise<void> {
    const at = this.#parts.now();
    if (at - this.#forgotAt < FORGET_EVERY_MS) return;
    this.#forgotAt = at;
    await this.#parts.deliveries.forgetBefore(at - LOG_MS);
  }

  async #readFeed(): Promise<void> {
    for (;;) {
      if (this.#isClosing || !(await this.#lease.hold()) || !(await this.#readPage())) return;
      // Waiting messages are sent at the same time.
      await this.#begin();
      // SQLite answers within this turn of the event loop, and so would all pages: the time of requests would run out unread.
      await loopTurn();
    }
  }

  /** Processes one page for all watches that may receive it. Resolves to false at the end of the feed. */
  async #readPage(): Promise<boolean> {
    const { deliveries, feed, matchLists } = this.#parts;
    const readers = await deliveries.listReaders();
    const { id, oldest, newest } = await feed.state();
    const lost = readers.filter((reader) => reader.feed !== id || reader.position > newest);
    if (lost.length > 0) await this.#move(lost, { feed: id, position: newest });
    const late = readers.filter((reader) => !lost.includes(reader) && reader.position < oldest);
    if (late.length > 0) await this.#move(late, { feed: id, position: oldest });
    const behind = readers.filter(
      ({ feed: of, position }) => of === id && position >= oldest && position < newest,
    );
    if (behind.length === 0) return lost.length + late.length > 0;
    const from = behind.reduce((min, { position }) => Math.min(min, position), newest);
    const page = await feed.changesAfter(from, EVENTS_AT_ONCE);
    const lists = behind.flatMap(({ filter }) => filter.list ?? []);
    const entities = page.events.flatMap(({ recordType, id: event }) =>
      recordType === 'entity' ? [event] : [],
    );
    const hasMembers = lists.length > 0 && entities.length > 0;
    const members = hasMembers ? await matchLists.membersAmong(lists, entities) : [];
    const matcher = new EventMatcher(behind, members);
    const messages: PutMessages['messages'][number][] = [];
    let next = page.next;
    for (const event of page.events) {
      for (const { number, id: watch } of matcher.watchesOf(event))
        messages.push({ watch: number, ...changeMessage(watch, id, event) });
      if (messages.length < MESSAGES_AT_ONCE) continue;
      next = event.seq;
      break;
    }
    const passed = behind.filter(({ position }) => position < next);
    await this.#put(messages, passed, { feed: id, position: next });
    return page.hasMore || next < page.next;
  }

  /** The events between are deleted, or the feed is another one: they cannot be sent. */
  async #move(readers: readonly WatchReader[], to: { feed: string; position: number }): Promise<void> {
    this.#parts.onProblem(
      `Changes were deleted before they were sent to ${readers.length} watches, including ${readers[0]?.id}; they continue at ${to.position}.`,
    );
    await this.#put([], readers, to);
  }

  async #put(
    messages: PutMessages['messages'],
    readers: readonly WatchReader[],
    to: { feed: string; position: number },
  ): Promise<void> {
    const { deliveries, now } = this.#parts;
    const { held } = this.#lease;
    if (held) await deliveries.putMessages(held, { messages, readers, to, at: now() });
  }

  /** Begins what is due, as far as there is place. */
  async #begin(): Promise<void> {
    const { deliveries, inactiveAccounts, now } = this.#parts;
    const inactive = await inactiveAccounts();
    while (this.#running.size < MAX_AT_ONCE && !this.#isClosing) {
      const running = [...this.#running.values()].map(({ due }) => due);
      const endpoints = running.map(({ endpoint }) => endpoint);
      const accounts = [...inactive, ...busy(running.map(({ accountId }) => accountId))];
      const due = await deliveries.findDue(now(), { endpoints, accounts });
      const hold = due && (await this.#lease.hold());
      if (!hold || hold.until - now() < TRY_NEEDS_MS) return;
      this.#running.set(due.number, { due, done: this.#try(due, hold) });
    }
  }

  async #try(due: DueDelivery, hold: Hold): Promise<void> {
    const { deliveries, send, now, version, onTry } = this.#parts;
    const { number, id, endpoint, body, secrets } = due;
    const at = now();
    const began = performance.now();
    let isNoted = false;
    try {
      const headers = {
        'content-type': 'application/json',
        'user-agent': `Dossier/${version} (webhooks)`,
        ...signedHeaders(id, at, body, secrets),
      };
      const { status, problem, retryAfterMs } = await send({ endpoint, headers, body }, this.#stop.signal);
      if (status === null && this.#stop.signal.aborted) return;
      const ms = Math.round(performance.now() - began);
      const follows = this.#after(due, status, problem, retryAfterMs);
      await deliveries.finishTry(hold, { delivery: number, at, ms, status, problem }, follows);
      isNoted = true;
      onTry(follows.kind, ms / 1_000);
    } catch (error) {
      this.#report(error);
    } finally {
      this.#running.delete(number);
      // One that could not be noted is still due: at once it would be sent again and again.
      if (isNoted && !this.#isClosing) void this.turn();
    }
  }

  #after(
    { tries, type, failingSince }: DueDelivery,
    status: number | null,
    problem: string | null,
    retryAfterMs: number | null,
  ): AfterTry {
    if (problem === null) return { kind: 'delivered' };
    if (status === 410) return { kind: 'disable', reason: 'The receiver returned 410.' };
    const { now, random } = this.#parts;
    if (failingSince !== null && now() - failingSince > DISABLE_AFTER_MS)
      return { kind: 'disable', reason: 'The receiver accepted no message for 5 days.' };
    const again = type === TEST_TYPE ? null : nextTryAt(tries + 1, now(), random, retryAfterMs);
    return again === null ? { kind: 'failed' } : { kind: 'retry', at: again };
  }

  /** Once, until something else goes wrong. */
  #report(error: unknown): void {
    if (error instanceof LeaseLostError) {
      this.#lease.lose();
      return;
    }
    const problem = `Watches cannot be served: ${error instanceof Error ? error.message : String(error)}`;
    if (problem !== this.#lastProblem) this.#parts.onProblem(problem);
    this.#lastProblem = problem;
  }
}

/** Accounts with as many requests as one may have. */
function busy(accounts: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const account of accounts) counts.set(account, (counts.get(account) ?? 0) + 1);
  return [...counts].flatMap(([account, count]) => (count >= MAX_OF_ACCOUNT ? [account] : []));
}

/** The headers of Standard Webhooks 1.0, with a signature by each secret. `at` in milliseconds since 1970. */
export function signedHeaders(
  id: string,
  at: number,
  body: string,
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at / 1_000));
  const sign = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret)}`).join(' '),
  };
}
