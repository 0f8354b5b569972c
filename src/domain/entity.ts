import type { EntityData } from '../contract/records/entity.js';
import type { Activity, RecordClass, SubjectType, TypeClass } from '../contract/vocabulary.js';

export type { EntityData };

/** A person or firm in a role, as the source names it; `title` is null if blank. */
export type Officer = Omit<OfficerOf, 'source'>;

export type OfficerOf = EntityData['officers'][number];

/** An event in the entity's file. `date` is a calendar date `YYYY-MM-DD`. */
export type EntityFiling = EntityData['filings'][number] & {
  /** The publisher's filing number; searchable, never shown. */
  readonly number?: string | undefined;
};

export type RegisteredAgent = NonNullable<EntityData['registeredAgent']>;

/** Another current or former name of the entity. */
export type OtherName = Omit<NonNullable<EntityData['otherNames']>[number], 'source'>;

export type Identifier = NonNullable<EntityData['identifiers']>[number];

/**
 * The result of a source's `record()` for one publisher record. `undefined` means that the publisher left the
 * field blank; fields that it never publishes are declared in the source's `publishes`.
 */
export interface EntityDraft {
  /** The text that identifies the record at the publisher, verbatim; the id is derived from it. */
  readonly key: string;
  /**
   * The number assigned by the state or county (`stateEntityId`). Default: the key. `null`: none was
   * assigned, and the key is built from other columns.
   */
  readonly number?: string | null | undefined;
  /** As published, trimmed. */
  readonly name: string;
  /** The name for search and linking, if the published one has additions (Colorado's status suffix). */
  readonly searchName?: string | undefined;
  readonly otherNames?: readonly OtherName[] | undefined;
  /** Overrides the source's record class (Oregon's assumed business names). */
  readonly recordClass?: RecordClass | undefined;
  readonly subjectType?: SubjectType | undefined;
  /** USPS code. Default: the source's state. `null`: none (foreign registrants). */
  readonly state?: string | null | undefined;
  readonly type?: string | undefined;
  readonly typeClass?: TypeClass | undefined;
  readonly status?: string | undefined;
  readonly activity?: Activity | undefined;
  /** `YYYY-MM-DD`; never a placeholder. */
  readonly formedDate?: string | undefined;
  /** `YYYY-MM-DD`: the day on which the state allowed a body formed elsewhere to do business. */
  readonly registeredInStateDate?: string | undefined;
  /** `YYYY-MM-DD`: the last day of an active registration. */
  readonly expirationDate?: string | undefined;
  readonly registeredAgent?: RegisteredAgent | undefined;
  readonly principalAddress?: string | undefined;
  /** Rank among records of one name; 0 is first (`nonprofitProminence`). */
  readonly prominence?: number | undefined;
  readonly officers?: readonly Officer[] | undefined;
  readonly filings?: readonly EntityFiling[] | undefined;
  readonly identifiers?: readonly Identifier[] | undefined;
  readonly linkKeys?: readonly Identifier[] | undefined;
}

/**
 * A draft as returned by a source's `record()`: a status requires its activity and a type its class, because records are
 * filtered by them. `undefined`: unknown, or the publisher's types are not legal forms.
 */
export type DeclaredDraft = EntityDraft &
  ({ readonly status?: undefined } | Required<Pick<EntityDraft, 'status' | 'activity'>>) &
  ({ readonly type?: undefined } | Required<Pick<EntityDraft, 'type' | 'typeClass'>>);

/** An entity ready for storage: published content, derived facets, and a hash of the content. */
export interface EntityRow {
  readonly id: string;
  readonly sourceId: string;
  /** `EntityData` as JSON, in contract order; returned unchanged. */
  readonly document: string;
  /** `meta.absent` as JSON text. */
  readonly absent: string;
  /** `EntityFacets` as JSON text. */
  readonly facets: string;
  readonly linkKeys: readonly Identifier[];
  /** 16 hexadecimal digits over document, absent and link keys; a facet added by a release does not change it. */
  readonly hash: string;
  /**
   * The positions, separated by commas, of the run's files that contain the record; `undefined` if the run has one file only.
   */
  files?: string | undefined;
  /** A row of the record was unreadable. If the record is stored, it does not change. */
  partial?: boolean | undefined;
}
