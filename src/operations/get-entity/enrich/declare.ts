import type { Included, IncludeToken } from '../../../contract/records/enrichment.js';
import type { EnrichmentResult } from '../../../contract/records/entity.js';
import type { ReachedNumber } from '../../../contract/records/identity.js';
import type { EnrichmentOutcome } from '../../../contract/vocabulary.js';
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

/** Without indexes, `federal` and `related` are not found. */
export type SubjectDependencies = Pick<
  Dependencies,
  'catalog' | 'links' | 'sources' | 'indexes' | 'now' | 'maxRelated'
>;

/** The entity asked for, with its links; read once for all tokens. */
export interface Subject {
  readonly entity: StoredEntity;
  readonly data: EntityData;
  readonly links: readonly EntityLink[];
  /** Numbers of the same body that other records state; undefined if there are none. */
  readonly identity: readonly ReachedNumber[] | undefined;
  readonly dependencies: SubjectDependencies;
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

/** Whether the list of the outcome is shown, also if it is empty. */
export function wasSearched({ outcome }: Pick<Outcome, 'outcome'>): boolean {
  return outcome === 'found' || outcome === 'none';
}

/** Returns the outcome of several parts, dated as the oldest part that was searched. `none`: no loaded part has anything. */
export function summaryOf(parts: readonly Pick<Outcome, 'outcome' | 'asOf'>[]): Outcome {
  const outcome = ORDER.find((one) => parts.some((part) => part.outcome === one)) ?? 'none';
  const dates = parts.flatMap((part) =>
    wasSearched(part) || part.outcome === 'possible' ? (part.asOf ?? []) : [],
  );
  return { outcome, asOf: dates.sort()[0] ?? null };
}

const ORDER: readonly EnrichmentOutcome[] = [
  'found',
  'possible',
  'ambiguous',
  'not_linked_yet',
  'details_not_loaded',
  'none',
  'not_loaded',
];
