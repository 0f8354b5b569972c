"""Types and operations of the API. Generated from openapi.json by `npm run gen`; do not edit."""

from __future__ import annotations

from typing import Any, AsyncIterator, Callable, Dict, Iterator, List, Literal, Optional, Sequence, TypedDict, Union

from .transport import Answer, AsyncTransport, Transport

AbsenceReason = Literal["not_in_record_class", "not_published_by_source", "blank_at_source", "withheld", "source_not_loaded"]

class BatchAnswer(TypedDict):
    data: List[BatchItem]
    meta: BatchMeta

class _BatchItemRequired(TypedDict):
    status: int
    cost: int

class BatchItem(_BatchItemRequired, total=False):
    data: Any
    meta: Any
    error: BatchItemError

class _BatchItemErrorRequired(TypedDict):
    code: ErrorCode
    message: str

class BatchItemError(_BatchItemErrorRequired, total=False):
    errors: List[ParameterFault]

class _BatchMetaRequired(TypedDict):
    succeeded: int
    failed: int
    creditsUsed: int
    requestId: str

class BatchMeta(_BatchMetaRequired, total=False):
    ignoredParameters: List[str]

class BatchRequest(TypedDict, total=False):
    items: List[BatchRequestItem]
    queries: List[Dict[str, Union[str, float, bool, List[str]]]]

class BatchRequestItem(TypedDict):
    operation: Literal["getEntity", "getHistory", "getEvidence", "searchEntities", "match", "identify", "searchFilings", "searchContracts", "searchLobbying"]
    parameters: Dict[str, Union[str, float, bool, List[str]]]

class BodyNumber(TypedDict):
    scheme: NumberScheme
    value: str

class Change(TypedDict):
    seq: int
    kind: ChangeKind
    recordType: RecordType
    id: str
    source: Optional[str]
    state: Optional[str]
    cik: Optional[str]
    form: Optional[str]
    changes: List[FieldChange]
    publishedAt: Optional[str]
    seenAt: str
    run: Optional[int]

ChangeKind = Literal["baseline", "created", "changed", "gone", "restored", "link_changed"]

class ChooseListRecordAnswer(TypedDict):
    data: CompanyListRow
    meta: ChooseListRecordMeta

class _ChooseListRecordMetaRequired(TypedDict):
    creditsUsed: int
    requestId: str

class ChooseListRecordMeta(_ChooseListRecordMetaRequired, total=False):
    ignoredParameters: List[str]

class CompanyList(TypedDict):
    id: str
    name: str
    createdAt: str
    expiresAt: Optional[str]
    counts: CompanyListCounts

class CompanyListCandidate(TypedDict):
    id: str
    name: str
    state: Optional[str]
    probability: float

class CompanyListChoice(TypedDict):
    choice: Optional[str]

class CompanyListCounts(TypedDict):
    found: int
    chosen: int
    possible: int
    ambiguous: int
    none: int
    not_read: int
    not_matched: int

class CompanyListDetail(TypedDict):
    id: str
    name: str
    createdAt: str
    expiresAt: Optional[str]
    counts: CompanyListCounts
    headings: List[str]
    columns: Dict[str, str]
    records: int

class CompanyListRow(TypedDict):
    row: int
    values: List[str]
    outcome: ListRowOutcome
    reason: str
    record: Optional[CompanyListCandidate]
    candidates: List[CompanyListCandidate]

class Contract(TypedDict):
    awardId: str
    recipientName: str
    amount: Optional[float]
    awardingAgency: Optional[str]
    awardingSubAgency: Optional[str]
    startDate: Optional[str]
    endDate: Optional[str]
    awardType: Optional[str]
    description: Optional[str]
    naicsCode: Optional[str]
    naicsDescription: Optional[str]
    pscCode: Optional[str]
    uniqueAwardKey: Optional[str]
    parentAwardId: Optional[str]
    recipientUei: Optional[str]
    entityId: Optional[str]
    url: Optional[str]

class ContractYear(TypedDict):
    year: str
    awards: int

class CreateExportAnswer(TypedDict):
    data: Export
    meta: CreateExportMeta

class _CreateExportMetaRequired(TypedDict):
    creditsUsed: int
    requestId: str

class CreateExportMeta(_CreateExportMetaRequired, total=False):
    ignoredParameters: List[str]

class CreateListAnswer(TypedDict):
    data: CompanyListDetail
    meta: CreateListMeta

class _CreateListMetaRequired(TypedDict):
    creditsUsed: int
    requestId: str

class CreateListMeta(_CreateListMetaRequired, total=False):
    ignoredParameters: List[str]

class CreateWatchAnswer(TypedDict):
    data: WatchWithSecret
    meta: CreateWatchMeta

class _CreateWatchMetaRequired(TypedDict):
    creditsUsed: int
    requestId: str

class CreateWatchMeta(_CreateWatchMetaRequired, total=False):
    ignoredParameters: List[str]

class CreateWatchRequest(TypedDict, total=False):
    id: str
    query: WatchQuery
    kinds: List[Literal["baseline", "created", "changed", "gone", "restored", "link_changed"]]
    endpoint: str

class DeleteExportAnswer(TypedDict):
    data: Export
    meta: DeleteExportMeta

class _DeleteExportMetaRequired(TypedDict):
    creditsUsed: int
    requestId: str

class DeleteExportMeta(_DeleteExportMetaRequired, total=False):
    ignoredParameters: List[str]

class DeleteListAnswer(TypedDict):
    data: CompanyListDetail
    meta: DeleteListMeta

class _DeleteListMetaRequired(TypedDict):
    creditsUsed: int
    requestId: str

class DeleteListMeta(_DeleteListMetaRequired, total=False):
    ignoredParameters: List[str]

class DeleteWatchAnswer(TypedDict):
    data: Watch
    meta: DeleteWatchMeta

class _DeleteWatchMetaRequired(TypedDict):
    creditsUsed: int
    requestId: str

class DeleteWatchMeta(_DeleteWatchMetaRequired, total=False):
    ignoredParameters: List[str]

class Delivery(TypedDict):
    id: str
    type: str
    state: DeliveryState
    createdAt: str
    nextTryAt: Optional[str]
    tries: List[DeliveryTry]

DeliveryState = Literal["waiting", "delivered", "failed"]

class DeliveryTry(TypedDict):
    at: str
    ms: int
    status: Optional[int]
    problem: Optional[str]

class _EnrichmentRequired(TypedDict):
    outcome: EnrichmentOutcome
    asOf: Optional[str]

class Enrichment(_EnrichmentRequired, total=False):
    possible: List[PossibleLink]
    parts: Dict[str, EnrichmentPart]
    lists: List[SearchedList]
    excluded: List[EnrichmentExcluded]

class EnrichmentExcluded(TypedDict):
    kind: str
    value: str
    entities: int

EnrichmentOutcome = Literal["found", "possible", "none", "ambiguous", "not_covered", "not_loaded", "details_not_loaded", "not_linked_yet", "unavailable"]

class _EnrichmentPartRequired(TypedDict):
    outcome: EnrichmentOutcome
    asOf: Optional[str]

class EnrichmentPart(_EnrichmentPartRequired, total=False):
    possible: List[PossibleLink]

class _EntityRequired(TypedDict):
    id: str
    name: str
    officers: List[Officer]
    filings: List[EntityFiling]
    recordClass: RecordClass
    subjectType: SubjectType
    jurisdictionLevel: Optional[JurisdictionLevel]
    sourceAgency: Optional[str]

class Entity(_EntityRequired, total=False):
    otherNames: List[OtherName]
    state: str
    stateEntityId: str
    type: str
    status: str
    expirationDate: str
    formedDate: str
    registeredInStateDate: str
    registeredAgent: RegisteredAgent
    principalAddress: str
    identifiers: List[Identifier]
    federal: Federal
    sam: SamRegistration
    nonprofit: Nonprofit
    ucc: UccFilings
    ppp: PppLoans
    related: RelatedEntities
    exclusions: Exclusions
    financials: Financials
    ownership: Ownership

class EntityFiling(TypedDict):
    type: str
    date: Optional[str]
    description: Optional[str]

class _EntityItemRequired(TypedDict):
    id: str
    name: str
    state: Optional[str]
    type: Optional[str]
    status: Optional[str]
    formedDate: Optional[str]
    registeredAgent: Optional[RegisteredAgent]
    principalAddress: Optional[str]
    officerCount: int
    lastUpdated: str
    recordClass: RecordClass
    subjectType: SubjectType
    jurisdictionLevel: Optional[JurisdictionLevel]
    sourceAgency: Optional[str]
    match: Optional[EntityMatch]

class EntityItem(_EntityItemRequired, total=False):
    otherNames: List[OtherName]
    people: List[FoundPerson]

class EntityMatch(TypedDict):
    field: Literal["name", "agent", "officer", "filing_number", "address", "place", "other_name", "former_name", "sort_name", "ticker"]
    value: str
    marks: List[Mark]
    why: str
    kind: Literal["exact", "former", "other_form", "prefix", "words", "typo", "known_as"]

ErrorCode = Literal["invalid_params", "unauthorized", "insufficient_credits", "insufficient_scope", "account_inactive", "foreign_origin", "not_found", "conflict", "idempotency_in_flight", "idempotency_key_reused", "method_not_allowed", "not_acceptable", "cursor_expired", "content_too_large", "uri_too_long", "unsupported_media_type", "range_not_satisfiable", "expectation_failed", "rate_limit_exceeded", "headers_too_large", "internal_error", "upstream_error", "unavailable"]

class _EvidenceRequired(TypedDict):
    format: Literal["dossier-evidence-1"]
    id: str
    issuedAt: str
    sample: bool
    goneSince: Optional[str]
    record: Entity
    absent: Dict[str, AbsenceReason]
    assertions: List[EvidenceAssertion]
    origins: List[EvidenceOrigin]
    links: List[EvidenceLink]
    signature: EvidenceSignature

class Evidence(_EvidenceRequired, total=False):
    exclusions: EvidenceExclusions

class EvidenceAssertion(TypedDict):
    pointer: str
    origin: int
    record: int

class EvidenceExclusions(TypedDict):
    lists: List[EvidenceList]
    items: List[Exclusion]

class EvidenceFile(TypedDict):
    name: str
    bytes: int
    sha256: str
    url: Optional[str]
    publishedAt: Optional[str]
    fetchedAt: Optional[str]

class EvidenceLink(TypedDict):
    dataset: str
    key: str
    outcome: str
    tier: str
    attached: bool
    probability: float
    decidedBy: str
    evidence: List[LinkEvidence]
    rivals: int
    judgedAt: Optional[str]
    weights: Optional[str]

