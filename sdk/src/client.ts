import createClient, { type Client } from 'openapi-fetch';
import { DossierError, UnexpectedAnswerError } from './errors.js';
import { type Limits, limitsOf } from './limits.js';
import { items } from './pages.js';
import { type RetryOptions, retryingFetch } from './retry.js';
import type { paths } from './schema.js';
import type {
  BatchAnswer,
  BatchItems,
  Contract,
  ContractPage,
  EntityAnswer,
  EntityItem,
  EntityPage,
  Filing,
  FilingPage,
  LobbyingFiling,
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

/** Each page is another request: one key cannot stand for all. */
export type PagingOptions = Pick<CallOptions, 'signal'>;

/** Of a walk over all pages. */
export interface WalkOptions<Page> extends PagingOptions {
  /** Told of each page before its items: what it cost, what is left. */
  readonly onPage?: (page: Page) => void;
}

/**
 * The Dossier API. Every method rejects with `DossierError` if the service says no, with `ConnectionError` if no answer
 * arrived, and with `UnexpectedAnswerError` if the answer is not the service's. Requests are repeated after 409, 429, 503
 * and broken connections; a repetition is never charged twice. `limits` of an answer or a `DossierError` has the credits
 * and requests that are left.
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
    return answerOf(this.#client.GET('/api/v1/entity/{id}', { params, ...paidOnce(call) }));
  }

  async searchEntities(query: QueryOf<'searchEntities'>, call: CallOptions = {}): Promise<EntityPage> {
    return answerOf(this.#client.GET('/api/v1/search', { params: { query }, ...paidOnce(call) }));
  }

  async searchFilings(query: QueryOf<'searchFilings'>, call: CallOptions = {}): Promise<FilingPage> {
    return answerOf(this.#client.GET('/api/v1/sec/search', { params: { query }, ...paidOnce(call) }));
  }

  async searchContracts(query: QueryOf<'searchContracts'>, call: CallOptions = {}): Promise<ContractPage> {
    return answerOf(this.#client.GET('/api/v1/contracts/search', { params: { query }, ...paidOnce(call) }));
  }

  async searchLobbying(query: QueryOf<'searchLobbying'>, call: CallOptions = {}): Promise<LobbyingPage> {
    return answerOf(this.#client.GET('/api/v1/lobbying/search', { params: { query }, ...paidOnce(call) }));
  }

  /** All results, page after page; every page is charged. Without a `limit` pages are as large as they may be. */
  eachEntity(
    query: QueryOf<'searchEntities'>,
    call: WalkOptions<EntityPage> = {},
  ): AsyncGenerator<EntityItem> {
    return items(query, (asked) => this.searchEntities(asked, signalOf(call)), call.onPage);
  }

  /** As `eachEntity`. */
  eachFiling(query: QueryOf<'searchFilings'>, call: WalkOptions<FilingPage> = {}): AsyncGenerator<Filing> {
    return items(query, (asked) => this.searchFilings(asked, signalOf(call)), call.onPage);
  }

  /** As `eachEntity`. */
  eachContract(
    query: QueryOf<'searchContracts'>,
    call: WalkOptions<ContractPage> = {},
  ): AsyncGenerator<Contract> {
    return items(query, (asked) => this.searchContracts(asked, signalOf(call)), call.onPage);
  }

  /** As `eachEntity`. */
  eachLobbying(
    query: QueryOf<'searchLobbying'>,
    call: WalkOptions<LobbyingPage> = {},
  ): AsyncGenerator<LobbyingFiling> {
    return items(query, (asked) => this.searchLobbying(asked, signalOf(call)), call.onPage);
  }

  /** Up to 100 look-ups and searches in one request, each with its own status and cost. */
  async batch(items: BatchItems, call: CallOptions = {}): Promise<BatchAnswer> {
    return answerOf(this.#client.POST('/api/v1/batch', { body: { items }, ...paidOnce(call) }));
  }

  async sources(call: PagingOptions = {}): Promise<SourceList> {
    return answerOf(this.#client.GET('/api/v1/sources', { ...call }));
  }

  async usage(query: QueryOf<'getUsage'> = {}, call: PagingOptions = {}): Promise<UsageAnswer> {
    return answerOf(this.#client.GET('/api/v1/usage', { params: { query }, ...call }));
  }
}

function signalOf({ signal }: PagingOptions): PagingOptions {
  return signal ? { signal } : {};
}

function paidOnce({ idempotencyKey, signal }: CallOptions) {
  const headers = { 'Idempotency-Key': idempotencyKey ?? crypto.randomUUID() };
  return { headers, ...(signal && { signal }) };
}

interface Reply {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}

/** The answer with what its headers say. */
async function answerOf<Answer extends { readonly limits: Limits }>(asked: Promise<Reply>): Promise<Answer> {
  const { data, error, response } = await asked.catch((thrown: unknown) => {
    // A 200 whose body is no JSON; whatever else is thrown is typed already.
    if (thrown instanceof SyntaxError) throw new UnexpectedAnswerError(200, { cause: thrown });
    throw thrown;
  });
  if (isAnswer(data)) return { ...data, limits: limitsOf(response.headers) } as Answer;
  if (isProblem(error)) throw new DossierError(error, response.headers);
  throw new UnexpectedAnswerError(response.status);
}

function isAnswer(value: unknown): value is object {
  return typeof value === 'object' && value !== null && 'data' in value && 'meta' in value;
}

function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'error' in value && 'requestId' in value;
}
