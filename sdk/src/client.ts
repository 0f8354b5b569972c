import createClient, { type Client } from 'openapi-fetch';
import { answerOf, type CallOptions, type PagingOptions, paidOnce, signalOf } from './call.js';
import { follow } from './changes.js';
import { Exports } from './exports.js';
import { items } from './pages.js';
import { type RetryOptions, retryingFetch } from './retry.js';
import type { paths } from './schema.js';
import type {
  BatchAnswer,
  BatchItems,
  Change,
  ChangesPage,
  Contract,
  ContractPage,
  CreatedWatchAnswer,
  DeliveryAnswer,
  DeliveryPage,
  EntityAnswer,
  EntityItem,
  EntityPage,
  EvidenceAnswer,
  Filing,
  FilingPage,
  HistoryAnswer,
  IdentityAnswer,
  ListAnswer,
  ListRowAnswer,
  ListRows,
  Lists,
  LobbyingFiling,
  LobbyingPage,
  MatchAnswer,
  NewList,
  NewWatch,
  OverviewAnswer,
  QueryOf,
  SourceList,
  SuggestAnswer,
  UsageAnswer,
  WatchAnswer,
  WatchList,
  WatchMessages,
  WatchReplay,
} from './types.js';

export interface DossierOptions extends RetryOptions {
  /** `http://127.0.0.1:8080` */
  readonly url: string;
  /** `dsr_live_…` */
  readonly key: string;
}

/** Options of a walk over all pages. */
export interface WalkOptions<Page> extends PagingOptions {
  /** Called for each page before its items, with its cost and the remaining credits. */
  readonly onPage?: (page: Page) => void;
}

/**
 * The Dossier API. Every method rejects with `DossierError` if the service says no, with `ConnectionError` if no answer
 * arrived, and with `UnexpectedAnswerError` if the answer is not the service's. Requests are repeated after 429, 503,
 * a 409 `idempotency_in_flight` and broken connections; a repetition is never charged twice. `limits` of an answer or a `DossierError` has the credits
 * and requests that are left.
 */
export class Dossier {
  /** Bulk exports: all records of a filter, as files. */
  readonly exports: Exports;
  readonly #client: Client<paths>;