class EvidenceList(TypedDict):
    dataset: str
    title: str
    outcome: ListOutcome
    asOf: Optional[str]
    loadedAt: Optional[str]
    statement: str
    possible: List[PossibleExclusion]
    run: Optional[EvidenceRun]

class EvidenceOrigin(TypedDict):
    source: str
    title: str
    agency: str
    url: str
    licence: str
    parties: List[str]
    records: List[EvidenceRecord]
    run: Optional[EvidenceRun]
    confirmedBy: Optional[EvidenceRun]
    missedBy: Optional[EvidenceRun]

class EvidenceRecord(TypedDict):
    key: str
    hash: Optional[str]
    lastChanged: Optional[str]

class EvidenceRun(TypedDict):
    id: int
    startedAt: str
    finishedAt: Optional[str]
    publishedAt: Optional[str]
    complete: bool
    files: List[EvidenceFile]
    filesOfRecords: bool
    fileCount: int

class EvidenceSignature(TypedDict):
    algorithm: Literal["Ed25519"]
    canonicalization: Literal["RFC 8785"]
    publicKey: str
    value: str

ExceptedParent = Literal["direct", "ultimate"]

class Exclusion(TypedDict):
    dataset: str
    list: str
    name: str
    scheme: str
    number: str
    program: Optional[str]
    agency: Optional[str]
    startDate: Optional[str]
    endDate: Optional[str]
    statement: str

class Exclusions(TypedDict):
    items: List[Exclusion]
    totalCount: int

class Export(TypedDict):
    id: str
    state: ExportState
    kind: ExportKind
    format: ExportFormat
    filter: Dict[str, Any]
    fields: Optional[List[str]]
    include: List[str]
    csvSafe: bool
    rows: Optional[int]
    rowsDone: Optional[int]
    credits: Optional[int]
    charged: bool
    createdAt: str
    finishedAt: Optional[str]
    expiresAt: Optional[str]
    error: Optional[str]
    parts: List[ExportPart]

ExportFormat = Literal["ndjson", "csv", "parquet"]

ExportKind = Literal["entities", "filings", "links", "changes"]

class ExportPart(TypedDict):
    number: int
    name: str
    rows: int
    bytes: int
    sha256: str

ExportState = Literal["queued", "running", "done", "unpaid", "failed"]

class FacetCounts(TypedDict):
    values: List[FacetCountsValues]
    other: int

class FacetCountsValues(TypedDict):
    value: str
    count: int

class Federal(TypedDict, total=False):
    sec: FederalSecFilings
    contracts: FederalContracts
    lobbying: FederalLobbyingFilings

class FederalContract(TypedDict):
    awardId: str
    amount: Optional[float]
    agency: Optional[str]
    startDate: Optional[str]

class _FederalContractsRequired(TypedDict):
    items: List[FederalContract]
    totalCount: int

class FederalContracts(_FederalContractsRequired, total=False):
    years: List[ContractYear]

class FederalLobbyingFiling(TypedDict):
    registrantName: str
    clientName: str
    amount: Optional[float]
    issueArea: Optional[str]
    filingDate: Optional[str]

class FederalLobbyingFilings(TypedDict):
    items: List[FederalLobbyingFiling]
    totalCount: int

class FederalSecFiling(TypedDict):
    type: str
    date: str
    description: Optional[str]
    typeTitle: Optional[str]
    items: List[str]
    itemTitles: List[str]

class FederalSecFilings(TypedDict):
    items: List[FederalSecFiling]
    totalCount: int

FieldChange = TypedDict("FieldChange", {"field": "str", "from": "Any", "to": "Any"})

class FilingMatch(TypedDict):
    field: Literal["name", "former_name", "ticker", "cik", "accession", "item", "description"]
    value: str
    marks: List[Mark]
    why: str
    kind: Literal["exact", "former", "other_form", "prefix", "words", "typo", "known_as"]

class FilledField(TypedDict):
    field: str
    filled: int
    share: float
    missing: List[MissingField]

class FilledFields(TypedDict):
    countedAt: str
    records: int
    fields: List[FilledField]
    streetsWithheld: int

class FinancialReport(TypedDict):
    cik: str
    accession: str
    form: str
    filed: str
    period: Optional[str]
    fiscalYear: Optional[int]
    fiscalPeriod: Optional[str]
    dataset: str
    facts: List[ReportedFact]

class FinancialReports(TypedDict):
    items: List[FinancialReport]
    totalCount: int

class Financials(TypedDict, total=False):
    irs: NonprofitReturns
    sec: FinancialReports
    dol: PlanFilings

class FoundFiling(TypedDict):
    accessionNumber: str
    formType: str
    fileDate: str
    periodEnding: Optional[str]
    filer: str
    cik: str
    sicCode: Optional[str]
    description: Optional[str]
    businessLocation: Optional[str]
    businessState: Optional[str]
    incorporationState: Optional[str]
    filingUrl: str
    formTitle: Optional[str]
    sicTitle: Optional[str]
    items: List[str]
    itemTitles: List[str]
    match: Optional[FilingMatch]

class FoundPerson(TypedDict):
    name: str
    roles: List[PersonRole]

class GetEntityAnswer(TypedDict):
    data: Entity
    meta: GetEntityMeta

class _GetEntityMetaRequired(TypedDict):
    source: str
    lastUpdated: str
    asOf: Optional[str]
    absent: Dict[str, AbsenceReason]
    creditsUsed: int
    requestId: str

class GetEntityMeta(_GetEntityMetaRequired, total=False):
    dataset: str
    identity: List[ReachedNumber]
    enrichment: Dict[str, Enrichment]
    links: List[Link]
    goneSince: str
    live: bool
    stale: bool
    sample: bool
    linksUnavailable: bool
    ignoredParameters: List[str]

class GetEvidenceAnswer(TypedDict):
    data: Evidence
    meta: GetEvidenceMeta

class _GetEvidenceMetaRequired(TypedDict):
    source: str
    creditsUsed: int
    requestId: str

class GetEvidenceMeta(_GetEvidenceMetaRequired, total=False):
    dataset: str
    sample: bool
    ignoredParameters: List[str]

class GetExportAnswer(TypedDict):
    data: Export
    meta: GetExportMeta

class _GetExportMetaRequired(TypedDict):
    creditsUsed: int
    requestId: str

class GetExportMeta(_GetExportMetaRequired, total=False):
    ignoredParameters: List[str]

class GetHistoryAnswer(TypedDict):
    data: History
    meta: GetHistoryMeta

class _GetHistoryMetaRequired(TypedDict):
    hasMore: bool
    creditsUsed: int
    requestId: str

class GetHistoryMeta(_GetHistoryMetaRequired, total=False):
    cursor: str
    sample: bool
    ignoredParameters: List[str]

class GetListAnswer(TypedDict):
    data: CompanyListDetail
    meta: GetListMeta

class _GetListMetaRequired(TypedDict):
    creditsUsed: int
    requestId: str

class GetListMeta(_GetListMetaRequired, total=False):
    ignoredParameters: List[str]

class GetUsageAnswer(TypedDict):
    data: Usage
    meta: GetUsageMeta

class _GetUsageMetaRequired(TypedDict):
    creditsUsed: int
    requestId: str

class GetUsageMeta(_GetUsageMetaRequired, total=False):
    ignoredParameters: List[str]

class GetWatchAnswer(TypedDict):
    data: Watch
    meta: GetWatchMeta

class _GetWatchMetaRequired(TypedDict):
    creditsUsed: int
    requestId: str

class GetWatchMeta(_GetWatchMetaRequired, total=False):
    ignoredParameters: List[str]

class HighestPaidContractor(TypedDict):
    name: str
    services: Optional[str]
    amount: Optional[float]

class _HistoryRequired(TypedDict):
    id: str
    knownSince: str
    events: List[Change]

class History(_HistoryRequired, total=False):
    at: str
    outcome: HistoryOutcome
    record: Optional[Entity]

HistoryOutcome = Literal["held", "gone", "not_held"]

class Identifier(TypedDict):
    scheme: str
    value: str

class IdentifyAnswer(TypedDict):
    data: Identity
    meta: IdentifyMeta

class _IdentifyMetaRequired(TypedDict):
    source: str
    searched: List[str]
    creditsUsed: int
    requestId: str

class IdentifyMeta(_IdentifyMetaRequired, total=False):
    sample: bool
    ignoredParameters: List[str]

class Identity(TypedDict):
    scheme: NumberScheme
    value: str
    shared: bool
    records: List[NumberedRecord]
    chain: List[ReachedNumber]

JurisdictionLevel = Literal["federal", "state", "county"]

class _LinkRequired(TypedDict):
    token: Literal["federal", "sam", "nonprofit", "ucc", "ppp", "related", "exclusions", "financials", "ownership"]
    dataset: str
    key: str
    outcome: str
    tier: str
    attached: bool
    probability: float
    decidedBy: str
    evidence: List[LinkEvidence]
    rivals: int

class Link(_LinkRequired, total=False):
    candidates: List[LinkCandidates]

class LinkCandidates(TypedDict):
    id: str
    name: str
    state: Optional[str]
    probability: float
    evidence: List[LinkEvidence]

class LinkEvidence(TypedDict):
    field: str
    ours: Optional[str]
    theirs: Optional[str]
    verdict: str
    weight: float
    text: str

class ListChangesAnswer(TypedDict):
    data: List[Change]
    meta: ListChangesMeta

class _ListChangesMetaRequired(TypedDict):
    cursor: str
    hasMore: bool
    since: str
    knownSince: str
    oldestCursor: str
    creditsUsed: int
    requestId: str

class ListChangesMeta(_ListChangesMetaRequired, total=False):
    sample: bool
    ignoredParameters: List[str]

class ListDeliveriesAnswer(TypedDict):
    data: List[Delivery]
    meta: ListDeliveriesMeta

class _ListDeliveriesMetaRequired(TypedDict):
    next: Optional[int]
    creditsUsed: int
    requestId: str

class ListDeliveriesMeta(_ListDeliveriesMetaRequired, total=False):
    ignoredParameters: List[str]

class ListExportsAnswer(TypedDict):
    data: List[Export]
    meta: ListExportsMeta

class _ListExportsMetaRequired(TypedDict):
    creditsUsed: int
    requestId: str

class ListExportsMeta(_ListExportsMetaRequired, total=False):
    ignoredParameters: List[str]

class ListListChangesAnswer(TypedDict):
    data: List[Change]
    meta: ListListChangesMeta

