import type { ChangeFilter } from '../data/changes.js';

/** Watches with the state of their deliveries. `accountId` null: any account. */
export interface Watches {
  /**
   * Returns the existing watch for a day if the account repeats `once`. Rejects with `ConflictError` beyond `max` watches of
   * the account, with `KeyReusedError` if `once` was used for another request.
   */
  createWatch(watch: NewWatch, max: number): Promise<WatchWithSecret>;
  /** Oldest first. */
  listWatches(accountId: string | null): Promise<readonly Watch[]>;
  findWatch(accountId: string | null, id: string): Promise<Watch | undefined>;
  /** Deletes the watch with its queue and log. Returns false if there is none. */
  removeWatch(accountId: string | null, id: string): Promise<boolean>;
  /** Enables a disabled watch; queued messages are tried at once. */
  resumeWatch(accountId: string | null, id: string, at: number): Promise<Watch | undefined>;
  /** Adds a secret to sign with. Earlier ones remain in use until `oldEndAt`. An existing secret is not added again. */
  rotateSecret(
    accountId: string | null,
    id: string,
    secret: string,
    times: { readonly at: number; readonly oldEndAt: number },
  ): Promise<WatchWithSecret | undefined>;
  /** Queues a message before all others, to be tried once. Rejects with `ConflictError` if the watch is disabled. */
  putTest(accountId: string | null, id: string, message: Message, at: number): Promise<Delivery | undefined>;
  /** Queues a message again, under its id, after the others. A message that is queued already does not change. */
  replayDelivery(
    accountId: string | null,
    id: string,
    deliveryId: string,
    at: number,
  ): Promise<Delivery | undefined>;
  /** Reads the feed again after `seq`, but not before the start of the watch, and resends its events, under their first ids and in their order. */
  replaySince(accountId: string | null, id: string, seq: number): Promise<Watch | undefined>;
  /** Newest first; `undefined` if there is no such watch. */
  listDeliveries(
    accountId: string | null,
    id: string,
    page: { readonly max: number; readonly before?: number },
  ): Promise<DeliveryPage | undefined>;
}

/** The delivery queue. Only the owner of a lease works on it; a former owner gets `LeaseLostError`. */
export interface Deliveries {
  /** Enabled watches with an endpoint and room for more messages. */
  listReaders(): Promise<readonly WatchReader[]>;
  /**
   * Stores messages and moves the readers to a position of a feed, in one transaction. A message with a known id is sent again.
   * A reader that was moved meanwhile remains where it is. A watch that is moved to another feed, or back, starts there.
   */
  putMessages(hold: Hold, put: PutMessages): Promise<void>;
  /** Of the due messages that are first in their watch's queue, the one due earliest. Skips the receivers in `except`. */
  findDue(at: number, except: NotNow): Promise<DueDelivery | undefined>;
  /** Stores an attempt and its consequence. */
  finishTry(hold: Hold, tried: Try, follows: AfterTry): Promise<void>;
  /** Deletes messages, delivered or given up, created before this time. */
  forgetBefore(at: number): Promise<void>;
  summary(): Promise<DeliverySummary>;
}

/** The feed is not read for a watch with this many queued messages, so that a dead receiver does not fill the disk. */
export const MAX_WAITING = 100;

/** The endpoint of a watch whose messages are read, not sent. */
export const NO_ENDPOINT = '';

export interface NewWatch {
  readonly id: string;
  readonly accountId: string;
  readonly filter: ChangeFilter;
  /** `NO_ENDPOINT` if nothing is sent. */
  readonly endpoint: string;
  readonly secret: string;
  /** Milliseconds since 1970, like all times here. */
  readonly createdAt: number;
  /** The feed, and the position after which the watch receives events: also its `start`. */
  readonly feed: string;
  readonly position: number;
  readonly once?: { readonly key: string; readonly request: string };
}

