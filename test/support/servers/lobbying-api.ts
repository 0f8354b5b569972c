import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

export interface Filing {
  readonly filing_uuid: string;
  readonly dt_posted: string;
}

/** What comes of one request instead of its page. */
export type Mishap = 'fails' | 'forbids' | 'truncates' | 'maintenance' | 'breaks off';

export interface LobbyingApi {
  /** Stands in for `https://lda.gov/api/v1/`. */
  readonly base: string;
  filings: Filing[];
  /** Called with the number of each request, from 1, before it is answered. */
  before: (request: number) => Mishap | undefined;
  /** Requests a minute of the test's clock without a token; with the right one there is no limit. */
  anonymousPerMinute: number;
  readonly requested: { readonly path: string; readonly token: string | undefined }[];
  close(): void;
}

export const TOKEN = 'key-1';
/** A filing of yesterday that the mapper takes. */
export const FILING = {
  filing_uuid: '00000000-0000-4000-8000-000000000001',
  filing_type: 'Q1',
  filing_year: 2026,
  filing_period: 'first_quarter',
  income: '50000.00',
  expenses: null,
  dt_posted: new Date(Date.now() - 86_400_000).toISOString(),
  registrant: { id: 1, name: 'INVENTED PARTNERS' },
  client: { id: 7, name: 'CLIENT 7 CORPORATION', state: 'MD', country: 'US' },
  lobbying_activities: [],
};

const MAX_ROWS = 25;

/**
 * The API of lobbying filings as the formats describe it: at most 25 rows a page whatever is asked for, one filter at
 * least, `next` with the publisher's own host, dates only, 429 with Retry-After, 401 for a token it does not know.
 */
export async function startLobbyingApi(now: () => number): Promise<LobbyingApi> {
  const server = createServer((request, response) => answer(request, response));
  const times: number[] = [];
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const api: LobbyingApi = {
    base: `${origin}/api/v1/`,
    filings: [],
    before: () => undefined,
    anonymousPerMinute: Number.POSITIVE_INFINITY,
    requested: [],
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const { authorization } = request.headers;
    api.requested.push({ path: request.url ?? '', token: authorization });
    const mishap = api.before(api.requested.length);
    const given = refusal(authorization, mishap) ?? pageOf(new URL(request.url ?? '', api.base), api.filings);
    const { status, body, headers = {} } = given;
    const text = JSON.stringify(body);
    if (status !== 200) response.writeHead(status, headers).end(text);
    else if (mishap === 'maintenance') response.end('<html>Be right back.</html>');
    else if (mishap === 'truncates') response.end(text.slice(0, text.length / 2));
    else if (mishap === 'breaks off') {
      response.writeHead(200, { 'content-length': text.length });
      response.write(text.slice(0, text.length / 2), () => response.destroy());
    } else response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(text));
  }

  function refusal(authorization: string | undefined, mishap: Mishap | undefined): Answer | undefined {
    if (authorization !== undefined && authorization !== `Token ${TOKEN}`) {
      return { status: 401, body: { detail: 'Invalid token.' } };
    }
    const recent = times.filter((time) => time > now() - 60_000);
    if (authorization === undefined && recent.length >= api.anonymousPerMinute) {
      const seconds = Math.ceil(((recent[0] ?? 0) + 60_000 - now()) / 1_000);
      const detail = `Request was throttled. Expected available in ${seconds} seconds.`;
      return { status: 429, body: { detail }, headers: { 'retry-after': String(seconds) } };
    }
    times.push(now());
    if (mishap === 'forbids') return { status: 403, body: { detail: 'Forbidden.' } };
    return mishap === 'fails' ? { status: 500, body: { detail: 'A server error occurred.' } } : undefined;
  }
  return api;
}

interface Answer {
  readonly status: number;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

function pageOf(url: URL, filings: readonly Filing[]): Answer {
  if (url.pathname !== '/api/v1/filings/') return { status: 404, body: { detail: 'Not found.' } };
  const after = url.searchParams.get('filing_dt_posted_after') ?? '';
  if (!/^\d{4}-\d\d-\d\d$/.test(after)) return { status: 400, body: { detail: 'Enter a valid date.' } };
  const size = Math.min(MAX_ROWS, Number(url.searchParams.get('page_size') ?? MAX_ROWS));
  const page = Number(url.searchParams.get('page') ?? 1);
  const found = filings
    .filter(({ dt_posted }) => dt_posted.slice(0, 10) >= after)
    .sort((one, other) => Date.parse(one.dt_posted) - Date.parse(other.dt_posted));
  if (page > Math.max(1, Math.ceil(found.length / size)))
    return { status: 404, body: { detail: 'Invalid page.' } };
  const results = found.slice((page - 1) * size, page * size);
  const to = new URL(url.pathname + url.search, 'https://lda.gov');
  to.searchParams.set('page', String(page + 1));
  const next = page * size < found.length ? to.href : null;
  return { status: 200, body: { count: found.length, next, previous: null, results } };
}