class _ListListChangesMetaRequired(TypedDict):
    cursor: str
    hasMore: bool
    since: str
    knownSince: str
    oldestCursor: str
    creditsUsed: int
    requestId: str

class ListListChangesMeta(_ListListChangesMetaRequired, total=False):
    sample: bool
    ignoredParameters: List[str]

class ListListRowsAnswer(TypedDict):
    data: List[CompanyListRow]
    meta: ListListRowsMeta

class _ListListRowsMetaRequired(TypedDict):
    totalCount: int
    offset: int
    limit: int
    hasMore: bool
    creditsUsed: int
    requestId: str

class ListListRowsMeta(_ListListRowsMetaRequired, total=False):
    ignoredParameters: List[str]

class ListListsAnswer(TypedDict):
    data: List[CompanyList]
    meta: ListListsMeta

class _ListListsMetaRequired(TypedDict):
    creditsUsed: int
    requestId: str

class ListListsMeta(_ListListsMetaRequired, total=False):
    ignoredParameters: List[str]

ListOutcome = Literal["found", "possible", "none", "not_loaded"]

ListRowOutcome = Literal["found", "chosen", "possible", "ambiguous", "none", "not_read", "not_matched"]

class ListSourcesAnswer(TypedDict):
    data: List[Source]
    meta: ListSourcesMeta

class _ListSourcesMetaRequired(TypedDict):
    requestId: str

class ListSourcesMeta(_ListSourcesMetaRequired, total=False):
    sample: bool
    creditsUsed: int
    ignoredParameters: List[str]

class ListWatchMessagesAnswer(TypedDict):
    data: List[WatchMessage]
    meta: ListWatchMessagesMeta

class _ListWatchMessagesMetaRequired(TypedDict):
    cursor: str
    hasMore: bool
    since: str
    knownSince: str
    oldestCursor: str
    creditsUsed: int
    requestId: str

class ListWatchMessagesMeta(_ListWatchMessagesMetaRequired, total=False):
    sample: bool
    ignoredParameters: List[str]

class ListWatchesAnswer(TypedDict):
    data: List[Watch]
    meta: ListWatchesMeta

class _ListWatchesMetaRequired(TypedDict):
    creditsUsed: int
    requestId: str

class ListWatchesMeta(_ListWatchesMetaRequired, total=False):
    ignoredParameters: List[str]

class LobbyingActivity(TypedDict):
    issueCode: Optional[str]
    issueDescription: Optional[str]
    description: Optional[str]

class LobbyingClient(TypedDict):
    name: str
    id: Optional[int]
    generalDescription: Optional[str]
    entityId: Optional[str]

class LobbyingFiling(TypedDict):
    filingId: str
    filingDate: Optional[str]
    filingType: Optional[str]
    filingYear: Optional[int]
    filingPeriod: Optional[str]
    filingTypeDisplay: Optional[str]
    filingPeriodDisplay: Optional[str]
    registrant: LobbyingRegistrant
    client: LobbyingClient
    income: Optional[float]
    expenses: Optional[float]
    lobbyingActivities: List[LobbyingActivity]
    documentUrl: Optional[str]
    entityId: Optional[str]

class LobbyingRegistrant(TypedDict):
    name: str
    id: Optional[int]
    entityId: Optional[str]

Mark = TypedDict("Mark", {"from": "int", "to": "int"})

class Match(TypedDict):
    outcome: Literal["found", "possible", "ambiguous", "none"]
    reason: str
    candidateCount: int
    candidates: List[MatchCandidate]

class MatchAnswer(TypedDict):
    data: Match
    meta: MatchMeta

class MatchCandidate(TypedDict):
    id: str
    name: str
    state: Optional[str]
    probability: float
    tier: Literal["confirmed", "probable", "possible"]
    evidence: List[MatchEvidence]
    rivals: int
    otherRecords: List[str]

class MatchEvidence(TypedDict):
    field: str
    ours: Optional[str]
    theirs: Optional[str]
    verdict: str
    weight: float
    text: str

class _MatchMetaRequired(TypedDict):
    source: str
    searched: List[str]
    creditsUsed: int
    requestId: str

class MatchMeta(_MatchMetaRequired, total=False):
    ignoredParameters: List[str]

class MissingField(TypedDict):
    reason: Literal["not_in_record_class", "not_published_by_source", "blank_at_source", "withheld", "source_not_loaded"]
    records: int

class NearerNumber(TypedDict):
    scheme: NumberScheme
    value: str

class _NewCompanyListRequired(TypedDict):
    name: str

class NewCompanyList(_NewCompanyListRequired, total=False):
    csv: str
    rows: List[Dict[str, Optional[Union[str, float]]]]
    columns: NewCompanyListColumns

class NewCompanyListColumns(TypedDict, total=False):
    name: str
    otherName: str
    state: str
    city: str
    zip: str
    street: str
    officer: str
    agent: str
    ein: str
    uei: str
    cik: str
    registryNumber: str

class _NewExportRequired(TypedDict):
    kind: Literal["entities", "filings", "links", "changes"]

class NewExport(_NewExportRequired, total=False):
    filter: Dict[str, Union[str, float, bool, List[str]]]
    fields: List[str]
    include: List[Literal["sam", "nonprofit", "ucc", "ppp", "exclusions", "financials", "ownership"]]
    format: Literal["ndjson", "csv", "parquet"]
    csvSafe: bool

class _NonprofitRequired(TypedDict):
    ein: str
    nteeCode: Optional[str]
    income: Optional[float]
    assets: Optional[float]
    rulingDate: Optional[str]
    subsectionCode: Optional[str]

class Nonprofit(_NonprofitRequired, total=False):
    nteeTitle: str
    taxPeriod: Optional[str]

class NonprofitReturn(TypedDict):
    ein: str
    form: str
    taxYear: Optional[int]
    periodStart: Optional[str]
    periodEnd: Optional[str]
    filed: Optional[str]
    amended: bool
    replaced: bool
    revenue: Optional[float]
    expenses: Optional[float]
    surplus: Optional[float]
    assets: Optional[float]
    assetsMarketValue: Optional[float]
    liabilities: Optional[float]
    netAssets: Optional[float]
    employees: Optional[float]
    officerCompensation: Optional[float]
    reportableCompensation: Optional[float]
    relatedCompensation: Optional[float]
    grantsPaid: Optional[float]
    contractorsOver100k: Optional[float]
    contractors: List[HighestPaidContractor]

class NonprofitReturns(TypedDict):
    items: List[NonprofitReturn]
    totalCount: int

NumberScheme = Literal["ein", "cik", "uei", "cage", "lei", "fdic", "npi", "usdot", "ticker", "accession", "file-number", "state-number"]

class NumberStatement(TypedDict):
    kind: str
    source: str
    publisher: str
    key: str
    name: str
    file: Optional[str]
    asOf: Optional[str]
    loadedAt: Optional[str]

class NumberedRecord(TypedDict):
    kind: str
    source: str
    publisher: str
    key: str
    name: str
    file: Optional[str]
    asOf: Optional[str]
    loadedAt: Optional[str]
    id: Optional[str]
    state: Optional[str]
    numbers: List[BodyNumber]

class Officer(TypedDict):
    name: str
    title: Optional[str]
    source: Literal["state", "sam", "irs_990"]

class OtherName(TypedDict):
    name: str
    kind: str
    source: str

class Overview(TypedDict):
    query: str
    readings: List[OverviewReading]
    companies: OverviewCompanies
    people: OverviewPeople
    agents: OverviewAgents
    addresses: OverviewAddresses
    filings: OverviewFilings
    contracts: OverviewContracts
    lobbying: OverviewLobbying

class _OverviewAddressesRequired(TypedDict):
    outcome: Literal["found", "none", "not_applicable", "source_not_loaded", "unavailable"]
    totalCount: Optional[int]
    path: Optional[str]
    results: List[EntityItem]

class OverviewAddresses(_OverviewAddressesRequired, total=False):
    correctedQuery: str
    removedWords: List[str]

class _OverviewAgentsRequired(TypedDict):
    outcome: Literal["found", "none", "not_applicable", "source_not_loaded", "unavailable"]
    totalCount: Optional[int]
    path: Optional[str]
    results: List[EntityItem]

class OverviewAgents(_OverviewAgentsRequired, total=False):
    correctedQuery: str
    removedWords: List[str]

class _OverviewCompaniesRequired(TypedDict):
    outcome: Literal["found", "none", "not_applicable", "source_not_loaded", "unavailable"]
    totalCount: Optional[int]
    path: Optional[str]
    results: List[EntityItem]

class OverviewCompanies(_OverviewCompaniesRequired, total=False):
    correctedQuery: str
    removedWords: List[str]

class _OverviewContractsRequired(TypedDict):
    outcome: Literal["found", "none", "not_applicable", "source_not_loaded", "unavailable"]
    totalCount: Optional[int]
    path: Optional[str]
    results: List[Contract]

class OverviewContracts(_OverviewContractsRequired, total=False):
    correctedQuery: str
    removedWords: List[str]

class _OverviewFilingsRequired(TypedDict):
    outcome: Literal["found", "none", "not_applicable", "source_not_loaded", "unavailable"]
    totalCount: Optional[int]
    path: Optional[str]
    results: List[FoundFiling]

class OverviewFilings(_OverviewFilingsRequired, total=False):
    correctedQuery: str
    removedWords: List[str]

class _OverviewLobbyingRequired(TypedDict):
    outcome: Literal["found", "none", "not_applicable", "source_not_loaded", "unavailable"]
    totalCount: Optional[int]
    path: Optional[str]
    results: List[LobbyingFiling]

class OverviewLobbying(_OverviewLobbyingRequired, total=False):
    correctedQuery: str
    removedWords: List[str]

class _OverviewPeopleRequired(TypedDict):
    outcome: Literal["found", "none", "not_applicable", "source_not_loaded", "unavailable"]
    totalCount: Optional[int]
    path: Optional[str]
    results: List[EntityItem]

class OverviewPeople(_OverviewPeopleRequired, total=False):
    correctedQuery: str
    removedWords: List[str]

class _OverviewReadingRequired(TypedDict):
    kind: Literal["name", "person", "address", "place", "number"]
    value: str

class OverviewReading(_OverviewReadingRequired, total=False):
    scheme: Literal["accession", "file-number", "cik", "ein", "uei", "cage", "lei", "fdic", "npi", "usdot", "zip"]

class Ownership(TypedDict):
    items: List[OwnershipItem]
    totalCount: int
    exceptions: List[ParentException]
    isCycle: bool

