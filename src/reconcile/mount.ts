import { ApiError, invalidParams } from '../contract/errors.js';
import { type EntityPreview, ORGANIZATION, QUERIES_ADVISED } from '../contract/reconcile.js';
import type { OperationId } from '../contract/vocabulary.js';
import type { Caller } from '../gateway/caller.js';
import type { CompiledOperation } from '../gateway/compile.js';
import type { Delivery } from '../gateway/delivery.js';
import { readForm } from '../http/body.js';
import type { HttpExchange } from '../http/http-exchange.js';
import { identifyPathKey } from '../http/path-key.js';
import type { Route } from '../http/route.js';
import type { Mount } from '../http/server.js';
import { serverOf } from '../http/server-address.js';
import type { Services } from '../http/services.js';
import { COLUMNS, QUERY_PROPERTIES } from '../operations/reconcile/index.js';
import type { Operation } from '../operations/support/declare.js';
import { flyout, previewPage, wordFlyout } from '../web/embedded/preview.js';

interface ReconcileMountParts {
  /** Those of `reconcileOperations`. */
  readonly operations: readonly Operation[];
  readonly version: string;
}

const ROOT = '/reconcile/k/:token';
/** Large lists of values arrive percent-encoded. */
const MAX_FORM_BYTES = 1_048_576;

/**
 * The Reconciliation API 0.2 for OpenRefine and others of its kind, which send no header: a token of the scope `reconcile`
 * stands in the path. Pages of all origins may call it; they have nothing but that token.
 */
export function reconcileMount({ operations, version }: ReconcileMountParts): Mount {
  return { routes: (services) => new Protocol(operations, version, services).routes() };
}

class Protocol {
  readonly #compiled: ReadonlyMap<OperationId, CompiledOperation>;

  constructor(
    operations: readonly Operation[],
    private readonly version: string,
    private readonly services: Services,
  ) {
    this.#compiled = new Map(operations.map((one) => [one.id, services.gateway.compile(one)]));
  }

  routes(): Route[] {
    return [
      {
        methods: ['GET', 'POST'],
        path: ROOT,
        operation: 'reconcile',
        answer: async (exchange) => {
          const caller = await this.services.gateway.admit(
            await identifyPathKey(this.services.gateway, exchange, 'reconcile'),
            exchange,
          );
          const isForm = exchange.request.method === 'POST';
          const form = isForm && (await readForm(exchange, { maxBytes: MAX_FORM_BYTES })).fields;
          await this.#answer(exchange, caller, form ? Object.fromEntries(form) : exchange.query);
        },
      },
      this.#route('/suggest/entity', async (exchange, caller) => {
        const { prefix = '', cursor = '' } = exchange.query;
        const query = { prefix, ...(cursor !== '' && { cursor }) };
        return this.#send(exchange, await this.#call('suggestRecords', { query }, exchange, caller));
      }),
      this.#words('/suggest/property', (exchange) => this.#suggestWords(exchange, PROPERTIES)),
      this.#words('/suggest/type', (exchange) => this.#suggestWords(exchange, TYPES)),
      this.#route('/flyout/entity', async (exchange, caller) => {
        const preview = await this.#preview(exchange, caller);
        this.#send(exchange, { id: preview.id, html: flyout(preview) });
      }),
      this.#words('/flyout/property', (exchange) => this.#wordFlyout(exchange, PROPERTIES)),
      this.#words('/flyout/type', (exchange) => this.#wordFlyout(exchange, TYPES)),
      this.#words('/properties', (exchange) => {
        const limit = /^[1-9]\d{0,3}$/.test(textOf(exchange.query.limit))
          ? Number(exchange.query.limit)
          : undefined;
        this.#send(exchange, proposedProperties(textOf(exchange.query.type), limit));
      }),
      this.#route('/preview', async (exchange, caller) => {
        const html = previewPage(await this.#preview(exchange, caller));
        await this.services.respond.page(exchange, { status: 200, html, isFramed: true });
      }),
    ];
  }

  /** Answers about the protocol itself; they are counted with the previews of the key. */
  #words(path: string, answer: (exchange: HttpExchange) => void): Route {
    return this.#route(path, async (exchange, caller) => {
      const { id, scope, ownLimit } = this.#operation('previewRecord').operation;
      if (scope === null || ownLimit === undefined) throw new Error(`${id} is not counted.`);
      await this.services.gateway.admit(caller, exchange, { id, scope, ownLimit });
      answer(exchange);
    });
  }

  #route(path: string, answer: (exchange: HttpExchange, caller: Caller) => unknown): Route {
    return {
      methods: ['GET'],
      path: `${ROOT}${path}`,
      operation: 'reconcile.looks',
      answer: async (exchange) => {
        await answer(exchange, await identifyPathKey(this.services.gateway, exchange, 'reconcile'));
      },
    };
  }

  /** The manifest, queries or an extension, by what was sent. */
  async #answer(
    exchange: HttpExchange,
    caller: Caller,
    sent: Readonly<Record<PropertyKey, unknown>>,
  ): Promise<void> {
    const { queries, extend } = sent;
    if (queries !== undefined && extend !== undefined) {
      throw invalidParams({
        parameter: 'extend',
        message: 'must not be combined with queries; specify only one of them.',
      });
    }
    if (queries !== undefined) {
      const body = readJson('queries', queries);
      return this.#send(exchange, await this.#call('reconcile', { body }, exchange, caller));
    }
    if (extend !== undefined) {
      const body = readJson('extend', extend);
      return this.#send(exchange, await this.#call('extendRecords', { body }, exchange, caller));
    }
    if (exchange.request.method === 'POST') {
      throw invalidParams({ parameter: 'queries', message: 'is required, unless extend is specified.' });
    }
    const server = serverOf(exchange.request);
    if (server === undefined) throw invalidParams({ parameter: 'Host', message: 'must name this server.' });
    return this.#send(exchange, manifestOf(server, String(exchange.params.token), this.version));
  }

  async #call(
    id: OperationId,
    { query = {}, body }: { readonly query?: Readonly<Record<string, unknown>>; readonly body?: unknown },
    exchange: HttpExchange,
    caller: Caller,
  ): Promise<object> {
    const compiled = this.#operation(id);
    const read = () => ({ params: {}, query: { ...query }, body });
    const outcome = await this.services.gateway.deliver(
      compiled,
      read,
      caller,
      exchange,
      deliveryTo(exchange),
    );
    if (outcome.kind === 'gone')
      throw new ApiError('unavailable', 'The client disconnected; nothing was charged.');
    if (outcome.kind !== 'answer') throw new Error(`${id} gave ${outcome.kind}.`);
    return (JSON.parse(outcome.body) as { readonly data: object }).data;
  }

  #operation(id: OperationId): CompiledOperation {
    const compiled = this.#compiled.get(id);
    if (!compiled) throw new Error(`There is no operation ${id}.`);
    return compiled;
  }

  async #preview(exchange: HttpExchange, caller: Caller): Promise<EntityPreview> {
    const query = { id: textOf(exchange.query.id) };
    return (await this.#call('previewRecord', { query }, exchange, caller)) as EntityPreview;
  }

  #suggestWords(exchange: HttpExchange, words: typeof PROPERTIES): void {
    const { prefix, cursor } = exchange.query;
    const skipped = /^\d{1,4}$/.test(textOf(cursor)) ? Number(cursor) : 0;
    this.#send(exchange, { result: suggestedWords(words, textOf(prefix), skipped) });
  }

  #wordFlyout(exchange: HttpExchange, words: typeof PROPERTIES): void {
    const word = words.find(({ id }) => id === textOf(exchange.query.id));
    if (!word) throw new ApiError('not_found', `There is no ${JSON.stringify(textOf(exchange.query.id))}.`);
    this.#send(exchange, { id: word.id, html: wordFlyout(word.name, word.description) });
  }

  #send(exchange: HttpExchange, answer: object): void {
    this.services.respond.plain(exchange, JSON.stringify(answer));
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 500) : '';
}

