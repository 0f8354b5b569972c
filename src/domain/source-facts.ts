import type { JurisdictionLevel, RecordClass } from '../contract/vocabulary.js';
import type { HeldElsewhere } from './absence.js';

/** The place of a field: a companion table, a data set, or columns that a file may lack (`table.field`). */
export type HeldBy = { readonly table: string } | { readonly dataset: string } | { readonly columns: string };

/** The declared facts of a source, as GET /sources shows them. */
export interface SourceFacts {
  readonly id: string;
  readonly title: string;
  /** The kind of its records: entities, SEC facts, or records of a data set. */
  readonly kind: 'entities' | 'sec' | 'dataset';
  readonly recordClass: RecordClass | null;
  readonly state: string | null;
  /** Fields that stand in a companion table, in columns of their own, or in a data set of the same publisher. */
  readonly heldBy: ReadonlyMap<HeldElsewhere, HeldBy>;
  /** Whether being listed is the only status of its entities. */
  readonly activeOnly: boolean;
  /** How ids of its entities are made; null where it holds none. */
  readonly idScheme: 'portal' | 'bulk' | null;
  readonly tag: string | null;
  readonly agency: { readonly name: string; readonly level: JurisdictionLevel | null; readonly url: string };
  readonly licence: string;
  readonly every: string;
  readonly layout: 'verified' | 'unverified';
  /** Whether its portal can be asked for single records. */
  readonly live: boolean;
  readonly coverage: string | null;
}