class OwnershipItem(TypedDict):
    relation: OwnershipRelation
    level: int
    scheme: OwnershipScheme
    number: Optional[str]
    subject: str
    name: Optional[str]
    id: Optional[str]
    since: Optional[str]
    until: Optional[str]
    isActive: bool
    isLapsed: bool
    standard: Optional[str]
    ownership: Optional[float]
    controlledBy: Optional[str]
    dataset: str
    statement: str

OwnershipRelation = Literal["direct_parent", "ultimate_parent", "direct_child", "ultimate_child", "fund_manager", "managed_fund", "umbrella_fund", "subfund", "master_fund", "feeder_fund", "head_office", "branch", "related", "named_by", "ten_percent_owner", "insider", "insider_of"]

OwnershipScheme = Literal["lei", "ein", "cik"]

class ParameterFault(TypedDict):
    parameter: str
    message: str

class ParentException(TypedDict):
    parent: ExceptedParent
    reason: str
    statement: str

class PersonRole(TypedDict):
    role: Literal["officer", "registered_agent", "service_of_process"]
    title: Optional[str]

class PlanFiling(TypedDict):
    acknowledgment: str
    ein: str
    sponsorName: str
    planNumber: str
    planName: str
    planType: Optional[PlanType]
    form: PlanForm
    yearStart: Optional[str]
    yearEnd: Optional[str]
    filed: Optional[str]
    amended: bool
    final: bool
    replaced: bool
    participantsAtStart: Optional[float]
    activeParticipants: Optional[float]

class PlanFilings(TypedDict):
    items: List[PlanFiling]
    totalCount: int

PlanForm = Literal["5500", "5500-SF"]

PlanType = Literal["single_employer", "multiemployer", "multiple_employer"]

class PossibleExclusion(TypedDict):
    key: str
    name: str
    place: Optional[str]
    why: str

class PossibleLink(TypedDict):
    dataset: str
    key: str
    name: str
    probability: float
    against: List[str]
    confirm: str

class PppLoan(TypedDict):
    loanNumber: Optional[str]
    program: Optional[str]
    dateApproved: Optional[str]
    amount: Optional[float]
    amountRange: Optional[str]
    forgivenessAmount: Optional[float]
    forgivenessDate: Optional[str]
    lender: Optional[str]
    jobsReported: Optional[float]
    naicsCode: Optional[str]
    naicsTitle: Optional[str]
    status: Optional[str]

class PppLoans(TypedDict):
    items: List[PppLoan]
    totalCount: int
    totalAmount: Optional[float]

class PricePreview(TypedDict):
    data: PriceQuote
    meta: PricePreviewMeta

class _PricePreviewMetaRequired(TypedDict):
    creditsUsed: int
    requestId: str

class PricePreviewMeta(_PricePreviewMetaRequired, total=False):
    ignoredParameters: List[str]

class _PriceQuoteRequired(TypedDict):
    valid: bool
    cost: int

class PriceQuote(_PriceQuoteRequired, total=False):
    rule: str

class _ProblemRequired(TypedDict):
    type: str
    title: str
    status: int
    detail: str
    instance: str
    requestId: str
    error: ProblemError

class Problem(_ProblemRequired, total=False):
    errors: List[ParameterFault]
    required: int
    available: int
    oldestCursor: str
    export: str
    resetsAt: str

class ProblemError(TypedDict):
    code: ErrorCode
    message: str

ReachedNumber = TypedDict("ReachedNumber", {"scheme": "NumberScheme", "value": "str", "from": "NearerNumber", "statedBy": "NumberStatement", "steps": "int", "shared": "bool", "records": "List[NumberedRecord]"})

class RecognizedNumber(TypedDict):
    scheme: Literal["accession", "file-number", "cik", "ein", "uei", "cage", "lei", "fdic", "npi", "usdot", "zip"]
    value: str

RecordClass = Literal["registry_entity", "federal_registration", "filing_event", "license", "name_registration", "government_vendor", "financial_assistance_award"]

RecordType = Literal["entity", "filing", "filer", "source"]

class _RegisteredAgentRequired(TypedDict):
    name: str
    address: Optional[str]

class RegisteredAgent(_RegisteredAgentRequired, total=False):
    role: str
    note: str

class RelatedCounts(TypedDict):
    registeredAgent: int
    principalAddress: int
    both: int

class RelatedEntities(TypedDict):
    items: List[RelatedEntity]
    totalCount: int
    counts: RelatedCounts

class RelatedEntity(TypedDict):
    id: str
    name: str
    state: Optional[str]
    status: Optional[str]
    shares: List[SharedFact]

class ReplayWatchAnswer(TypedDict):
    data: Watch
    meta: ReplayWatchMeta

class _ReplayWatchMetaRequired(TypedDict):
    creditsUsed: int
    requestId: str

class ReplayWatchMeta(_ReplayWatchMetaRequired, total=False):
    ignoredParameters: List[str]

class ReplayWatchRequest(TypedDict, total=False):
    delivery: str
    since: int

class ReportedFact(TypedDict):
    tag: str
    taxonomy: str
    unit: str
    end: str
    quarters: int
    value: float

class ResumeWatchAnswer(TypedDict):
    data: Watch
    meta: ResumeWatchMeta

class _ResumeWatchMetaRequired(TypedDict):
    creditsUsed: int
    requestId: str

class ResumeWatchMeta(_ResumeWatchMetaRequired, total=False):
    ignoredParameters: List[str]

class RotateWatchSecretAnswer(TypedDict):
    data: WatchWithSecret
    meta: RotateWatchSecretMeta

class _RotateWatchSecretMetaRequired(TypedDict):
    creditsUsed: int
    requestId: str

class RotateWatchSecretMeta(_RotateWatchSecretMetaRequired, total=False):
    ignoredParameters: List[str]

class RotateWatchSecretRequest(TypedDict):
    overlapSeconds: int

class SamRegistration(TypedDict):
    uei: str
    cageCode: Optional[str]
    naicsCode: Optional[str]
    naicsTitle: Optional[str]
    businessTypes: List[str]
    businessTypeTitles: List[str]
    registrationStatus: str
    expirationDate: Optional[str]

class SearchContractsAnswer(TypedDict):
    data: List[Contract]
    meta: SearchContractsMeta

class _SearchContractsMetaRequired(TypedDict):
    totalCount: int
    offset: int
    limit: int
    hasMore: bool
    source: str
    searched: List[str]
    creditsUsed: int
    requestId: str

class SearchContractsMeta(_SearchContractsMetaRequired, total=False):
    correctedQuery: str
    removedWords: List[str]
    place: str
    suggestions: List[SimilarName]
    sample: bool
    ignoredParameters: List[str]

class SearchEntitiesAnswer(TypedDict):
    data: List[EntityItem]
    meta: SearchEntitiesMeta

class _SearchEntitiesMetaRequired(TypedDict):
    totalCount: Optional[int]
    offset: int
    limit: int
    hasMore: bool
    source: str
    searched: List[str]
    total: Optional[int]
    state: Optional[str]
    sort: Literal["relevance", "name", "formed", "status"]
    cursor: Optional[str]
    creditsUsed: int
    requestId: str

class SearchEntitiesMeta(_SearchEntitiesMetaRequired, total=False):
    correctedQuery: str
    removedWords: List[str]
    place: str
    suggestions: List[SimilarName]
    sample: bool
    live: bool
    unavailable: List[str]
    cut: bool
    stale: bool
    number: RecognizedNumber
    facets: SearchEntitiesMetaFacets
    ignoredParameters: List[str]

class SearchEntitiesMetaFacets(TypedDict, total=False):
    state: FacetCounts
    status: FacetCounts
    recordClass: FacetCounts
    type: FacetCounts

class SearchFilingsAnswer(TypedDict):
    data: List[FoundFiling]
    meta: SearchFilingsMeta

class _SearchFilingsMetaRequired(TypedDict):
    totalCount: int
    offset: int
    limit: int
    hasMore: bool
    source: str
    searched: List[str]
    creditsUsed: int
    requestId: str

class SearchFilingsMeta(_SearchFilingsMetaRequired, total=False):
    correctedQuery: str
    removedWords: List[str]
    place: str
    suggestions: List[SimilarName]
    sample: bool
    number: RecognizedNumber
    facets: SearchFilingsMetaFacets
    ignoredParameters: List[str]

class SearchFilingsMetaFacets(TypedDict, total=False):
    form: FacetCounts
    year: FacetCounts
    state: FacetCounts
    sic: FacetCounts
    yearForm: YearForms

class SearchLobbyingAnswer(TypedDict):
    data: List[LobbyingFiling]
    meta: SearchLobbyingMeta

class _SearchLobbyingMetaRequired(TypedDict):
    totalCount: int
    offset: int
    limit: int
    hasMore: bool
    source: str
    searched: List[str]
    creditsUsed: int
    requestId: str

class SearchLobbyingMeta(_SearchLobbyingMetaRequired, total=False):
    correctedQuery: str
    removedWords: List[str]
    place: str
    suggestions: List[SimilarName]
    sample: bool
    ignoredParameters: List[str]

class SearchOverviewAnswer(TypedDict):
    data: Overview
    meta: SearchOverviewMeta

class _SearchOverviewMetaRequired(TypedDict):
    source: str
    searched: List[str]
    creditsUsed: int
    requestId: str

class SearchOverviewMeta(_SearchOverviewMetaRequired, total=False):
    sample: bool
    ignoredParameters: List[str]

class SearchedList(TypedDict):
    dataset: str
    title: str
    outcome: ListOutcome
    asOf: Optional[str]
    loadedAt: Optional[str]
    statement: str
    possible: List[PossibleExclusion]

class SharedFact(TypedDict):
    kind: str
    value: str

class _SimilarNameRequired(TypedDict):
    id: str
    name: str
    why: str

class SimilarName(_SimilarNameRequired, total=False):
    topic: str

class Source(TypedDict):
    id: str
    title: str
    recordClass: Optional[RecordClass]
    state: Optional[str]
    sourceAgency: Optional[str]
    jurisdictionLevel: Optional[JurisdictionLevel]
    publisher: str
    url: str
    licence: str
    layout: Literal["verified", "unverified"]
    live: bool
    coverage: Optional[str]
    every: str
    loaded: bool
    records: int
    publishedAt: Optional[str]
    fetchedAt: Optional[str]
    indexedAt: Optional[str]
    filledFields: Optional[FilledFields]
    lastRun: Optional[SourceRun]

class SourceRun(TypedDict):
    outcome: Literal["running", "applying", "done", "failed", "abandoned"]
    startedAt: Optional[str]
    finishedAt: Optional[str]
    rows: int
    bytes: int
    totalBytes: Optional[int]
    added: int
    changed: int
    unchanged: int
    gone: int
    complete: bool
    warnings: int
    error: Optional[str]

