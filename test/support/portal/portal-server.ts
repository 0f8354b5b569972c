import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { type ArcgisLayer, answerFeatures } from './arcgis.js';
import { answerCsv, answerRows, downloadCsv, type SocrataTable } from './socrata.js';
import { SoqlError } from './soql.js';

/** What a portal does instead of answering. */
export type Behaviour =
  /** 429; real portals send `Retry-After` only sometimes. */
  | { readonly kind: 'busy'; readonly retryAfter?: string }
  | { readonly kind: 'fails'; readonly status: number }
  /** Sends its headers, then a blank every so many milliseconds, without end. */
  | { readonly kind: 'drips'; readonly everyMs: number }
  /** Answers with these rows, whatever was asked. */
  | { readonly kind: 'rows'; readonly rows: readonly unknown[] }
  /** Answers with this JSON, whatever was asked. */
  | { readonly kind: 'text'; readonly body: string | Buffer }
  /** Takes the request and never answers. */
  | { readonly kind: 'hangs' }
  /** Sends half of the answer as if it were whole. */
  | { readonly kind: 'truncates' }
  /** Answers, late. */
  | { readonly kind: 'slow'; readonly ms: number }
  /** Answers once the promise is kept. */
  | { readonly kind: 'waits'; readonly until: Promise<void> }
  /** A page for people, with status 200. */
  | { readonly kind: 'maintenance' }
  /** Answers packed, as portals do where gzip is taken. */
  | { readonly kind: 'packs' };

export interface PortalRequest {
  readonly method: string | undefined;
  readonly host: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly token: string | undefined;
}

export interface PortalServer {
  /** Stands in for `https://<host>`. */
  origin(host: string): string;
  table(host: string, dataset: string, table: SocrataTable): void;
  /** `path` is that of the layer: `/arcgis/rest/services/X/FeatureServer/0`. */
  layer(host: string, path: string, layer: ArcgisLayer): void;
  /** From the next request on, for `times` of them or until told otherwise. */
  behave(host: string, behaviour: Behaviour | null, times?: number): void;
  /** All that came, in order. */
  readonly requests: PortalRequest[];
  close(): Promise<void>;
}

/** Any number of portals on one local port, told apart by the first part of the path. */
export async function startPortal(): Promise<PortalServer> {
  const portals = new Portals();
  const server = createServer((request, response) => portals.answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: (host) => `http://127.0.0.1:${port}/${host}`,
    table: (host, dataset, table) => portals.tables.set(`${host}/${dataset}`, table),
    layer: (host, path, layer) => portals.layers.set(`${host}${path}`, layer),
    behave: (host, behaviour, times = Number.POSITIVE_INFINITY) =>
      portals.behaviours.set(host, { behaviour, times }),
    requests: portals.requests,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

class Portals {
  readonly tables = new Map<string, SocrataTable>();
  readonly layers = new Map<string, ArcgisLayer>();
  readonly behaviours = new Map<string, { behaviour: Behaviour | null; times: number }>();
  readonly requests: PortalRequest[] = [];

  answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', 'http://portal');
    const [, host = '', ...rest] = url.pathname.split('/');
    const path = `/${rest.join('/')}`;
    const token = request.headers['x-app-token'];
    const { method } = request;
    this.requests.push({ method, host, path, query: url.searchParams, token: token?.toString() });
    const behaviour = this.behaviourOf(host);
    if (behaviour) misbehave(behaviour, response, () => this.reply(host, path, url.searchParams));
    else send(response, this.reply(host, path, url.searchParams));
  }

  private reply(host: string, path: string, query: URLSearchParams): Reply {
    const layer = this.layers.get(`${host}${path.replace(/\/query$/, '')}`);
    if (layer) return json(200, answerFeatures(layer, query));
    const dataset =
      /^\/(?:resource|api\/views)\/(\w{4}-\w{4})(?:\.json|\.csv|\/rows\.csv)$/.exec(path)?.[1] ?? '';
    const table = this.tables.get(`${host}/${dataset}`);
    if (!table) return missing(dataset);
    return tableOrFault(table, path, query);
  }

  private behaviourOf(host: string): Behaviour | null {
    const set = this.behaviours.get(host);
    if (!set || set.times <= 0) return null;
    set.times -= 1;
    return set.behaviour;
  }
}

interface Reply {
  readonly status: number;
  readonly type: string;
  readonly body: string | Buffer;
}

function tableOrFault(table: SocrataTable, path: string, query: URLSearchParams): Reply {
  try {
    if (path.endsWith('/rows.csv')) return { status: 200, type: 'text/csv', body: downloadCsv(table) };
    if (path.endsWith('.csv')) return { status: 200, type: 'text/csv', body: answerCsv(table, query) };
    return json(200, answerRows(table, query));
  } catch (error) {
    if (!(error instanceof SoqlError)) throw error;
    return json(400, { code: error.code, error: true, message: error.message });
  }
}

/** What a retired dataset's id answers. */
function missing(dataset: string): Reply {
  return json(404, { code: 'dataset.missing', error: true, message: 'Not found', data: { id: dataset } });
}

function misbehave(behaviour: Behaviour, response: ServerResponse, reply: () => Reply): void {
  if (behaviour.kind === 'hangs') return;
  if (behaviour.kind === 'drips') {
    response.writeHead(200, { 'content-type': 'application/json' }).write('[');
    const drip = setInterval(() => response.write(' '), behaviour.everyMs);
    response.on('close', () => clearInterval(drip));
  } else if (behaviour.kind === 'rows') {
    send(response, json(200, behaviour.rows));
  } else if (behaviour.kind === 'text') {
    send(response, { status: 200, type: 'application/json; charset=utf-8', body: behaviour.body });
  } else if (behaviour.kind === 'slow') {
    setTimeout(() => send(response, reply()), behaviour.ms).unref();
  } else if (behaviour.kind === 'truncates') {
    const whole = reply();
    send(response, { ...whole, body: whole.body.slice(0, Math.ceil(whole.body.length / 2)) });
  } else if (behaviour.kind === 'maintenance') {
    send(response, { status: 200, type: 'text/html', body: '<html><body>Be right back.</body></html>' });
  } else if (behaviour.kind === 'waits') {
    void behaviour.until.then(() => send(response, reply()));
  } else if (behaviour.kind === 'packs') {
    const whole = reply();
    response.setHeader('content-encoding', 'gzip');
    send(response, { ...whole, body: gzipSync(whole.body) });
  } else if (behaviour.kind === 'fails') {
    send(response, json(behaviour.status, { error: true, message: 'Internal error' }));
  } else {
    if (behaviour.retryAfter !== undefined) response.setHeader('retry-after', behaviour.retryAfter);
    send(response, json(429, { code: 'throttled', error: true, message: 'Too many requests' }));
  }
}

function json(status: number, value: unknown): Reply {
  return { status, type: 'application/json; charset=utf-8', body: JSON.stringify(value) };
}

function send(response: ServerResponse, { status, type, body }: Reply): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}
