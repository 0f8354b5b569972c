import type { EntityRow } from './entity.js';

/** A record read through its portal at request time. */
export interface LiveRecord extends Omit<EntityRow, 'linkKeys'> {
  /** When its content last changed here; milliseconds since 1970. */
  readonly changedAt: number;
}

/** The answer of a portal, or of what is kept of its answers, on an id. */
export type LiveLookup =
  /** `stale`: the portal did not respond, and this is an earlier response. */
  | { readonly outcome: 'record'; readonly record: LiveRecord; readonly stale: boolean }
  | { readonly outcome: 'none'; readonly sourceId: string }
  /** No source has ids of this form. */
  | { readonly outcome: 'not_covered' }
  /** One sentence, fit for clients. */
  | { readonly outcome: 'no_answer'; readonly why: string }
  | { readonly outcome: 'over_budget'; readonly retryAfterSeconds: number };

export interface LiveQuestion {
  /** USPS code; null asks the portals of all states. */
  readonly state: string | null;
  /** All of these words must be in one name; see `portalWords`. */
  readonly words: readonly string[];
}

/** The answers within the deadline. */
export interface LiveSearch {
  readonly records: readonly LiveRecord[];
  /** Ids of the sources to query: those with a portal and no loaded records. */
  readonly requested: readonly string[];
  /** Those of them that gave nothing, not even something stale; with the first one's sentence. */
  readonly unanswered: readonly string[];
  readonly why: string | null;
  /** Some records come from an older answer, for want of a new one. */
  readonly stale: boolean;
  /** A portal had more results than requested. */
  readonly more: boolean;
}

/** Portals read at request time. Both reject for faults of our own alone. */
export interface LivePortals {
  lookup(id: string, accountId: string | null): Promise<LiveLookup>;
  search(question: LiveQuestion, accountId: string | null): Promise<LiveSearch>;
}
