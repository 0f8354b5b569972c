import type { Limits } from './limits.js';
import type { components, operations } from './schema.js';

export type Problem = components['schemas']['Problem'];
export type ErrorCode = Problem['error']['code'];

type JsonOf<Response> = Response extends { content: { 'application/json': infer Body } } ? Body : never;

/** The answer of an operation; that of HEAD has no body. */
export type AnswerOf<Id extends keyof operations> = JsonOf<operations[Id]['responses'][200]> & {
  /** Of the headers: what was charged, what is left. */
  readonly limits: Limits;
};
export type QueryOf<Id extends keyof operations> = Omit<
  NonNullable<operations[Id]['parameters']['query']>,
  'dry_run' | 'format'
>;

export type EntityAnswer = AnswerOf<'getEntity'>;
export type Entity = EntityAnswer['data'];
export type EntityPage = AnswerOf<'searchEntities'>;
export type EntityItem = EntityPage['data'][number];
export type FilingPage = AnswerOf<'searchFilings'>;
export type Filing = FilingPage['data'][number];
export type ContractPage = AnswerOf<'searchContracts'>;
export type Contract = ContractPage['data'][number];
export type LobbyingPage = AnswerOf<'searchLobbying'>;
export type LobbyingFiling = LobbyingPage['data'][number];
export type BatchAnswer = AnswerOf<'batch'>;
export type BatchItems = NonNullable<
  operations['batch']['requestBody']['content']['application/json']['items']
>;
export type SourceList = AnswerOf<'listSources'>;
export type UsageAnswer = AnswerOf<'getUsage'>;
