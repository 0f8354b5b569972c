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
  /** Of the headers: what was charged, what is left. */
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

export type NewWatch = BodyOf<'createWatch'>;
export type WatchReplay = BodyOf<'replayWatch'>;
export type CreatedWatchAnswer = AnswerOf<'createWatch'>;
export type WatchAnswer = AnswerOf<'getWatch'>;
export type Watch = WatchAnswer['data'];
export type WatchList = AnswerOf<'listWatches'>;
export type DeliveryAnswer = AnswerOf<'testWatch'>;
export type Delivery = DeliveryAnswer['data'];
export type DeliveryPage = AnswerOf<'listDeliveries'>;
