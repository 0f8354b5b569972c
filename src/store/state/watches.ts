import type { ChangeFilter } from '../data/changes.js';

/** Which receivers get which changes, and the state of their deliveries. `accountId` null: of any account. */
export interface Watches {
  /**
   * Under the same `once` of an account the same watch is given again for a day. Rejects with `ConflictError` beyond
   * `max` watches of the account, with `KeyReusedError` if `once` stands for another request.
   */
  createWatch(watch: NewWatch, max: number): Promise<WatchWithSecret>;
  /** Oldest first. */
  listWatches(accountId: string | null): Promise<readonly Watch[]>;
  findWatch(accountId: string | null, id: string): Promise<Watch | undefined>;
  /** With everything that waits, and its log. False: there is none. */
  removeWatch(accountId: string | null, id: string): Promise<boolean>;
  /** Delivers again to a watch that was disabled; what waits is tried at once. */
  resumeWatch(accountId: string | null, id: string, at: number): Promise<Watch | undefined>;
  /** Signs with the new secret too, and with those before until `oldEndAt`. A secret that it has is not added again. */
  rotateSecret(
    accountId: string | null,
    id: string,
    secret: string,
    times: { readonly at: number; readonly oldEndAt: number },
  ): Promise<WatchWithSecret | undefined>;
  /** A message that is sent before all others, once. Rejects with `ConflictError` if the watch is disabled. */
  putTest(accountId: string | null, id: string, message: Message, at: number): Promise<Delivery | undefined>;
  /** Sends a message again, under its id, behind what waits. One that waits already is left as it is. */
  replayDelivery(
    accountId: string | null,
    id: string,
    deliveryId: string,
    at: number,
  ): Promise<Delivery | undefined>;
  /** Reads the feed again after `seq` and sends its events again, under their first ids and in their order. */
  replaySince(accountId: string | null, id: string, seq: number): Promise<Watch | undefined>;
  /** Newest first; `undefined` if there is no such watch. */
  listDeliveries(
    accountId: string | null,
    id: string,
    page: { readonly max: number; readonly before?: number },
  ): Promise<DeliveryPage | undefined>;
}

/** Messages on their way. One owner of a lease works on them; an owner that lost it is refused with `LeaseLostError`. */
export interface Deliveries {
  /** Watches that are not disabled and have place for more messages. */
  listReaders(): Promise<readonly WatchReader[]>;
  /**
   * Stores messages and moves the readers to a position of a feed, in one transaction. A message whose id is known is
   * sent again. If somebody else moved a reader in the meantime, it stays there.
   */
  putMessages(hold: Hold, put: PutMessages): Promise<void>;
  /** The message that should have gone first, of those that may go now. */
  findDue(at: number, except: NotNow): Promise<DueDelivery | undefined>;
  /** Takes down one try, and what follows from it. */
  finishTry(hold: Hold, tried: Try, follows: AfterTry): Promise<void>;
  /** Deletes messages, delivered or given up, that were made before this time. */
  forgetBefore(at: number): Promise<void>;
  summary(): Promise<DeliverySummary>;
}

/** The feed is not read for a watch with this many waiting messages: a receiver that does not answer fills no disk. */
export const MAX_WAITING = 100;

export interface NewWatch {
  readonly id: string;
  readonly accountId: string;
  readonly filter: ChangeFilter;
  readonly endpoint: string;
  readonly secret: string;
  /** Milliseconds since 1970, as all times here. */
  readonly createdAt: number;
  /** The feed, and the position after which the watch receives events. */
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
  /** The `seq` of the feed up to which messages were made. */
  readonly position: number;
  /** Messages that wait. */
  readonly waiting: number;
  /** When the first of them may be tried. */
  readonly nextTryAt: number | null;
  /** When the first of the tries failed since the last that did not. */
  readonly failingSince: number | null;
  readonly disabledAt: number | null;
  readonly disabledReason: string | null;
}

export interface WatchWithSecret {
  readonly watch: Watch;
  readonly secret: string;
}

/** It is sent to a receiver. */
export interface Message {
  /** The `webhook-id`: the same for each try and each replay. */
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
  /** Null where it waits no more. */
  readonly nextTryAt: number | null;
  /** Oldest first; those of replays follow. */
  readonly tries: readonly Try[];
}

export interface DeliveryPage {
  readonly deliveries: readonly Delivery[];
  /** For `before` of the next page; null after the last. */
  readonly next: number | null;
}

/** One request to a receiver. Nothing of its answer but the status is kept. */
export interface Try {
  readonly delivery: number;
  readonly at: number;
  readonly ms: number;
  /** Null where no answer came. */
  readonly status: number | null;
  /** One sentence; null where it was delivered. */
  readonly problem: string | null;
}

/** The lease by which somebody works. */
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

/** Receivers that are not to be tried now. */
export interface NotNow {
  readonly endpoints: readonly string[];
  readonly accounts: readonly string[];
}

export interface DueDelivery extends Message {
  readonly number: number;
  readonly accountId: string;
  readonly endpoint: string;
  /** Tries before this one. */
  readonly tries: number;
  /** When the first of the tries failed since the last success, over all messages of the watch. */
  readonly failingSince: number | null;
  /** Newest first. */
  readonly secrets: readonly string[];
}

export type AfterTry =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'retry'; readonly at: number }
  | { readonly kind: 'failed' }
  /** The message waits until somebody resumes the watch. */
  | { readonly kind: 'disable'; readonly reason: string };

export interface DeliverySummary {
  readonly watches: number;
  readonly failing: number;
  readonly disabled: number;
  readonly waiting: number;
  /** When the oldest message was made that waits; null where none does. */
  readonly oldestWaitingAt: number | null;
  /** The position of the reader that is farthest behind, of those that are not disabled; null where there is none. */
  readonly minPosition: number | null;
}

/** The names of all functions of `Watches`; the compiler misses none. */
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

/** The same of `Deliveries`. */
export const DELIVERIES: Readonly<Record<keyof Deliveries, true>> = {
  listReaders: true,
  putMessages: true,
  findDue: true,
  finishTry: true,
  forgetBefore: true,
  summary: true,
};
