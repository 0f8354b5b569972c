import type { Included, IncludeToken } from '../../../contract/records/enrichment.js';
import type { EnrichmentResult } from '../../../contract/records/entity.js';
import type { EntityData } from '../../../domain/entity.js';
import type { EntityLink, StoredEntity } from '../../../store/store.js';
import type { Dependencies } from '../../support/dependencies.js';

/** One token of `include`: its key in `data`, and how it is found. */
export interface Enrichment<Token extends IncludeToken = IncludeToken> {
  readonly token: Token;
  /** The data sets whose links it rests on. */
  readonly datasets: readonly string[];
  readonly load: (subject: Subject) => Promise<EnrichmentOf<Token>>;
}

/** The entity asked for, with its links; read once for all tokens. */
export interface Subject {
  readonly entity: StoredEntity;
  readonly data: EntityData;
  readonly links: readonly EntityLink[];
  readonly dependencies: Dependencies;
  /** Items of each list to leave out. */
  readonly offset: number;
  /** Only filings filed by this day, `YYYY-MM-DD`; null for all. */
  readonly at: string | null;
  /** `YYYY-MM-DD`, UTC. */
  readonly today: string;
}

/** The result as `meta` shows it, and the token's object; undefined if nothing was found. */
export interface EnrichmentOf<Token extends IncludeToken = IncludeToken> extends EnrichmentResult {
  readonly value?: Included[Token] | undefined;
}

export type Outcome = Pick<EnrichmentResult, 'outcome' | 'asOf' | 'possible'>;

/** Returns the members of a result that `meta` shows. */
export function resultOf({ outcome, asOf, possible }: Outcome): Outcome {
  return { outcome, asOf, ...(possible && { possible }) };
}

/** Items listed at most; `totalCount` counts all. */
export const MAX_ITEMS = 25;

/** The page of a list that is asked for. */
export function pageOf<Item>(items: readonly Item[], { offset }: Pick<Subject, 'offset'>): Item[] {
  return items.slice(offset, offset + MAX_ITEMS);
}
