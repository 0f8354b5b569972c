/** The closed vocabularies of the contract. Their order is the order users see. */

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

export const ABSENCE_REASONS = [
  'not_in_record_class',
  'not_published_by_source',
  'blank_at_source',
  'withheld',
  'source_not_loaded',
] as const;
export type AbsenceReason = (typeof ABSENCE_REASONS)[number];

/** The closed list behind `type=`; each source maps its own words onto it in a written table. */
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
/** What a source's status means for the `status=` filter; unknown values have none. */
export type Activity = (typeof ACTIVITIES)[number];

export const MATCH_KINDS = ['exact', 'former', 'other_form', 'prefix', 'words', 'typo'] as const;
export type MatchKind = (typeof MATCH_KINDS)[number];

export const ENRICHMENT_OUTCOMES = [
  'found',
  'none',
  'ambiguous',
  'not_covered',
  'not_loaded',
  'not_linked_yet',
  'unavailable',
] as const;
export type EnrichmentOutcome = (typeof ENRICHMENT_OUTCOMES)[number];

export const SCOPES = ['read', 'usage', 'admin'] as const;
export type Scope = (typeof SCOPES)[number];

export const OPERATION_IDS = [
  'getEntity',
  'searchEntities',
  'searchFilings',
  'searchContracts',
  'searchLobbying',
  'listSources',
  'getUsage',
  'batch',
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
] as const;
export type OperationId = (typeof OPERATION_IDS)[number];
