import type { Limits } from './limits.js';
import type { components, operations } from './schema.js';

export type Problem = components['schemas']['Problem'];
export type ErrorCode = Problem['error']['code'];

type JsonOf<Response> = Response extends { content: { 'application/json': infer Body } } ? Body : never;

type Answered<Responses> = Responses extends
  | { 200: infer Answer }
  | { 201: infer Answer }
  | { 202: infer Answer }
  ? Answer
  : never;

/** The answer of an operation; that of HEAD has no body. */
export type AnswerOf<Id extends keyof operations> = JsonOf<Answered<operations[Id]['responses']>> & {
  /** Told by the headers: the credits charged, and those left. */
  readonly limits: Limits;
};
export type QueryOf<Id extends keyof operations> = Omit<
  NonNullable<operations[Id]['parameters']['query']>,
  'dry_run' | 'format'
>;

export type EntityAnswer = AnswerOf<'getEntity'>;
export type Entity = EntityAnswer['data'];
export type EvidenceAnswer = AnswerOf<'getEvidence'>;
export type Evidence = EvidenceAnswer['data'];
export type EntityPage = AnswerOf<'searchEntities'>;
export type EntityItem = EntityPage['data'][number];
export type SuggestAnswer = AnswerOf<'suggest'>;
export type Suggestion = SuggestAnswer['data'][number];
export type FacetCounts = NonNullable<NonNullable<EntityPage['meta']['facets']>['state']>;
export type IdentityAnswer = AnswerOf<'identify'>;
export type OverviewAnswer = AnswerOf<'searchOverview'>;
export type MatchAnswer = AnswerOf<'match'>;
export type MatchCandidate = MatchAnswer['data']['candidates'][number];
export type FilingPage = AnswerOf<'searchFilings'>;
export type Filing = FilingPage['data'][number];
export type ContractPage = AnswerOf<'searchContracts'>;
export type Contract = ContractPage['data'][number];
export type LobbyingPage = AnswerOf<'searchLobbying'>;
export type LobbyingFiling = LobbyingPage['data'][number];
export type ChangesPage = AnswerOf<'listChanges'>;
export type Change = ChangesPage['data'][number];
export type HistoryAnswer = AnswerOf<'getHistory'>;
export type BatchAnswer = AnswerOf<'batch'>;
export type BatchItems = NonNullable<
  operations['batch']['requestBody']['content']['application/json']['items']
>;
export type SourceList = AnswerOf<'listSources'>;
export type UsageAnswer = AnswerOf<'getUsage'>;

type BodyOf<Id extends keyof operations> = operations[Id] extends {
  requestBody: { content: { 'application/json': infer Body } };
}
  ? Body
  : never;

export type NewExport = BodyOf<'createExport'>;
export type NewExportAnswer = AnswerOf<'createExport'>;
export type ExportAnswer = AnswerOf<'getExport'>;
export type Export = ExportAnswer['data'];
export type ExportPart = Export['parts'][number];
export type ExportList = AnswerOf<'listExports'>;

/** `manifest.json` of an export. */
export interface ExportManifest
  extends Pick<Export, 'kind' | 'format' | 'filter' | 'csvSafe' | 'rows' | 'parts'> {
  /** Members of a row. */
  readonly fields: readonly string[];
  /** The time for which the status is given, if it expires with a day. */
  readonly asOf: string;
  /** The build of the search index that chose the rows; null: no index did. */
  readonly index: { readonly builtAt: string; readonly contentVersion: number } | null;
  /** The place in the feed from which a copy of the rows is kept up to date. */
  readonly changes: { readonly seq: number; readonly cursor: string };
  readonly bytes: number;
  readonly sources: readonly {
    readonly id: string;
    readonly title: string;
    readonly agency: string;
    readonly licence: string;
    readonly url: string;
    readonly publishedAt: string | null;
  }[];
  /** Columns of CSV and Parquet. */
  readonly columns: readonly { readonly name: string; readonly type: string; readonly description: string }[];
  /** JSON Schema of a row. */
  readonly schema: unknown;
}

export type NewList = BodyOf<'createList'>;
export type ListAnswer = AnswerOf<'getList'>;
export type Lists = AnswerOf<'listLists'>;
export type ListRows = AnswerOf<'listListRows'>;
export type ListRowAnswer = AnswerOf<'chooseListRecord'>;

export type NewWatch = BodyOf<'createWatch'>;
export type WatchReplay = BodyOf<'replayWatch'>;
export type CreatedWatchAnswer = AnswerOf<'createWatch'>;
export type WatchAnswer = AnswerOf<'getWatch'>;
export type Watch = WatchAnswer['data'];
export type WatchList = AnswerOf<'listWatches'>;
export type DeliveryAnswer = AnswerOf<'testWatch'>;
export type Delivery = DeliveryAnswer['data'];
export type DeliveryPage = AnswerOf<'listDeliveries'>;
export type WatchMessages = AnswerOf<'listWatchMessages'>;
