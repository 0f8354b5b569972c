import type {
  Activity,
  JurisdictionLevel,
  OfficerSource,
  RecordClass,
  SubjectType,
  TypeClass,
} from '../contract/vocabulary.js';

/** A person or firm in a role, as the source names it. */
export interface Officer {
  readonly name: string;
  /** The role as published; null where the publisher leaves it blank. */
  readonly title: string | null;
}

export interface OfficerOf extends Officer {
  readonly source: OfficerSource;
}

/** An event on the entity's own file. `date` is a calendar date `YYYY-MM-DD`. */
export interface EntityFiling {
  readonly type: string;
  readonly date: string | null;
  readonly description: string | null;
  /** The publisher's number of the filing; searchable, never shown. */
  readonly number?: string | undefined;
}

export interface RegisteredAgent {
  readonly name: string;
  readonly address: string | null;
  /** The address to which the state itself sends the papers that are served on it; for publishers that name no agent. */
  readonly role?: 'service_of_process';
  /** The publisher's own words in place of an agent: `Registered Agent Revoked`. */
  readonly note?: string;
}

/** Another name the entity bears or bore. */
export interface OtherName {
  readonly name: string;
  /** `sort`: a second line that the IRS keeps beside the name: a chapter's school, a person, the end of a long name. */
  readonly kind: 'former' | 'assumed' | 'sort';
}

/** An identifier kept for linking only (never shown), or shown as `identifiers` by federal sources. */
export interface Identifier {
  readonly scheme: 'ein' | 'uei' | 'cik' | 'usdot' | 'fdic_cert' | 'ubi' | 'co_entity';
  readonly value: string;
}

/**
 * What a source's `record()` makes of one publisher's record. `undefined` means the publisher left it blank;
 * what the publisher never holds is said once, in the source's `publishes`.
 */
export interface EntityDraft {
  /** What tells the publisher's records apart, verbatim: the id is made of it. */
  readonly key: string;
  /**
   * The number that the state or county assigned, which becomes `stateEntityId`: the key where omitted. `null`: none was
   * assigned, and the key is made of other columns.
   */
  readonly number?: string | null | undefined;
  /** As published, trimmed. */
  readonly name: string;
  /** The name to search and link by where the published one carries additions (Colorado's status suffix). */
  readonly searchName?: string | undefined;
  readonly otherNames?: readonly OtherName[] | undefined;
  /** Overrides the source's record class (Oregon's assumed business names). */
  readonly recordClass?: RecordClass | undefined;
  readonly subjectType?: SubjectType | undefined;
  /** USPS code; the source's own state where omitted. `null`: known to be none (foreign registrants). */
  readonly state?: string | null | undefined;
  readonly type?: string | undefined;
  readonly typeClass?: TypeClass | undefined;
  readonly status?: string | undefined;
  readonly activity?: Activity | undefined;
  /** `YYYY-MM-DD`; placeholders are no dates. */
  readonly formedDate?: string | undefined;
  /** `YYYY-MM-DD`: when the state let a body do business that was formed elsewhere. */
  readonly registeredInStateDate?: string | undefined;
  /** `YYYY-MM-DD`: the last day of an active registration; from the next one on it is expired. */
  readonly expirationDate?: string | undefined;
  readonly registeredAgent?: RegisteredAgent | undefined;
  readonly principalAddress?: string | undefined;
  readonly officers?: readonly Officer[] | undefined;
  readonly filings?: readonly EntityFiling[] | undefined;
  readonly identifiers?: readonly Identifier[] | undefined;
  readonly linkKeys?: readonly Identifier[] | undefined;
}

/** The base record as the contract shows it: `data` of GET /entity before enrichment. */
export interface EntityData {
  readonly id: string;
  readonly name: string;
  /** `source`: the id of the source that says so. */
  readonly otherNames?: readonly (OtherName & { readonly source: string })[] | undefined;
  readonly state?: string | undefined;
  readonly stateEntityId?: string | undefined;
  readonly type?: string | undefined;
  readonly status?: string | undefined;
  readonly expirationDate?: string | undefined;
  readonly formedDate?: string | undefined;
  readonly registeredInStateDate?: string | undefined;
  readonly registeredAgent?: RegisteredAgent | undefined;
  readonly principalAddress?: string | undefined;
  readonly officers: readonly { name: string; title: string | null; source: OfficerSource }[];
  readonly filings: readonly { type: string; date: string | null; description: string | null }[];
  readonly identifiers?: readonly Identifier[] | undefined;
  readonly recordClass: RecordClass;
  readonly subjectType: SubjectType;
  readonly jurisdictionLevel: JurisdictionLevel | null;
  readonly sourceAgency: string | null;
}

/** What the search index needs of an entity, kept beside the document so that a build parses no documents. */
export interface EntityFacets {
  readonly name: string;
  /** The name as published, where it carries additions that `name` leaves out. */
  readonly publishedName?: string | undefined;
  readonly otherNames: readonly OtherName[];
  readonly agent: string | null;
  readonly officers: readonly string[];
  /** The state entity id and the numbers of filings. */
  readonly numbers: readonly string[];
  readonly state: string | null;
  readonly activity: Activity | null;
  /** The last day on which an active record is active, where it names one; `YYYY-MM-DD`. */
  readonly activeThrough?: string | undefined;
  readonly typeClass: TypeClass | null;
  readonly formedDate: string | null;
  readonly recordClass: RecordClass;
  readonly subjectType: SubjectType;
  readonly jurisdictionLevel: JurisdictionLevel | null;
}

/** An entity ready to be stored: the document, what is searched, what is linked, and the hash over all three. */
export interface EntityRow {
  readonly id: string;
  readonly sourceId: string;
  /** `EntityData` as JSON text, in contract order; sent as it is. */
  readonly document: string;
  /** `meta.absent` as JSON text. */
  readonly absent: string;
  /** `EntityFacets` as JSON text. */
  readonly facets: string;
  readonly linkKeys: readonly Identifier[];
  /** 16 hexadecimal digits over all of the above. */
  readonly hash: string;
}
