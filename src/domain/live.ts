import type { EntityRow } from './entity.js';

/** A record read through its portal at request time. */
export interface LiveRecord extends Omit<EntityRow, 'linkKeys'> {
  /** Time of the last change observed, in milliseconds since 1970. */
  readonly changedAt: number;
}

/** The result of looking up an id at a portal or in the cache of its responses. */
export type LiveLookup =
  /** `stale`: the portal did not respond, and this is an earlier response. */
  | { readonly outcome: 'record'; readonly record: LiveRecord; readonly stale: boolean }
  | { readonly outcome: 'none'; readonly sourceId: string }
  /** No source has ids of this form. */
  | { readonly outcome: 'not_covered' }
  /** One sentence for the client. */
  | { readonly outcome: 'no_answer'; readonly why: string }
  | { readonly outcome: 'over_budget'; readonly retryAfterSeconds: number };

export interface LiveQuestion {
  /** USPS code; null queries the portals of all states. */
  readonly state: string | null;
  /** A name must contain all of these words; see `portalWords`. */
  readonly words: readonly string[];
}

/** The responses that arrived before the deadline. */
export interface LiveSearch {
  readonly records: readonly LiveRecord[];
  /** Ids of the sources to query: those with a portal and no loaded records. */
  readonly requested: readonly string[];
  /** Ids of the sources among them that returned nothing, not even a cached response. `why` is the message of the first. */
  readonly unanswered: readonly string[];
  readonly why: string | null;
  /** Some records come from a cached response because the portal did not respond. */
  readonly stale: boolean;
  /** A portal had more results than requested. */
  readonly more: boolean;
}

/** Portals queried at request time. Both functions reject only for internal errors. */
export interface LivePortals {
  lookup(id: string, accountId: string | null): Promise<LiveLookup>;
  search(question: LiveQuestion, accountId: string | null): Promise<LiveSearch>;
}
