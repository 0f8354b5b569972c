import createClient, { type Client } from 'openapi-fetch';
import { DossierError, UnexpectedAnswerError } from './errors.js';
import { items } from './pages.js';
import { type RetryOptions, retryingFetch } from './retry.js';
import type { paths } from './schema.js';
import type {
  BatchAnswer,
  BatchItems,
  ContractPage,
  EntityAnswer,
  EntityItem,
  EntityPage,
  Filing,
  FilingPage,
  LobbyingPage,
  Problem,
  QueryOf,
  SourceList,
  UsageAnswer,
} from './types.js';

export interface DossierOptions extends RetryOptions {
  /** `http://127.0.0.1:8080` */
  readonly url: string;
  /** `dsr_live_…` */
  readonly key: string;
}

/** Per call. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  /** A key of your own, where a repetition may come from another process. One is made for each call otherwise. */
  readonly idempotencyKey?: string;
}

/**
 * The Dossier API. Every method rejects with `DossierError` where the service says no. Requests are repeated after 429 and
 * 503; a repetition is never charged twice.
 */
export class Dossier {
  readonly #client: Client<paths>;

  constructor({ url, key, ...retry }: DossierOptions) {
    this.#client = createClient<paths>({
      baseUrl: url.replace(/\/+$/, ''),
      headers: { Authorization: `Bearer ${key}`, Accept: 'application/json' },
      fetch: retryingFetch(retry),
      querySerializer: { array: { style: 'form', explode: false } },
    });
  }

  async entity(id: string, query: QueryOf<'getEntity'> = {}, call: CallOptions = {}): Promise<EntityAnswer> {
    const params = { path: { id }, query };
    return answerOf(await this.#client.GET('/api/v1/entity/{id}', { params, ...paidOnce(call) }));
  }

  async searchEntities(query: QueryOf<'searchEntities'>, call: CallOptions = {}): Promise<EntityPage> {
    return answerOf(await this.#client.GET('/api/v1/search', { params: { query }, ...paidOnce(call) }));
  }

  async searchFilings(query: QueryOf<'searchFilings'>, call: CallOptions = {}): Promise<FilingPage> {
    return answerOf(await this.#client.GET('/api/v1/sec/search', { params: { query }, ...paidOnce(call) }));
  }

  async searchContracts(query: QueryOf<'searchContracts'>, call: CallOptions = {}): Promise<ContractPage> {
    return answerOf(
      await this.#client.GET('/api/v1/contracts/search', { params: { query }, ...paidOnce(call) }),
    );
  }

  async searchLobbying(query: QueryOf<'searchLobbying'>, call: CallOptions = {}): Promise<LobbyingPage> {
    return answerOf(
      await this.#client.GET('/api/v1/lobbying/search', { params: { query }, ...paidOnce(call) }),
    );
  }

  /** All results, page after page; every page is charged. */
  eachEntity(query: QueryOf<'searchEntities'>, call: PagingOptions = {}): AsyncGenerator<EntityItem> {
    return items((offset) => this.searchEntities({ ...query, offset }, call), query.offset ?? 0);
  }

  /** All results, page after page; every page is charged. */
  eachFiling(query: QueryOf<'searchFilings'>, call: PagingOptions = {}): AsyncGenerator<Filing> {
    return items((offset) => this.searchFilings({ ...query, offset }, call), query.offset ?? 0);
  }

  /** Up to 100 look-ups and searches in one request, each with its own status and cost. */
  async batch(items: BatchItems, call: CallOptions = {}): Promise<BatchAnswer> {
    return answerOf(await this.#client.POST('/api/v1/batch', { body: { items }, ...paidOnce(call) }));
  }

  async sources(call: PagingOptions = {}): Promise<SourceList> {
    return answerOf(await this.#client.GET('/api/v1/sources', { ...call }));
  }

  async usage(query: QueryOf<'getUsage'> = {}, call: PagingOptions = {}): Promise<UsageAnswer> {
    return answerOf(await this.#client.GET('/api/v1/usage', { params: { query }, ...call }));
  }
}

/** Each page is another request: one key cannot stand for all. */
export type PagingOptions = Pick<CallOptions, 'signal'>;

function paidOnce({ idempotencyKey, signal }: CallOptions) {
  const headers = { 'Idempotency-Key': idempotencyKey ?? crypto.randomUUID() };
  return { headers, ...(signal && { signal }) };
}

/** The answer without the price preview, which no method asks for. */
function answerOf<Answer>(reply: { data?: unknown; error?: unknown; response: Response }): Answer {
  if (reply.data !== undefined) return reply.data as Answer;
  if (isProblem(reply.error)) throw new DossierError(reply.error);
  throw new UnexpectedAnswerError(reply.response.status);
}

function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'error' in value && 'requestId' in value;
}