  constructor({ url, key, ...retry }: DossierOptions) {
    const baseUrl = url.replace(/\/+$/, '');
    const headers = { Authorization: `Bearer ${key}` };
    this.#client = createClient<paths>({
      baseUrl,
      headers: { ...headers, Accept: 'application/json' },
      fetch: retryingFetch(retry),
      querySerializer: { array: { style: 'form', explode: false } },
    });
    this.exports = new Exports(this.#client, { ...retry, url: baseUrl, headers });
  }

  async entity(id: string, query: QueryOf<'getEntity'> = {}, call: CallOptions = {}): Promise<EntityAnswer> {
    const params = { path: { id }, query };
    return answerOf(this.#client.GET('/api/v1/entity/{id}', { params, ...paidOnce(call) }));
  }

  /** Changes of one record, newest first; with `at` the record as it was held then. */
  async history(
    id: string,
    query: QueryOf<'getHistory'> = {},
    call: CallOptions = {},
  ): Promise<HistoryAnswer> {
    const params = { path: { id }, query };
    return answerOf(this.#client.GET('/api/v1/entity/{id}/history', { params, ...paidOnce(call) }));
  }

  /** One page of the feed of changes; `meta.cursor` is where the next one begins. */
  async changes(query: QueryOf<'listChanges'> = {}, call: CallOptions = {}): Promise<ChangesPage> {
    return answerOf(this.#client.GET('/api/v1/changes', { params: { query }, ...paidOnce(call) }));
  }

  /**
   * Changes without end: those behind `cursor`, then each one as it comes. Every request is charged, and at the end of the
   * feed one is made each half minute. `onPage` comes after the events of a page: its `meta.cursor` is what to keep.
   */
  followChanges(
    query: QueryOf<'listChanges'> = {},
    call: WalkOptions<ChangesPage> = {},
  ): AsyncGenerator<Change> {
    return follow(query, (asked) => this.changes(asked, signalOf(call)), call.onPage);
  }

  /** Keep `data` as it came: `dossier evidence verify` checks it. */
  async evidence(
    id: string,
    call: CallOptions = {},
    query: QueryOf<'getEvidence'> = {},
  ): Promise<EvidenceAnswer> {
    const params = { path: { id }, query };
    return answerOf(this.#client.GET('/api/v1/entity/{id}/evidence', { params, ...paidOnce(call) }));
  }

  async searchEntities(query: QueryOf<'searchEntities'>, call: CallOptions = {}): Promise<EntityPage> {
    return answerOf(this.#client.GET('/api/v1/search', { params: { query }, ...paidOnce(call) }));
  }

  /** What a text may be, and the first results of each kind. */
  async overview(query: QueryOf<'searchOverview'>, call: CallOptions = {}): Promise<OverviewAnswer> {
    return answerOf(this.#client.GET('/api/v1/search/overview', { params: { query }, ...paidOnce(call) }));
  }

  /** Names that begin as somebody typed; free. */
  async suggest(query: QueryOf<'suggest'>, call: CallOptions = {}): Promise<SuggestAnswer> {
    return answerOf(this.#client.GET('/api/v1/suggest', { params: { query }, ...signalOf(call) }));
  }

  /** All records that state a number, and the other numbers of the same body. */
  async identify(query: QueryOf<'identify'>, call: CallOptions = {}): Promise<IdentityAnswer> {
    return answerOf(this.#client.GET('/api/v1/identify', { params: { query }, ...paidOnce(call) }));
  }

  /** The record that a company is, if it is certain; else the candidates among which people choose. */
  async match(query: QueryOf<'match'>, call: CallOptions = {}): Promise<MatchAnswer> {
    return answerOf(this.#client.GET('/api/v1/match', { params: { query }, ...paidOnce(call) }));
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

  /** Matches a list for 1 credit per row with a name or a number, and stores it with its results. */
  async createList(body: NewList, call: CallOptions = {}): Promise<ListAnswer> {
    return answerOf(this.#client.POST('/api/v1/lists', { body, ...paidOnce(call) }));
  }

  async lists(call: PagingOptions = {}): Promise<Lists> {
    return answerOf(this.#client.GET('/api/v1/lists', { ...call }));
  }

  async list(id: string, call: PagingOptions = {}): Promise<ListAnswer> {
    return answerOf(this.#client.GET('/api/v1/lists/{id}', { params: { path: { id } }, ...call }));
  }

  async deleteList(id: string, call: PagingOptions = {}): Promise<ListAnswer> {
    return answerOf(this.#client.DELETE('/api/v1/lists/{id}', { params: { path: { id } }, ...call }));
  }

  async listRows(
    id: string,
    query: QueryOf<'listListRows'> = {},
    call: PagingOptions = {},
  ): Promise<ListRows> {
    const params = { path: { id }, query };
    return answerOf(this.#client.GET('/api/v1/lists/{id}/rows', { params, ...call }));
  }

  /** `choice`: the id of a candidate of the row; null takes a choice back. */
  async chooseListRecord(
    id: string,
    row: number,
    choice: string | null,
    call: PagingOptions = {},
  ): Promise<ListRowAnswer> {
    const request = { params: { path: { id, row: String(row) } }, body: { choice }, ...call };
    return answerOf(this.#client.PATCH('/api/v1/lists/{id}/rows/{row}', request));
  }

  /** Changes to the records of a list since it was created. */
  async listChanges(
    id: string,
    query: QueryOf<'listListChanges'> = {},
    call: CallOptions = {},
  ): Promise<ChangesPage> {
    const request = { params: { path: { id }, query }, ...paidOnce(call) };
    return answerOf(this.#client.GET('/api/v1/lists/{id}/changes', request));
  }

  /** The answer shows the secret, once: `verifyWebhook` needs it. */
  async createWatch(body: NewWatch, call: CallOptions = {}): Promise<CreatedWatchAnswer> {
    return answerOf(this.#client.POST('/api/v1/watches', { body, ...paidOnce(call) }));
  }

  async watches(call: PagingOptions = {}): Promise<WatchList> {
    return answerOf(this.#client.GET('/api/v1/watches', { ...call }));
  }

  async watch(id: string, call: PagingOptions = {}): Promise<WatchAnswer> {
    return answerOf(this.#client.GET('/api/v1/watches/{id}', { params: { path: { id } }, ...call }));
  }

  async deleteWatch(id: string, call: PagingOptions = {}): Promise<WatchAnswer> {
    return answerOf(this.#client.DELETE('/api/v1/watches/{id}', { params: { path: { id } }, ...call }));
  }

  async resumeWatch(id: string, call: CallOptions = {}): Promise<WatchAnswer> {
    const params = { path: { id } };
    return answerOf(this.#client.POST('/api/v1/watches/{id}/resume', { params, ...paidOnce(call) }));
  }

  /** The number of seconds in which messages are signed with the old secret too. */
  async rotateWatchSecret(
    id: string,
    overlapSeconds: number,
    call: CallOptions = {},
  ): Promise<CreatedWatchAnswer> {
    const request = { params: { path: { id } }, body: { overlapSeconds }, ...paidOnce(call) };
    return answerOf(this.#client.POST('/api/v1/watches/{id}/secret', request));
  }

  async testWatch(id: string, call: CallOptions = {}): Promise<DeliveryAnswer> {
    const params = { path: { id } };
    return answerOf(this.#client.POST('/api/v1/watches/{id}/test', { params, ...paidOnce(call) }));
  }

  async replayWatch(id: string, body: WatchReplay, call: CallOptions = {}): Promise<WatchAnswer> {
    const request = { params: { path: { id } }, body, ...paidOnce(call) };
    return answerOf(this.#client.POST('/api/v1/watches/{id}/replay', request));
  }

  /** The messages that a watch makes of the changes after a cursor, whether or not they are sent. */
  async watchMessages(
    id: string,
    query: QueryOf<'listWatchMessages'> = {},
    call: PagingOptions = {},
  ): Promise<WatchMessages> {
    const params = { path: { id }, query };
    return answerOf(this.#client.GET('/api/v1/watches/{id}/messages', { params, ...call }));
  }

  async deliveries(
    id: string,
    query: QueryOf<'listDeliveries'> = {},
    call: PagingOptions = {},
  ): Promise<DeliveryPage> {
    const params = { path: { id }, query };
    return answerOf(this.#client.GET('/api/v1/watches/{id}/deliveries', { params, ...call }));
  }
}
