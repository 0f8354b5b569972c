import type { EntityRow } from '../../domain/entity.js';
import type { LiveRecord } from '../../domain/live.js';

/** Answers of portals, kept for a while in a place of its own: never indexed, never counted, lost without harm. */
export interface LiveCache {
  getRecord(id: string): Promise<LiveAnswer | undefined>;
  /** In the order asked for; ids that are not kept, or kept as unknown to the portal, are left out. */
  getRecords(ids: readonly string[]): Promise<LiveRecord[]>;
  /** `row` null: the portal has no such record. A record that is as it was keeps the time of its last change. */
  putRecord(id: string, sourceId: string, row: EntityRow | null, readAt: number): Promise<void>;
  getSearch(sourceId: string, text: string): Promise<LiveSearchAnswer | undefined>;
  /** The rows become records of the cache too. */
  putSearch(found: LiveSearchFound): Promise<void>;
  /** Forgets what was read before the time. */
  drop(before: number): Promise<void>;
}

export interface LiveAnswer {
  readonly sourceId: string;
  /** null: the portal has no such record. */
  readonly record: LiveRecord | null;
  readonly readAt: number;
}

interface LiveSearchAnswer {
  readonly ids: readonly string[];
  readonly more: boolean;
  readonly readAt: number;
}

export interface LiveSearchFound {
  readonly sourceId: string;
  readonly text: string;
  readonly rows: readonly EntityRow[];
  readonly more: boolean;
  readonly readAt: number;
}
