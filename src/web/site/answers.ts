import type { ChangeItem, HistorySchema } from '../../contract/changes.js';
import type { EntityItem } from '../../contract/entity-search.js';
import type { ExportItem } from '../../contract/export.js';
import type { FoundFiling } from '../../contract/filing-search.js';
import type { MatchSchema } from '../../contract/match.js';
import type { OverviewSchema } from '../../contract/overview.js';
import type { PageMeta } from '../../contract/paging.js';
import type { ContractItem } from '../../contract/records/award.js';
import type { EntityMetaSchema, EntitySchema } from '../../contract/records/entity.js';
import type { LobbyingItem } from '../../contract/records/lobbying.js';
import type { Conforming } from '../../contract/schema.js';
import type {
  AccountSchema,
  AuditSchema,
  IndexSchema,
  IssuedKeySchema,
  KeySchema,
  RunSchema,
} from '../../contract/service/admin.js';
import type { FindingItem, LoadItem } from '../../contract/service/operating.js';
import type { SourceItem } from '../../contract/service/source.js';
import type { Usage } from '../../contract/service/usage.js';
import type { Suggestion } from '../../contract/suggestion.js';
import type { EntityOrder, NumberFormName, OperationId } from '../../contract/vocabulary.js';
import type { DeliverySchema, WatchItem, WatchWithSecretSchema } from '../../contract/watch.js';

export type AccountItem = Conforming<typeof AccountSchema>;
export type AuditRow = Conforming<typeof AuditSchema>;
export type IndexState = Conforming<typeof IndexSchema>;
export type Run = Conforming<typeof RunSchema>;
export type Key = Conforming<typeof KeySchema>;
export type Delivery = Conforming<typeof DeliverySchema>;
type Match = Conforming<typeof MatchSchema>;
export type Overview = Conforming<typeof OverviewSchema>;
type IssuedKey = Conforming<typeof IssuedKeySchema>;
type WatchWithSecret = Conforming<typeof WatchWithSecretSchema>;

/** The answers of operations that pages read, by operation. */
interface Answers {
  readonly getEntity: Envelope<Conforming<typeof EntitySchema>, Conforming<typeof EntityMetaSchema>>;
  readonly getHistory: Envelope<
    Conforming<typeof HistorySchema>,
    { readonly hasMore: boolean; readonly cursor?: string }
  >;
  readonly searchEntities: Envelope<readonly EntityItem[], SearchMeta & { readonly sort: EntityOrder }>;
  readonly suggest: Envelope<readonly Suggestion[], { readonly sample?: boolean }>;
  readonly searchFilings: Envelope<readonly FoundFiling[], FilingsMeta>;
  readonly searchOverview: Envelope<Overview, unknown>;
  readonly searchContracts: Envelope<readonly ContractItem[], FilingsMeta>;
  readonly searchLobbying: Envelope<readonly LobbyingItem[], FilingsMeta>;
  readonly listSources: Envelope<readonly SourceItem[], { readonly sample?: boolean }>;
  readonly listChanges: Envelope<
    readonly ChangeItem[],
    {
      readonly cursor: string;
      readonly hasMore: boolean;
      readonly since: string;
      readonly knownSince: string;
    }
  >;
  readonly listListChanges: Envelope<
    readonly ChangeItem[],
    { readonly cursor: string; readonly hasMore: boolean }
  >;
  readonly match: Envelope<Match, unknown>;
  readonly getUsage: Envelope<Usage, unknown>;
  readonly listExports: Envelope<readonly ExportItem[], unknown>;
  readonly listWatches: Envelope<readonly WatchItem[], unknown>;
  readonly getWatch: Envelope<WatchItem, unknown>;
  readonly createWatch: Envelope<WatchWithSecret, unknown>;
  readonly rotateWatchSecret: Envelope<WatchWithSecret, unknown>;
  readonly listDeliveries: Envelope<readonly Delivery[], unknown>;
  readonly listWatchMessages: Envelope<
    readonly { readonly id: string; readonly type: string; readonly body: string }[],
    { readonly cursor: string; readonly hasMore: boolean }
  >;
  readonly adminListAccounts: Envelope<readonly AccountItem[], ListMeta>;
  readonly adminListRuns: Envelope<readonly Run[], unknown>;
  readonly adminListAudit: Envelope<readonly AuditRow[], unknown>;
  readonly adminShowIndex: Envelope<IndexState, unknown>;
  readonly adminListLoads: Envelope<readonly LoadItem[], unknown>;
  readonly adminStartLoad: Envelope<LoadItem, unknown>;
  readonly adminListFindings: Envelope<readonly FindingItem[], unknown>;
  readonly adminListKeys: Envelope<readonly Key[], ListMeta>;
  readonly adminCreateKey: Envelope<IssuedKey, unknown>;
  readonly adminRotateKey: Envelope<IssuedKey, unknown>;
}

export type AnswerOf<Id extends OperationId> = Id extends keyof Answers
  ? Answers[Id]
  : Envelope<unknown, unknown>;

interface Envelope<Data, Meta> {
  readonly data: Data;
  readonly meta: Meta & { readonly creditsUsed: number; readonly ignoredParameters?: readonly string[] };
}

export type SearchMeta = Omit<
  { readonly [Name in keyof typeof PageMeta]: Conforming<(typeof PageMeta)[Name]> },
  'totalCount' | Optional
> &
  Partial<
    Pick<{ readonly [Name in keyof typeof PageMeta]: Conforming<(typeof PageMeta)[Name]> }, Optional>
  > & {
    /** Null if a portal answered. */
    readonly totalCount: number | null;
    readonly number?: { readonly scheme: NumberFormName; readonly value: string };
    readonly live?: boolean;
    readonly unavailable?: readonly string[];
    readonly cut?: boolean;
    readonly stale?: boolean;
  };
type ListMeta = Pick<FilingsMeta, 'totalCount' | 'offset' | 'limit' | 'hasMore'>;
type FilingsMeta = Omit<SearchMeta, 'totalCount'> & { readonly totalCount: number };
type Optional = 'correctedQuery' | 'removedWords' | 'place' | 'suggestions' | 'sample';