SubjectType = Literal["organization", "person"]

class SuggestAnswer(TypedDict):
    data: List[Suggestion]
    meta: SuggestMeta

class _SuggestMetaRequired(TypedDict):
    creditsUsed: int
    requestId: str

class SuggestMeta(_SuggestMetaRequired, total=False):
    sample: bool
    ignoredParameters: List[str]

class Suggestion(TypedDict):
    id: str
    name: str
    state: Optional[str]
    recordClass: RecordClass
    ticker: Optional[str]
    marks: List[Mark]

class TestWatchAnswer(TypedDict):
    data: Delivery
    meta: TestWatchMeta

class _TestWatchMetaRequired(TypedDict):
    creditsUsed: int
    requestId: str

class TestWatchMeta(_TestWatchMetaRequired, total=False):
    ignoredParameters: List[str]

class UccFiling(TypedDict):
    filingNumber: str
    type: Optional[str]
    status: Optional[str]
    filedDate: Optional[str]
    lapseDate: Optional[str]
    debtors: List[UccParty]
    securedParties: List[UccParty]
    collateral: Optional[str]

class UccFilings(TypedDict):
    items: List[UccFiling]
    totalCount: int

class UccParty(TypedDict):
    name: str
    address: Optional[str]

Usage = TypedDict("Usage", {"creditsRemaining": "int", "period": "UsagePeriod", "from": "str", "to": "str", "total": "UsageSums", "byDay": "List[UsageDay]", "byOperation": "List[UsageOfOperation]", "byKey": "List[UsageOfKey]", "rows": "List[UsageRow]"})

class UsageDay(TypedDict):
    day: str
    requests: int
    credits: int
    refunded: int

class UsageOfKey(TypedDict):
    keyId: str
    name: str
    prefix: str
    requests: int
    credits: int
    refunded: int

class UsageOfOperation(TypedDict):
    operation: str
    requests: int
    credits: int
    refunded: int

class UsagePeriod(TypedDict):
    start: str
    end: str

class UsageRow(TypedDict):
    day: str
    operation: str
    keyId: str
    requests: int
    credits: int
    refunded: int

class UsageSums(TypedDict):
    requests: int
    credits: int
    refunded: int

class Watch(TypedDict):
    id: str
    entityId: Optional[str]
    query: Optional[WatchQuery]
    kinds: Optional[List[Literal["baseline", "created", "changed", "gone", "restored", "link_changed"]]]
    endpoint: Optional[str]
    status: WatchStatus
    createdAt: str
    seq: int
    waiting: int
    nextTryAt: Optional[str]
    failingSince: Optional[str]
    disabledAt: Optional[str]
    disabledReason: Optional[str]

class WatchMessage(TypedDict):
    id: str
    type: str
    body: str

class WatchQuery(TypedDict, total=False):
    source: List[str]
    state: List[str]
    recordType: List[Literal["entity", "filing", "filer", "source"]]
    list: str
    cik: str
    form: List[str]
    fields: List[str]

WatchStatus = Literal["active", "failing", "disabled"]

class WatchWithSecret(TypedDict):
    id: str
    entityId: Optional[str]
    query: Optional[WatchQuery]
    kinds: Optional[List[Literal["baseline", "created", "changed", "gone", "restored", "link_changed"]]]
    endpoint: Optional[str]
    status: WatchStatus
    createdAt: str
    seq: int
    waiting: int
    nextTryAt: Optional[str]
    failingSince: Optional[str]
    disabledAt: Optional[str]
    disabledReason: Optional[str]
    secret: str

class YearForms(TypedDict):
    forms: List[str]
    years: List[YearFormsYears]

class YearFormsYears(TypedDict):
    year: str
    count: int
    forms: List[int]
    other: int


