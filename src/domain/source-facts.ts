import type { JurisdictionLevel, RecordClass } from '../contract/vocabulary.js';
import type { HeldElsewhere } from './absence.js';

/** Where a field is published: a companion table, a data set, or columns that a file may lack (`table.field`). */
export type HeldBy = { readonly table: string } | { readonly dataset: string } | { readonly columns: string };

/** Declared properties of a source, as shown by GET /sources. */
export interface SourceFacts {
  readonly id: string;
  readonly title: string;
  /** The kind of its records: entities, SEC facts, or records of a data set. */
  readonly kind: 'entities' | 'sec' | 'dataset';
  readonly recordClass: RecordClass | null;
  readonly state: string | null;
  /** Fields in a companion table, in separate columns, or in another data set of the publisher. */
  readonly heldBy: ReadonlyMap<HeldElsewhere, HeldBy>;
  /** True if being listed is the only status of its entities. */
  readonly activeOnly: boolean;
  /** The form of its entity ids; null if it has no entities. */
  readonly idScheme: 'portal' | 'bulk' | null;
  readonly tag: string | null;
  readonly agency: { readonly name: string; readonly level: JurisdictionLevel | null; readonly url: string };
  readonly licence: string;
  readonly every: string;
  readonly layout: 'verified' | 'unverified';
  /** Whether its portal can look up single records. */
  readonly live: boolean;
  readonly coverage: string | null;
}