export interface Watch {
  readonly id: string;
  readonly accountId: string;
  readonly filter: ChangeFilter;
  readonly endpoint: string;
  readonly createdAt: number;
  /** The feed of `position` and `start`. */
  readonly feed: string;
  /** The `seq` up to which no event is ever shown or sent: the end of the feed when the watch was created. */
  readonly start: number;
  /** The `seq` in the feed up to which messages were created. */
  readonly position: number;
  /** Number of queued messages. */
  readonly waiting: number;
  /** Time of the next attempt. */
  readonly nextTryAt: number | null;
  /** Time of the first failed attempt since the last success. */
  readonly failingSince: number | null;
  readonly disabledAt: number | null;
  readonly disabledReason: string | null;
}

export interface WatchWithSecret {
  readonly watch: Watch;
  readonly secret: string;
}

export interface Message {
  /** The `webhook-id`: the same for every attempt and replay. */
  readonly id: string;
  readonly type: string;
  /** JSON text. */
  readonly body: string;
}

const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;

export interface Delivery {
  readonly id: string;
  readonly type: string;
  readonly state: (typeof DELIVERY_STATES)[number];
  readonly createdAt: number;
  /** Null if it is not queued. */
  readonly nextTryAt: number | null;
  /** Oldest first, including those of replays. */
  readonly tries: readonly Try[];
}

export interface DeliveryPage {
  readonly deliveries: readonly Delivery[];
  /** `before` of the next page; null after the last. */
  readonly next: number | null;
}

/** One request to a receiver. Of the response, only the status is stored. */
export interface Try {
  readonly delivery: number;
  readonly at: number;
  readonly ms: number;
  /** Null if no response arrived. */
  readonly status: number | null;
  /** One sentence; null if delivered. */
  readonly problem: string | null;
}

/** The lease that guards the work. */
export interface Hold {
  readonly lease: string;
  readonly token: number;
}

export interface WatchReader {
  readonly number: number;
  readonly id: string;
  readonly filter: ChangeFilter;
  readonly feed: string;
  readonly position: number;
}

export interface PutMessages {
  readonly messages: readonly (Message & { readonly watch: number })[];
  readonly readers: readonly Pick<WatchReader, 'number' | 'position' | 'feed'>[];
  readonly to: { readonly feed: string; readonly position: number };
  readonly at: number;
}

/** Receivers to skip now. */
export interface NotNow {
  readonly endpoints: readonly string[];
  readonly accounts: readonly string[];
}

export interface DueDelivery extends Message {
  readonly number: number;
  readonly accountId: string;
  readonly endpoint: string;
  /** Number of attempts before this one. */
  readonly tries: number;
  /** Time of the first failed attempt since the last success, over all messages of the watch. */
  readonly failingSince: number | null;
  /** Newest first. */
  readonly secrets: readonly string[];
}

export type AfterTry =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'retry'; readonly at: number }
  | { readonly kind: 'failed' }
  /** The message waits until the watch is resumed. */
  | { readonly kind: 'disable'; readonly reason: string };

export interface DeliverySummary {
  readonly watches: number;
  readonly failing: number;
  readonly disabled: number;
  readonly waiting: number;
  /** When the oldest queued message was created; null if none is queued. */
  readonly oldestWaitingAt: number | null;
  /** The position of the enabled reader that is farthest behind; null if there is none. */
  readonly minPosition: number | null;
}

/** The names of all functions of `Watches`; the compiler checks that none is missing. */
export const WATCHES: Readonly<Record<keyof Watches, true>> = {
  createWatch: true,
  listWatches: true,
  findWatch: true,
  removeWatch: true,
  resumeWatch: true,
  rotateSecret: true,
  putTest: true,
  replayDelivery: true,
  replaySince: true,
  listDeliveries: true,
};

/** The names of all functions of `Deliveries`. */
export const DELIVERIES: Readonly<Record<keyof Deliveries, true>> = {
  listReaders: true,
  putMessages: true,
  findDue: true,
  finishTry: true,
  forgetBefore: true,
  summary: true,
};
