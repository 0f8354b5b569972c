/** The enumerations of the contract, in display order. */

export const RECORD_CLASSES = [
  'registry_entity',
  'federal_registration',
  'filing_event',
  'license',
  'name_registration',
  'government_vendor',
  'financial_assistance_award',
] as const;
export type RecordClass = (typeof RECORD_CLASSES)[number];

export const SUBJECT_TYPES = ['organization', 'person'] as const;
export type SubjectType = (typeof SUBJECT_TYPES)[number];

export const JURISDICTION_LEVELS = ['federal', 'state', 'county'] as const;
export type JurisdictionLevel = (typeof JURISDICTION_LEVELS)[number];

export const OFFICER_SOURCES = ['state', 'sam', 'irs_990'] as const;
export type OfficerSource = (typeof OFFICER_SOURCES)[number];

/** `sort`: a second name line published by the IRS: a chapter's school, a person, the end of a long name. */
export const OTHER_NAME_KINDS = ['former', 'assumed', 'sort'] as const;

/** Schemes of stored numbers. Federal sources return theirs as `identifiers`; the others are only used for linking and identification. */
export const IDENTIFIER_SCHEMES = [
  'ein',
  'uei',
  'cik',
  'usdot',
  'fdic_cert',
  'ubi',
  'co_entity',
  'cage',
  'lei',
  'npi',
  'ticker',
  'sec_file',
  'accession',
  'state_number',
] as const;

/** Kinds of numbers by which `GET /identify` finds records. */
export const NUMBER_SCHEMES = [
  'ein',
  'cik',
  'uei',
  'cage',
  'lei',
  'fdic',
  'npi',
  'usdot',
  'ticker',
  'accession',
  'file-number',
  'state-number',
] as const;
export type NumberScheme = (typeof NUMBER_SCHEMES)[number];

/** Kinds of numbers that a search recognizes by their form. */
export const NUMBER_FORMS = [
  'accession',
  'file-number',
  'cik',
  'ein',
  'uei',
  'cage',
  'lei',
  'fdic',
  'npi',
  'usdot',
  'zip',
] as const;
export type NumberFormName = (typeof NUMBER_FORMS)[number];

export const ABSENCE_REASONS = [
  'not_in_record_class',
  'not_published_by_source',
  'blank_at_source',
  'withheld',
  'source_not_loaded',
] as const;
export type AbsenceReason = (typeof ABSENCE_REASONS)[number];

/** Values of `type=`. Each source maps its terms to them. */
export const TYPE_CLASSES = [
  'llc',
  'corporation',
  'nonprofit',
  'lp',
  'llp',
  'cooperative',
  'trust',
  'sole_proprietorship',
  'other',
] as const;
export type TypeClass = (typeof TYPE_CLASSES)[number];

export const ACTIVITIES = ['active', 'inactive'] as const;
/** Meaning of a source's status for the `status=` filter; unknown statuses have none. */
export type Activity = (typeof ACTIVITIES)[number];

export const MATCH_KINDS = ['exact', 'former', 'other_form', 'prefix', 'words', 'typo', 'known_as'] as const;
export type MatchKind = (typeof MATCH_KINDS)[number];

export const MATCH_OUTCOMES = ['found', 'possible', 'ambiguous', 'none'] as const;
export type MatchOutcome = (typeof MATCH_OUTCOMES)[number];

/** Certainty of a link or match. */
export const MATCH_TIERS = ['confirmed', 'probable', 'possible'] as const;

/** Outcomes of a kind of results in `GET /search/overview`. */
export const OVERVIEW_OUTCOMES = [
  'found',
  'none',
  'not_applicable',
  'source_not_loaded',
  'unavailable',
] as const;

export const ENRICHMENT_OUTCOMES = [
  'found',
  'possible',
  'none',
  'ambiguous',
  'not_covered',
  'not_loaded',
  'details_not_loaded',
  'not_linked_yet',
  'unavailable',
] as const;
export type EnrichmentOutcome = (typeof ENRICHMENT_OUTCOMES)[number];

/** Kinds of events in the change feed. `baseline`: first load of a source, or first linking of a data set. */
export const CHANGE_KINDS = ['baseline', 'created', 'changed', 'gone', 'restored', 'link_changed'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** Orders of entity search results. */
export const ENTITY_ORDERS = ['relevance', 'name', 'formed', 'status'] as const;
export type EntityOrder = (typeof ENTITY_ORDERS)[number];

/** Types of records in the change feed. */
export const RECORD_TYPES = ['entity', 'filing', 'filer', 'source'] as const;
export type RecordType = (typeof RECORD_TYPES)[number];

export const SCOPES = ['read', 'usage', 'webhooks', 'reconcile', 'feeds', 'admin'] as const;
export type Scope = (typeof SCOPES)[number];

const OPERATION_IDS = [
  'getEntity',
  'getHistory',
  'getEvidence',
  'searchEntities',
  'searchOverview',
  'suggest',
  'match',
  'identify',
  'searchFilings',
  'searchContracts',
  'searchLobbying',
  'listChanges',
  'listSources',
  'getUsage',
  'batch',
  'createExport',
  'listExports',
  'getExport',
  'deleteExport',
  'getExportManifest',
  'getExportPart',
  'createWatch',
  'listWatches',
  'getWatch',
  'deleteWatch',
  'resumeWatch',
  'rotateWatchSecret',
  'testWatch',
  'replayWatch',
  'listDeliveries',
  'listWatchMessages',
  'createList',
  'listLists',
  'getList',
  'deleteList',
  'listListRows',
  'chooseListRecord',
  'listListChanges',
  'reconcile',
  'extendRecords',
  'suggestRecords',
  'previewRecord',
  'readFeed',
  'adminListAccounts',
  'adminCreateAccount',
  'adminChangeAccount',
  'adminSuspendAccount',
  'adminResumeAccount',
  'adminCloseAccount',
  'adminListGrants',
  'adminGrant',
  'adminTakeBack',
  'adminListKeys',
  'adminCreateKey',
  'adminRotateKey',
  'adminRevokeKey',
  'adminListRuns',
  'adminShowIndex',
  'adminRollBackIndex',
  'adminListAudit',
  'adminListLoads',
  'adminStartLoad',
  'adminStopLoad',
  'adminListFindings',
] as const;
export type OperationId = (typeof OPERATION_IDS)[number];