function readJson(parameter: string, text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    throw invalidParams({ parameter, message: 'must be JSON, once.' });
  }
}

function deliveryTo(exchange: HttpExchange): Delivery<string> {
  return {
    isHeld: () => false,
    prepare: ({ text }) => text,
    get isGone() {
      return exchange.clientGone;
    },
  };
}

/** The size of a preview, in pixels. */
const PREVIEW = { width: 420, height: 300 };

/** The manifest, which clients read first: which parts of the protocol there are, and where. */
function manifestOf(server: string, token: string, version: string) {
  const root = `${server}/reconcile/k/${encodeURIComponent(token)}`;
  const suggested = (kind: string) => ({
    service_url: root,
    service_path: `/suggest/${kind}`,
    flyout_service_url: root,
    flyout_service_path: `/flyout/${kind}?id=\${id}`,
  });
  return {
    versions: ['0.2'],
    name: 'Dossier: US businesses',
    identifierSpace: `${server}/entity/`,
    schemaSpace: `${server}/docs/guides/openrefine#properties`,
    documentation: `${server}/docs/guides/openrefine`,
    serviceVersion: version,
    defaultTypes: [ORGANIZATION],
    view: { url: `${server}/entity/{{id}}` },
    preview: { url: `${root}/preview?id={{id}}`, ...PREVIEW },
    suggest: { entity: suggested('entity'), property: suggested('property'), type: suggested('type') },
    extend: {
      propose_properties: { service_url: root, service_path: '/properties' },
      property_settings: [],
    },
    batchSize: QUERIES_ADVISED,
  };
}

interface Word {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

const TYPES: readonly Word[] = [
  { ...ORGANIZATION, description: 'A company or another organization; never a named individual.' },
];

/** Properties that tell companies apart, and columns that a list can be extended with. */
const PROPERTIES: readonly Word[] = [
  ...QUERY_PROPERTIES,
  ...COLUMNS.filter(({ id }) => QUERY_PROPERTIES.every((one) => one.id !== id)).map(
    ({ id, name, token }) => ({
      id,
      name,
      description: `A column to extend a list with.${token ? ` Needs ${token}, 1 credit a row.` : ''}`,
    }),
  ),
];

/** Those whose id is the text, or whose id, name or a word of it begins with it. */
function suggestedWords(words: readonly Word[], prefix: string, skipped: number): readonly Word[] {
  const text = prefix.trim().toLowerCase();
  const begins = ({ id, name }: Word) =>
    [id, name, ...name.split(/[\s:]+/)].some((word) => word.toLowerCase().startsWith(text));
  return words.filter(begins).slice(skipped);
}

/** Columns for a data extension, those that cost no token first. */
function proposedProperties(type: string, limit: number | undefined) {
  const properties = COLUMNS.map(({ id, name }) => ({ id, name }));
  return {
    ...(type !== '' && { type }),
    ...(limit !== undefined && { limit }),
    properties: properties.slice(0, limit),
  };
}