class Operations(Transport):
    def entity(
        self,
        id: str,
        *,
        include: Union[str, Sequence[Literal["federal", "sam", "nonprofit", "ucc", "ppp", "related", "exclusions", "financials", "ownership", "all"]], None] = None,
        explain: Optional[bool] = None,
        offset: Optional[int] = None,
        at: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> Answer[Entity, GetEntityMeta]:
        """Get an entity."""
        return self._call("GET", f"/api/v1/entity/{self._quote(id)}", {"include": include, "explain": explain, "offset": offset, "at": at}, None, self._key(idempotency_key))

    def history(
        self,
        id: str,
        *,
        at: Optional[str] = None,
        since: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> Answer[History, GetHistoryMeta]:
        """Get the history of an entity."""
        return self._call("GET", f"/api/v1/entity/{self._quote(id)}/history", {"at": at, "since": since, "limit": limit, "cursor": cursor}, None, self._key(idempotency_key))

    def evidence(
        self,
        id: str,
        *,
        include: Optional[Literal["exclusions"]] = None,
        idempotency_key: Optional[str] = None,
    ) -> Answer[Evidence, GetEvidenceMeta]:
        """Get signed evidence for an entity."""
        return self._call("GET", f"/api/v1/entity/{self._quote(id)}/evidence", {"include": include}, None, self._key(idempotency_key))

    def search_entities(
        self,
        *,
        name: Optional[str] = None,
        q: Optional[str] = None,
        agent: Optional[str] = None,
        officer: Optional[str] = None,
        person: Optional[str] = None,
        filing_number: Optional[str] = None,
        address: Optional[str] = None,
        city: Optional[str] = None,
        zip: Optional[str] = None,
        state: Optional[str] = None,
        status: Optional[Literal["active", "inactive", "all"]] = None,
        type: Optional[Literal["llc", "corporation", "nonprofit", "lp", "llp", "cooperative", "trust", "sole_proprietorship", "other"]] = None,
        exact: Optional[bool] = None,
        formed_after: Optional[str] = None,
        formed_before: Optional[str] = None,
        record_class: Optional[Literal["registry_entity", "federal_registration", "filing_event", "license", "name_registration", "government_vendor", "financial_assistance_award"]] = None,
        subject_type: Optional[Literal["organization", "person"]] = None,
        jurisdiction_level: Optional[Literal["federal", "state", "county"]] = None,
        words: Optional[Literal["all", "some"]] = None,
        facets: Union[str, Sequence[Literal["state", "status", "recordClass", "type"]], None] = None,
        sort: Optional[Literal["relevance", "name", "formed", "status"]] = None,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        idempotency_key: Optional[str] = None,
    ) -> Answer[List[EntityItem], SearchEntitiesMeta]:
        """Search entities."""
        return self._call("GET", "/api/v1/search", {"name": name, "q": q, "agent": agent, "officer": officer, "person": person, "filing_number": filing_number, "address": address, "city": city, "zip": zip, "state": state, "status": status, "type": type, "exact": exact, "formed_after": formed_after, "formed_before": formed_before, "recordClass": record_class, "subjectType": subject_type, "jurisdictionLevel": jurisdiction_level, "words": words, "facets": facets, "sort": sort, "cursor": cursor, "limit": limit, "offset": offset}, None, self._key(idempotency_key))

    def each_entity(
        self,
        *,
        name: Optional[str] = None,
        q: Optional[str] = None,
        agent: Optional[str] = None,
        officer: Optional[str] = None,
        person: Optional[str] = None,
        filing_number: Optional[str] = None,
        address: Optional[str] = None,
        city: Optional[str] = None,
        zip: Optional[str] = None,
        state: Optional[str] = None,
        status: Optional[Literal["active", "inactive", "all"]] = None,
        type: Optional[Literal["llc", "corporation", "nonprofit", "lp", "llp", "cooperative", "trust", "sole_proprietorship", "other"]] = None,
        exact: Optional[bool] = None,
        formed_after: Optional[str] = None,
        formed_before: Optional[str] = None,
        record_class: Optional[Literal["registry_entity", "federal_registration", "filing_event", "license", "name_registration", "government_vendor", "financial_assistance_award"]] = None,
        subject_type: Optional[Literal["organization", "person"]] = None,
        jurisdiction_level: Optional[Literal["federal", "state", "county"]] = None,
        words: Optional[Literal["all", "some"]] = None,
        facets: Union[str, Sequence[Literal["state", "status", "recordClass", "type"]], None] = None,
        sort: Optional[Literal["relevance", "name", "formed", "status"]] = None,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        on_page: Optional[Callable[[Answer[List[EntityItem], SearchEntitiesMeta]], None]] = None,
    ) -> Iterator[EntityItem]:
        """Results of all pages of `search_entities`. Each page is charged; `on_page` is called before its results."""
        return self._pages("/api/v1/search", {"name": name, "q": q, "agent": agent, "officer": officer, "person": person, "filing_number": filing_number, "address": address, "city": city, "zip": zip, "state": state, "status": status, "type": type, "exact": exact, "formed_after": formed_after, "formed_before": formed_before, "recordClass": record_class, "subjectType": subject_type, "jurisdictionLevel": jurisdiction_level, "words": words, "facets": facets, "sort": sort, "cursor": cursor, "limit": limit, "offset": offset}, on_page)

    def match(
        self,
        *,
        name: Optional[str] = None,
        other_name: Optional[str] = None,
        state: Optional[str] = None,
        city: Optional[str] = None,
        zip: Optional[str] = None,
        street: Optional[str] = None,
        officer: Optional[str] = None,
        agent: Optional[str] = None,
        ein: Optional[str] = None,
        uei: Optional[str] = None,
        cik: Optional[str] = None,
        registry_number: Optional[str] = None,
        as_of: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> Answer[Match, MatchMeta]:
        """Match a company."""
        return self._call("GET", "/api/v1/match", {"name": name, "otherName": other_name, "state": state, "city": city, "zip": zip, "street": street, "officer": officer, "agent": agent, "ein": ein, "uei": uei, "cik": cik, "registryNumber": registry_number, "asOf": as_of}, None, self._key(idempotency_key))

    def identify(
        self,
        *,
        scheme: Optional[Literal["ein", "cik", "uei", "cage", "lei", "fdic", "npi", "usdot", "ticker", "accession", "file-number", "state-number"]] = None,
        value: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> Answer[Identity, IdentifyMeta]:
        """Find all records of a number."""
        return self._call("GET", "/api/v1/identify", {"scheme": scheme, "value": value}, None, self._key(idempotency_key))

    def search_filings(
        self,
        *,
        q: Optional[str] = None,
        company: Optional[str] = None,
        about: Optional[str] = None,
        exact: Optional[bool] = None,
        cik: Optional[str] = None,
        sic: Optional[str] = None,
        forms: Union[str, Sequence[str], None] = None,
        start_date: Optional[str] = None,
        end_date: Optional[str] = None,
        year: Optional[str] = None,
        state: Optional[str] = None,
        words: Optional[Literal["all", "some"]] = None,
        sort: Optional[Literal["relevance", "date"]] = None,
        facets: Union[str, Sequence[Literal["form", "year", "state", "sic", "yearForm"]], None] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        idempotency_key: Optional[str] = None,
    ) -> Answer[List[FoundFiling], SearchFilingsMeta]:
        """Search SEC filings."""
        return self._call("GET", "/api/v1/sec/search", {"q": q, "company": company, "about": about, "exact": exact, "cik": cik, "sic": sic, "forms": forms, "start_date": start_date, "end_date": end_date, "year": year, "state": state, "words": words, "sort": sort, "facets": facets, "limit": limit, "offset": offset}, None, self._key(idempotency_key))

    def each_filing(
        self,
        *,
        q: Optional[str] = None,
        company: Optional[str] = None,
        about: Optional[str] = None,
        exact: Optional[bool] = None,
        cik: Optional[str] = None,
        sic: Optional[str] = None,
        forms: Union[str, Sequence[str], None] = None,
        start_date: Optional[str] = None,
        end_date: Optional[str] = None,
        year: Optional[str] = None,
        state: Optional[str] = None,
        words: Optional[Literal["all", "some"]] = None,
        sort: Optional[Literal["relevance", "date"]] = None,
        facets: Union[str, Sequence[Literal["form", "year", "state", "sic", "yearForm"]], None] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        on_page: Optional[Callable[[Answer[List[FoundFiling], SearchFilingsMeta]], None]] = None,
    ) -> Iterator[FoundFiling]:
        """Results of all pages of `search_filings`. Each page is charged; `on_page` is called before its results."""
        return self._pages("/api/v1/sec/search", {"q": q, "company": company, "about": about, "exact": exact, "cik": cik, "sic": sic, "forms": forms, "start_date": start_date, "end_date": end_date, "year": year, "state": state, "words": words, "sort": sort, "facets": facets, "limit": limit, "offset": offset}, on_page)

    def search_contracts(
        self,
        *,
        recipient: Optional[str] = None,
        agency: Optional[str] = None,
        min_amount: Optional[float] = None,
        max_amount: Optional[float] = None,
        naics: Optional[str] = None,
        start_date: Optional[str] = None,
        end_date: Optional[str] = None,
        sort: Optional[Literal["date", "amount"]] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        idempotency_key: Optional[str] = None,
    ) -> Answer[List[Contract], SearchContractsMeta]:
        """Search federal contracts."""
        return self._call("GET", "/api/v1/contracts/search", {"recipient": recipient, "agency": agency, "min_amount": min_amount, "max_amount": max_amount, "naics": naics, "start_date": start_date, "end_date": end_date, "sort": sort, "limit": limit, "offset": offset}, None, self._key(idempotency_key))

    def each_contract(
        self,
        *,
        recipient: Optional[str] = None,
        agency: Optional[str] = None,
        min_amount: Optional[float] = None,
        max_amount: Optional[float] = None,
        naics: Optional[str] = None,
        start_date: Optional[str] = None,
        end_date: Optional[str] = None,
        sort: Optional[Literal["date", "amount"]] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        on_page: Optional[Callable[[Answer[List[Contract], SearchContractsMeta]], None]] = None,
    ) -> Iterator[Contract]:
        """Results of all pages of `search_contracts`. Each page is charged; `on_page` is called before its results."""
        return self._pages("/api/v1/contracts/search", {"recipient": recipient, "agency": agency, "min_amount": min_amount, "max_amount": max_amount, "naics": naics, "start_date": start_date, "end_date": end_date, "sort": sort, "limit": limit, "offset": offset}, on_page)

    def search_lobbying(
        self,
        *,
        client_name: Optional[str] = None,
        registrant_name: Optional[str] = None,
        issue_code: Optional[str] = None,
        filing_year: Optional[int] = None,
        filing_type: Optional[str] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        idempotency_key: Optional[str] = None,
    ) -> Answer[List[LobbyingFiling], SearchLobbyingMeta]:
        """Search lobbying disclosures."""
        return self._call("GET", "/api/v1/lobbying/search", {"client_name": client_name, "registrant_name": registrant_name, "issue_code": issue_code, "filing_year": filing_year, "filing_type": filing_type, "limit": limit, "offset": offset}, None, self._key(idempotency_key))

    def each_lobbying_filing(
        self,
        *,
        client_name: Optional[str] = None,
        registrant_name: Optional[str] = None,
        issue_code: Optional[str] = None,
        filing_year: Optional[int] = None,
        filing_type: Optional[str] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        on_page: Optional[Callable[[Answer[List[LobbyingFiling], SearchLobbyingMeta]], None]] = None,
    ) -> Iterator[LobbyingFiling]:
        """Results of all pages of `search_lobbying`. Each page is charged; `on_page` is called before its results."""
        return self._pages("/api/v1/lobbying/search", {"client_name": client_name, "registrant_name": registrant_name, "issue_code": issue_code, "filing_year": filing_year, "filing_type": filing_type, "limit": limit, "offset": offset}, on_page)

    def batch(
        self,
        body: BatchRequest,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Answer[List[BatchItem], BatchMeta]:
        """Run a batch of requests."""
        return self._call("POST", "/api/v1/batch", {}, body, self._key(idempotency_key))

    def search_overview(
        self,
        *,
        q: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> Answer[Overview, SearchOverviewMeta]:
        """Search everything."""
        return self._call("GET", "/api/v1/search/overview", {"q": q}, None, self._key(idempotency_key))

    def suggest(
        self,
        *,
        q: Optional[str] = None,
        state: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> Answer[List[Suggestion], SuggestMeta]:
        """Autocomplete company names."""
        return self._call("GET", "/api/v1/suggest", {"q": q, "state": state, "limit": limit}, None, None)

    def changes(
        self,
        *,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        wait: Optional[int] = None,
        since: Optional[str] = None,
        source: Union[str, Sequence[str], None] = None,
        state: Union[str, Sequence[str], None] = None,
        kind: Union[str, Sequence[str], None] = None,
        record_type: Union[str, Sequence[str], None] = None,
        id: Optional[str] = None,
        cik: Optional[str] = None,
        form: Union[str, Sequence[str], None] = None,
        fields: Union[str, Sequence[str], None] = None,
        idempotency_key: Optional[str] = None,
    ) -> Answer[List[Change], ListChangesMeta]:
        """List changes."""
        return self._call("GET", "/api/v1/changes", {"cursor": cursor, "limit": limit, "wait": wait, "since": since, "source": source, "state": state, "kind": kind, "recordType": record_type, "id": id, "cik": cik, "form": form, "fields": fields}, None, self._key(idempotency_key))

    def sources(
        self,
    ) -> Answer[List[Source], ListSourcesMeta]:
        """List sources."""
        return self._call("GET", "/api/v1/sources", {}, None, None)

    def usage(
        self,
        *,
        from_: Optional[str] = None,
        to: Optional[str] = None,
    ) -> Answer[Usage, GetUsageMeta]:
        """Get balance and usage."""
        return self._call("GET", "/api/v1/usage", {"from": from_, "to": to}, None, None)

    def lists(
        self,
    ) -> Answer[List[CompanyList], ListListsMeta]:
        """List lists."""
        return self._call("GET", "/api/v1/lists", {}, None, None)

    def create_list(
        self,
        body: NewCompanyList,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Answer[CompanyListDetail, CreateListMeta]:
        """Match and store a list."""
        return self._call("POST", "/api/v1/lists", {}, body, self._key(idempotency_key))

    def list(
        self,
        id: str,
    ) -> Answer[CompanyListDetail, GetListMeta]:
        """Get a list."""
        return self._call("GET", f"/api/v1/lists/{self._quote(id)}", {}, None, None)

    def delete_list(
        self,
        id: str,
    ) -> Answer[CompanyListDetail, DeleteListMeta]:
        """Delete a list."""
        return self._call("DELETE", f"/api/v1/lists/{self._quote(id)}", {}, None, None)

    def list_rows(
        self,
        id: str,
        *,
        outcome: Optional[Literal["found", "chosen", "possible", "ambiguous", "none", "not_read", "not_matched"]] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
    ) -> Answer[List[CompanyListRow], ListListRowsMeta]:
        """List the rows of a list."""
        return self._call("GET", f"/api/v1/lists/{self._quote(id)}/rows", {"outcome": outcome, "limit": limit, "offset": offset}, None, None)

    def list_changes(
        self,
        id: str,
        *,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        wait: Optional[int] = None,
        idempotency_key: Optional[str] = None,
    ) -> Answer[List[Change], ListListChangesMeta]:
        """List changes of a list."""
        return self._call("GET", f"/api/v1/lists/{self._quote(id)}/changes", {"cursor": cursor, "limit": limit, "wait": wait}, None, self._key(idempotency_key))

    def watches(
        self,
    ) -> Answer[List[Watch], ListWatchesMeta]:
        """List watches."""
        return self._call("GET", "/api/v1/watches", {}, None, None)

    def create_watch(
        self,
        body: CreateWatchRequest,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Answer[WatchWithSecret, CreateWatchMeta]:
        """Create a watch."""
        return self._call("POST", "/api/v1/watches", {}, body, self._key(idempotency_key))

    def watch(
        self,
        id: str,
    ) -> Answer[Watch, GetWatchMeta]:
        """Get a watch."""
        return self._call("GET", f"/api/v1/watches/{self._quote(id)}", {}, None, None)

    def delete_watch(
        self,
        id: str,
    ) -> Answer[Watch, DeleteWatchMeta]:
        """Delete a watch."""
        return self._call("DELETE", f"/api/v1/watches/{self._quote(id)}", {}, None, None)

    def resume_watch(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Answer[Watch, ResumeWatchMeta]:
        """Resume a watch."""
        return self._call("POST", f"/api/v1/watches/{self._quote(id)}/resume", {}, None, self._key(idempotency_key))

    def rotate_watch_secret(
        self,
        id: str,
        body: RotateWatchSecretRequest,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Answer[WatchWithSecret, RotateWatchSecretMeta]:
        """Rotate a watch secret."""
        return self._call("POST", f"/api/v1/watches/{self._quote(id)}/secret", {}, body, self._key(idempotency_key))

    def test_watch(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Answer[Delivery, TestWatchMeta]:
        """Send a test message."""
        return self._call("POST", f"/api/v1/watches/{self._quote(id)}/test", {}, None, self._key(idempotency_key))

    def replay_watch(
        self,
        id: str,
        body: ReplayWatchRequest,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Answer[Watch, ReplayWatchMeta]:
        """Resend messages."""
        return self._call("POST", f"/api/v1/watches/{self._quote(id)}/replay", {}, body, self._key(idempotency_key))

    def deliveries(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        before: Optional[int] = None,
    ) -> Answer[List[Delivery], ListDeliveriesMeta]:
        """List deliveries."""
        return self._call("GET", f"/api/v1/watches/{self._quote(id)}/deliveries", {"limit": limit, "before": before}, None, None)

    def watch_messages(
        self,
        id: str,
        *,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        wait: Optional[int] = None,
    ) -> Answer[List[WatchMessage], ListWatchMessagesMeta]:
        """List messages of a watch."""
        return self._call("GET", f"/api/v1/watches/{self._quote(id)}/messages", {"cursor": cursor, "limit": limit, "wait": wait}, None, None)

    def exports(
        self,
    ) -> Answer[List[Export], ListExportsMeta]:
        """List exports."""
        return self._call("GET", "/api/v1/exports", {}, None, None)

    def create_export(
        self,
        body: NewExport,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Answer[Export, CreateExportMeta]:
        """Create an export."""
        return self._call("POST", "/api/v1/exports", {}, body, self._key(idempotency_key))

    def export(
        self,
        id: str,
    ) -> Answer[Export, GetExportMeta]:
        """Get an export."""
        return self._call("GET", f"/api/v1/exports/{self._quote(id)}", {}, None, None)

    def delete_export(
        self,
        id: str,
    ) -> Answer[Export, DeleteExportMeta]:
        """Delete an export."""
        return self._call("DELETE", f"/api/v1/exports/{self._quote(id)}", {}, None, None)


class AsyncOperations(AsyncTransport):
    async def entity(
        self,
        id: str,
        *,
        include: Union[str, Sequence[Literal["federal", "sam", "nonprofit", "ucc", "ppp", "related", "exclusions", "financials", "ownership", "all"]], None] = None,
        explain: Optional[bool] = None,
        offset: Optional[int] = None,
        at: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> Answer[Entity, GetEntityMeta]:
        """Get an entity."""
        return await self._call("GET", f"/api/v1/entity/{self._quote(id)}", {"include": include, "explain": explain, "offset": offset, "at": at}, None, self._key(idempotency_key))

    async def history(
        self,
        id: str,
        *,
        at: Optional[str] = None,
        since: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> Answer[History, GetHistoryMeta]:
        """Get the history of an entity."""
        return await self._call("GET", f"/api/v1/entity/{self._quote(id)}/history", {"at": at, "since": since, "limit": limit, "cursor": cursor}, None, self._key(idempotency_key))

    async def evidence(
        self,
        id: str,
        *,
        include: Optional[Literal["exclusions"]] = None,
        idempotency_key: Optional[str] = None,
    ) -> Answer[Evidence, GetEvidenceMeta]:
        """Get signed evidence for an entity."""
        return await self._call("GET", f"/api/v1/entity/{self._quote(id)}/evidence", {"include": include}, None, self._key(idempotency_key))

    async def search_entities(
        self,
        *,
        name: Optional[str] = None,
        q: Optional[str] = None,
        agent: Optional[str] = None,
        officer: Optional[str] = None,
        person: Optional[str] = None,
        filing_number: Optional[str] = None,
        address: Optional[str] = None,
        city: Optional[str] = None,
        zip: Optional[str] = None,
        state: Optional[str] = None,
        status: Optional[Literal["active", "inactive", "all"]] = None,
        type: Optional[Literal["llc", "corporation", "nonprofit", "lp", "llp", "cooperative", "trust", "sole_proprietorship", "other"]] = None,
        exact: Optional[bool] = None,
        formed_after: Optional[str] = None,
        formed_before: Optional[str] = None,
        record_class: Optional[Literal["registry_entity", "federal_registration", "filing_event", "license", "name_registration", "government_vendor", "financial_assistance_award"]] = None,
        subject_type: Optional[Literal["organization", "person"]] = None,
        jurisdiction_level: Optional[Literal["federal", "state", "county"]] = None,
        words: Optional[Literal["all", "some"]] = None,
        facets: Union[str, Sequence[Literal["state", "status", "recordClass", "type"]], None] = None,
        sort: Optional[Literal["relevance", "name", "formed", "status"]] = None,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        idempotency_key: Optional[str] = None,
    ) -> Answer[List[EntityItem], SearchEntitiesMeta]:
        """Search entities."""
        return await self._call("GET", "/api/v1/search", {"name": name, "q": q, "agent": agent, "officer": officer, "person": person, "filing_number": filing_number, "address": address, "city": city, "zip": zip, "state": state, "status": status, "type": type, "exact": exact, "formed_after": formed_after, "formed_before": formed_before, "recordClass": record_class, "subjectType": subject_type, "jurisdictionLevel": jurisdiction_level, "words": words, "facets": facets, "sort": sort, "cursor": cursor, "limit": limit, "offset": offset}, None, self._key(idempotency_key))

    def each_entity(
        self,
        *,
        name: Optional[str] = None,
        q: Optional[str] = None,
        agent: Optional[str] = None,
        officer: Optional[str] = None,
        person: Optional[str] = None,
        filing_number: Optional[str] = None,
        address: Optional[str] = None,
        city: Optional[str] = None,
        zip: Optional[str] = None,
        state: Optional[str] = None,
        status: Optional[Literal["active", "inactive", "all"]] = None,
        type: Optional[Literal["llc", "corporation", "nonprofit", "lp", "llp", "cooperative", "trust", "sole_proprietorship", "other"]] = None,
        exact: Optional[bool] = None,
        formed_after: Optional[str] = None,
        formed_before: Optional[str] = None,
        record_class: Optional[Literal["registry_entity", "federal_registration", "filing_event", "license", "name_registration", "government_vendor", "financial_assistance_award"]] = None,
        subject_type: Optional[Literal["organization", "person"]] = None,
        jurisdiction_level: Optional[Literal["federal", "state", "county"]] = None,
        words: Optional[Literal["all", "some"]] = None,
        facets: Union[str, Sequence[Literal["state", "status", "recordClass", "type"]], None] = None,
        sort: Optional[Literal["relevance", "name", "formed", "status"]] = None,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        on_page: Optional[Callable[[Answer[List[EntityItem], SearchEntitiesMeta]], None]] = None,
    ) -> AsyncIterator[EntityItem]:
        """Results of all pages of `search_entities`. Each page is charged; `on_page` is called before its results."""
        return self._pages("/api/v1/search", {"name": name, "q": q, "agent": agent, "officer": officer, "person": person, "filing_number": filing_number, "address": address, "city": city, "zip": zip, "state": state, "status": status, "type": type, "exact": exact, "formed_after": formed_after, "formed_before": formed_before, "recordClass": record_class, "subjectType": subject_type, "jurisdictionLevel": jurisdiction_level, "words": words, "facets": facets, "sort": sort, "cursor": cursor, "limit": limit, "offset": offset}, on_page)

    async def match(
        self,
        *,
        name: Optional[str] = None,
        other_name: Optional[str] = None,
        state: Optional[str] = None,
        city: Optional[str] = None,
        zip: Optional[str] = None,
        street: Optional[str] = None,
        officer: Optional[str] = None,
        agent: Optional[str] = None,
        ein: Optional[str] = None,
        uei: Optional[str] = None,
        cik: Optional[str] = None,
        registry_number: Optional[str] = None,
        as_of: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> Answer[Match, MatchMeta]:
        """Match a company."""
        return await self._call("GET", "/api/v1/match", {"name": name, "otherName": other_name, "state": state, "city": city, "zip": zip, "street": street, "officer": officer, "agent": agent, "ein": ein, "uei": uei, "cik": cik, "registryNumber": registry_number, "asOf": as_of}, None, self._key(idempotency_key))

    async def identify(
        self,
        *,
        scheme: Optional[Literal["ein", "cik", "uei", "cage", "lei", "fdic", "npi", "usdot", "ticker", "accession", "file-number", "state-number"]] = None,
        value: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> Answer[Identity, IdentifyMeta]:
        """Find all records of a number."""
        return await self._call("GET", "/api/v1/identify", {"scheme": scheme, "value": value}, None, self._key(idempotency_key))

    async def search_filings(
        self,
        *,
        q: Optional[str] = None,
        company: Optional[str] = None,
        about: Optional[str] = None,
        exact: Optional[bool] = None,
        cik: Optional[str] = None,
        sic: Optional[str] = None,
        forms: Union[str, Sequence[str], None] = None,
        start_date: Optional[str] = None,
        end_date: Optional[str] = None,
        year: Optional[str] = None,
        state: Optional[str] = None,
        words: Optional[Literal["all", "some"]] = None,
        sort: Optional[Literal["relevance", "date"]] = None,
        facets: Union[str, Sequence[Literal["form", "year", "state", "sic", "yearForm"]], None] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        idempotency_key: Optional[str] = None,
    ) -> Answer[List[FoundFiling], SearchFilingsMeta]:
        """Search SEC filings."""
        return await self._call("GET", "/api/v1/sec/search", {"q": q, "company": company, "about": about, "exact": exact, "cik": cik, "sic": sic, "forms": forms, "start_date": start_date, "end_date": end_date, "year": year, "state": state, "words": words, "sort": sort, "facets": facets, "limit": limit, "offset": offset}, None, self._key(idempotency_key))

    def each_filing(
        self,
        *,
        q: Optional[str] = None,
        company: Optional[str] = None,
        about: Optional[str] = None,
        exact: Optional[bool] = None,
        cik: Optional[str] = None,
        sic: Optional[str] = None,
        forms: Union[str, Sequence[str], None] = None,
        start_date: Optional[str] = None,
        end_date: Optional[str] = None,
        year: Optional[str] = None,
        state: Optional[str] = None,
        words: Optional[Literal["all", "some"]] = None,
        sort: Optional[Literal["relevance", "date"]] = None,
        facets: Union[str, Sequence[Literal["form", "year", "state", "sic", "yearForm"]], None] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        on_page: Optional[Callable[[Answer[List[FoundFiling], SearchFilingsMeta]], None]] = None,
    ) -> AsyncIterator[FoundFiling]:
        """Results of all pages of `search_filings`. Each page is charged; `on_page` is called before its results."""
        return self._pages("/api/v1/sec/search", {"q": q, "company": company, "about": about, "exact": exact, "cik": cik, "sic": sic, "forms": forms, "start_date": start_date, "end_date": end_date, "year": year, "state": state, "words": words, "sort": sort, "facets": facets, "limit": limit, "offset": offset}, on_page)

    async def search_contracts(
        self,
        *,
        recipient: Optional[str] = None,
        agency: Optional[str] = None,
        min_amount: Optional[float] = None,
        max_amount: Optional[float] = None,
        naics: Optional[str] = None,
        start_date: Optional[str] = None,
        end_date: Optional[str] = None,
        sort: Optional[Literal["date", "amount"]] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        idempotency_key: Optional[str] = None,
    ) -> Answer[List[Contract], SearchContractsMeta]:
        """Search federal contracts."""
        return await self._call("GET", "/api/v1/contracts/search", {"recipient": recipient, "agency": agency, "min_amount": min_amount, "max_amount": max_amount, "naics": naics, "start_date": start_date, "end_date": end_date, "sort": sort, "limit": limit, "offset": offset}, None, self._key(idempotency_key))

    def each_contract(
        self,
        *,
        recipient: Optional[str] = None,
        agency: Optional[str] = None,
        min_amount: Optional[float] = None,
        max_amount: Optional[float] = None,
        naics: Optional[str] = None,
        start_date: Optional[str] = None,
        end_date: Optional[str] = None,
        sort: Optional[Literal["date", "amount"]] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        on_page: Optional[Callable[[Answer[List[Contract], SearchContractsMeta]], None]] = None,
    ) -> AsyncIterator[Contract]:
        """Results of all pages of `search_contracts`. Each page is charged; `on_page` is called before its results."""
        return self._pages("/api/v1/contracts/search", {"recipient": recipient, "agency": agency, "min_amount": min_amount, "max_amount": max_amount, "naics": naics, "start_date": start_date, "end_date": end_date, "sort": sort, "limit": limit, "offset": offset}, on_page)

    async def search_lobbying(
        self,
        *,
        client_name: Optional[str] = None,
        registrant_name: Optional[str] = None,
        issue_code: Optional[str] = None,
        filing_year: Optional[int] = None,
        filing_type: Optional[str] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        idempotency_key: Optional[str] = None,
    ) -> Answer[List[LobbyingFiling], SearchLobbyingMeta]:
        """Search lobbying disclosures."""
        return await self._call("GET", "/api/v1/lobbying/search", {"client_name": client_name, "registrant_name": registrant_name, "issue_code": issue_code, "filing_year": filing_year, "filing_type": filing_type, "limit": limit, "offset": offset}, None, self._key(idempotency_key))

    def each_lobbying_filing(
        self,
        *,
        client_name: Optional[str] = None,
        registrant_name: Optional[str] = None,
        issue_code: Optional[str] = None,
        filing_year: Optional[int] = None,
        filing_type: Optional[str] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        on_page: Optional[Callable[[Answer[List[LobbyingFiling], SearchLobbyingMeta]], None]] = None,
    ) -> AsyncIterator[LobbyingFiling]:
        """Results of all pages of `search_lobbying`. Each page is charged; `on_page` is called before its results."""
        return self._pages("/api/v1/lobbying/search", {"client_name": client_name, "registrant_name": registrant_name, "issue_code": issue_code, "filing_year": filing_year, "filing_type": filing_type, "limit": limit, "offset": offset}, on_page)

    async def batch(
        self,
        body: BatchRequest,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Answer[List[BatchItem], BatchMeta]:
        """Run a batch of requests."""
        return await self._call("POST", "/api/v1/batch", {}, body, self._key(idempotency_key))

    async def search_overview(
        self,
        *,
        q: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> Answer[Overview, SearchOverviewMeta]:
        """Search everything."""
        return await self._call("GET", "/api/v1/search/overview", {"q": q}, None, self._key(idempotency_key))

    async def suggest(
        self,
        *,
        q: Optional[str] = None,
        state: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> Answer[List[Suggestion], SuggestMeta]:
        """Autocomplete company names."""
        return await self._call("GET", "/api/v1/suggest", {"q": q, "state": state, "limit": limit}, None, None)

    async def changes(
        self,
        *,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        wait: Optional[int] = None,
        since: Optional[str] = None,
        source: Union[str, Sequence[str], None] = None,
        state: Union[str, Sequence[str], None] = None,
        kind: Union[str, Sequence[str], None] = None,
        record_type: Union[str, Sequence[str], None] = None,
        id: Optional[str] = None,
        cik: Optional[str] = None,
        form: Union[str, Sequence[str], None] = None,
        fields: Union[str, Sequence[str], None] = None,
        idempotency_key: Optional[str] = None,
    ) -> Answer[List[Change], ListChangesMeta]:
        """List changes."""
        return await self._call("GET", "/api/v1/changes", {"cursor": cursor, "limit": limit, "wait": wait, "since": since, "source": source, "state": state, "kind": kind, "recordType": record_type, "id": id, "cik": cik, "form": form, "fields": fields}, None, self._key(idempotency_key))

    async def sources(
        self,
    ) -> Answer[List[Source], ListSourcesMeta]:
        """List sources."""
        return await self._call("GET", "/api/v1/sources", {}, None, None)

    async def usage(
        self,
        *,
        from_: Optional[str] = None,
        to: Optional[str] = None,
    ) -> Answer[Usage, GetUsageMeta]:
        """Get balance and usage."""
        return await self._call("GET", "/api/v1/usage", {"from": from_, "to": to}, None, None)

    async def lists(
        self,
    ) -> Answer[List[CompanyList], ListListsMeta]:
        """List lists."""
        return await self._call("GET", "/api/v1/lists", {}, None, None)

    async def create_list(
        self,
        body: NewCompanyList,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Answer[CompanyListDetail, CreateListMeta]:
        """Match and store a list."""
        return await self._call("POST", "/api/v1/lists", {}, body, self._key(idempotency_key))

    async def list(
        self,
        id: str,
    ) -> Answer[CompanyListDetail, GetListMeta]:
        """Get a list."""
        return await self._call("GET", f"/api/v1/lists/{self._quote(id)}", {}, None, None)

    async def delete_list(
        self,
        id: str,
    ) -> Answer[CompanyListDetail, DeleteListMeta]:
        """Delete a list."""
        return await self._call("DELETE", f"/api/v1/lists/{self._quote(id)}", {}, None, None)

    async def list_rows(
        self,
        id: str,
        *,
        outcome: Optional[Literal["found", "chosen", "possible", "ambiguous", "none", "not_read", "not_matched"]] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
    ) -> Answer[List[CompanyListRow], ListListRowsMeta]:
        """List the rows of a list."""
        return await self._call("GET", f"/api/v1/lists/{self._quote(id)}/rows", {"outcome": outcome, "limit": limit, "offset": offset}, None, None)

    async def list_changes(
        self,
        id: str,
        *,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        wait: Optional[int] = None,
        idempotency_key: Optional[str] = None,
    ) -> Answer[List[Change], ListListChangesMeta]:
        """List changes of a list."""
        return await self._call("GET", f"/api/v1/lists/{self._quote(id)}/changes", {"cursor": cursor, "limit": limit, "wait": wait}, None, self._key(idempotency_key))

    async def watches(
        self,
    ) -> Answer[List[Watch], ListWatchesMeta]:
        """List watches."""
        return await self._call("GET", "/api/v1/watches", {}, None, None)

    async def create_watch(
        self,
        body: CreateWatchRequest,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Answer[WatchWithSecret, CreateWatchMeta]:
        """Create a watch."""
        return await self._call("POST", "/api/v1/watches", {}, body, self._key(idempotency_key))

    async def watch(
        self,
        id: str,
    ) -> Answer[Watch, GetWatchMeta]:
        """Get a watch."""
        return await self._call("GET", f"/api/v1/watches/{self._quote(id)}", {}, None, None)

    async def delete_watch(
        self,
        id: str,
    ) -> Answer[Watch, DeleteWatchMeta]:
        """Delete a watch."""
        return await self._call("DELETE", f"/api/v1/watches/{self._quote(id)}", {}, None, None)

    async def resume_watch(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Answer[Watch, ResumeWatchMeta]:
        """Resume a watch."""
        return await self._call("POST", f"/api/v1/watches/{self._quote(id)}/resume", {}, None, self._key(idempotency_key))

    async def rotate_watch_secret(
        self,
        id: str,
        body: RotateWatchSecretRequest,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Answer[WatchWithSecret, RotateWatchSecretMeta]:
        """Rotate a watch secret."""
        return await self._call("POST", f"/api/v1/watches/{self._quote(id)}/secret", {}, body, self._key(idempotency_key))

    async def test_watch(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Answer[Delivery, TestWatchMeta]:
        """Send a test message."""
        return await self._call("POST", f"/api/v1/watches/{self._quote(id)}/test", {}, None, self._key(idempotency_key))

    async def replay_watch(
        self,
        id: str,
        body: ReplayWatchRequest,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Answer[Watch, ReplayWatchMeta]:
        """Resend messages."""
        return await self._call("POST", f"/api/v1/watches/{self._quote(id)}/replay", {}, body, self._key(idempotency_key))

    async def deliveries(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        before: Optional[int] = None,
    ) -> Answer[List[Delivery], ListDeliveriesMeta]:
        """List deliveries."""
        return await self._call("GET", f"/api/v1/watches/{self._quote(id)}/deliveries", {"limit": limit, "before": before}, None, None)

    async def watch_messages(
        self,
        id: str,
        *,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        wait: Optional[int] = None,
    ) -> Answer[List[WatchMessage], ListWatchMessagesMeta]:
        """List messages of a watch."""
        return await self._call("GET", f"/api/v1/watches/{self._quote(id)}/messages", {"cursor": cursor, "limit": limit, "wait": wait}, None, None)

    async def exports(
        self,
    ) -> Answer[List[Export], ListExportsMeta]:
        """List exports."""
        return await self._call("GET", "/api/v1/exports", {}, None, None)

    async def create_export(
        self,
        body: NewExport,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Answer[Export, CreateExportMeta]:
        """Create an export."""
        return await self._call("POST", "/api/v1/exports", {}, body, self._key(idempotency_key))

    async def export(
        self,
        id: str,
    ) -> Answer[Export, GetExportMeta]:
        """Get an export."""
        return await self._call("GET", f"/api/v1/exports/{self._quote(id)}", {}, None, None)

    async def delete_export(
        self,
        id: str,
    ) -> Answer[Export, DeleteExportMeta]:
        """Delete an export."""
        return await self._call("DELETE", f"/api/v1/exports/{self._quote(id)}", {}, None, None)
