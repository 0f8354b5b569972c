import { piecesOf, WorkEndedError } from '../../platform/deadline.js';
import type { Portal } from '../../sources/declare/index.js';
import { retryAfterMs } from '../fetch/retry.js';
import { PortalFault } from './fault.js';
import { type Dialect, inValues, isRow, type JsonRow, likeWords, type PortalQuery } from './query.js';
import { socrata } from './socrata.js';

/** An ArcGIS layer: `<layer>/query`. Its errors have status 200; dates remain milliseconds. */
const arcgis: Dialect = {
  path: (layer, query) => `${layer}/query?${new URLSearchParams(parametersOf(query))}`,
  rows: (answer) => {
    const features = isRow(answer) ? answer.features : undefined;
    if (!Array.isArray(features)) throw new Error('The response has no features.');
    return features.map((feature) => (isRow(feature) && isRow(feature.attributes) ? feature.attributes : {}));
  },
};

function parametersOf(query: PortalQuery): Record<string, string> {
  const where =
    query.kind === 'words'
      ? likeWords(query.columns, query.words, 'UPPER')
      : inValues(query.columns, query.values);
  return {
    where,
    outFields: '*',
    returnGeometry: 'false',
    f: 'json',
    resultRecordCount: String(query.limit),
  };
}

/** Requests rows of a portal's table; live mode shares one client. */
export interface PortalClient {
  /** Throws PortalFault. */
  rows(portal: Portal, table: string, query: PortalQuery, signal: AbortSignal): Promise<readonly JsonRow[]>;
}

interface PortalClientOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Raises the portals' own limits; sent to Socrata portals only. */
  readonly socrataToken: string | null;
  /** Sent to publishers in the User-Agent. */
  readonly contact: string | null;
  /** Default: `https://<host>`. */
  readonly originOf?: (host: string) => string;
  /** Wraps every request; used for limits and circuit breakers. */
  readonly guard?: <T>(host: string, work: () => Promise<T>) => Promise<T>;
}

/** The widest table of a portal has 60; each row reserves a place for each column. */
const MAX_COLUMNS = 500;

const DIALECTS: Readonly<Record<Portal['kind'], Dialect>> = { socrata, arcgis };

export function portalClient(options: PortalClientOptions): PortalClient {
  const originOf = options.originOf ?? ((host) => `https://${host}`);
  const guard = options.guard ?? ((_host, work) => work());
  return {
    rows: async (portal, table, query, signal) => {
      const { host, kind } = portal;
      const place = portal.tables[table];
      if (place === undefined) throw new Error(`The portal declares no table ${table}.`);
      const url = `${originOf(host)}${DIALECTS[kind].path(place, query)}`;
      const headers = headersFor(kind, options);
      const { limit } = query;
      const answer = await guard(host, () =>
        askJson(url, { host, limit, headers, signal, now: options.now }),
      );
      const rows = rowsIn(answer, kind, host);
      if (rows.length > limit) throw new PortalFault(host, 'refused', 'returned more rows than requested');
      if (hasTooManyColumns(rows))
        throw new PortalFault(host, 'refused', 'returned more columns than a table can have');
      return rows;
    },
  };
}

function headersFor(
  kind: Portal['kind'],
  { contact, socrataToken }: Pick<PortalClientOptions, 'contact' | 'socrataToken'>,
): Record<string, string> {
  return {
    accept: 'application/json',
    'user-agent': `Dossier (${contact ?? 'no contact given'})`,
    ...(kind === 'socrata' && socrataToken !== null && { 'x-app-token': socrataToken }),
  };
}

function rowsIn(answer: unknown, kind: Portal['kind'], host: string): readonly JsonRow[] {
  try {
    return DIALECTS[kind].rows(answer);
  } catch (cause) {
    throw new PortalFault(host, 'refused', 'did not return rows', null, { cause });
  }
}

function hasTooManyColumns(rows: readonly JsonRow[]): boolean {
  const columns = new Set<string>();
  return rows.some((row) => {
    for (const column of Object.keys(row)) columns.add(column);
    return columns.size > MAX_COLUMNS;
  });
}

/** Two thousand rows of 4 KiB. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
/**
 * A response is parsed on the serving thread. 70,000 distinct keys take 0.1 s, 300,000 take 0.5 s, and a million brackets take
 * a second. The widest table of a portal has 60 columns.
 */
const MAX_COMMAS_A_ROW = 60;
const MAX_BRACKETS_A_ROW = 10;
/** Allowance for texts with commas, and for requests of few rows. */
const MARKS_BESIDES = 10_000;

interface AskOptions {
  readonly host: string;
  /** Number of requested rows. */
  readonly limit: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly now: () => number;
}

/**
 * Returns the JSON at the URL. Throws PortalFault for anything else, including a timeout, and WorkEndedError if it is no longer
 * needed.
 */
export async function askJson(url: string, options: AskOptions): Promise<unknown> {
  const { host, headers, signal } = options;
  try {
    // A redirect would leave the declared portal.
    const response = await fetch(url, { headers, signal, redirect: 'error' });
    if (!response.ok) throw await refusal(response, options);
    return parse(await readText(response, options), host);
  } catch (error) {
    if (error instanceof PortalFault) throw error;
    // Aborted by the caller, not by the portal.
    if (signal.reason instanceof WorkEndedError) throw signal.reason;
    if (signal.aborted) throw new PortalFault(host, 'late', 'did not respond in time');
    throw new PortalFault(host, 'broken', 'could not be reached', null, { cause: error });
  }
}

async function refusal(response: Response, { host, now }: AskOptions): Promise<PortalFault> {
  await response.body?.cancel();
  const { status } = response;
  if (status === 429 || status === 503) {
    const waitMs = retryAfterMs(response.headers.get('retry-after') ?? undefined, now()) ?? null;
    return new PortalFault(host, 'busy', `is busy (HTTP ${status})`, waitMs);
  }
  return new PortalFault(host, status < 500 ? 'refused' : 'broken', `returned HTTP ${status}`);
}

/** Reads the whole body as text. */
async function readText(response: Response, { host, limit, signal }: AskOptions): Promise<string> {
  const decoder = new TextDecoder();
  const size = new AnswerSize(limit);
  let text = '';
  for await (const piece of piecesOf(response, signal)) {
    size.add(piece);
    if (size.isTooLarge()) throw new PortalFault(host, 'refused', 'returned too large a response');
    text += decoder.decode(piece, { stream: true });
  }
  return text + decoder.decode();
}

const COMMA = 0x2c;
const BRACKET = 0x5b;
const BRACE = 0x7b;

/** The size of JSON before parsing; includes commas and brackets within texts. */
class AnswerSize {
  #bytes = 0;
  #commas = 0;
  #brackets = 0;

  constructor(private readonly rows: number) {}

  add(piece: Uint8Array): void {
    this.#bytes += piece.length;
    // An iterator takes five times as long.
    for (let at = 0; at < piece.length; at += 1) {
      const byte = piece[at];
      if (byte === COMMA) this.#commas += 1;
      else if (byte === BRACKET || byte === BRACE) this.#brackets += 1;
    }
  }

  isTooLarge(): boolean {
    return (
      this.#bytes > MAX_ANSWER_BYTES ||
      this.#commas > MARKS_BESIDES + MAX_COMMAS_A_ROW * this.rows ||
      this.#brackets > MARKS_BESIDES + MAX_BRACKETS_A_ROW * this.rows
    );
  }
}

function parse(text: string, host: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new PortalFault(host, 'broken', 'returned truncated or invalid JSON', null, { cause });
  }
}
