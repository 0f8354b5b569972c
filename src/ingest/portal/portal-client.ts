import type { Portal } from '../../sources/declare.js';
import { arcgis } from './arcgis.js';
import { askJson } from './ask.js';
import { PortalFault } from './fault.js';
import type { Dialect, JsonRow, PortalQuery } from './query.js';
import { socrata } from './socrata.js';

/** Asks for rows of a portal's table; all of live mode goes through one. */
export interface PortalClient {
  /** Throws PortalFault. */
  rows(portal: Portal, table: string, query: PortalQuery, signal: AbortSignal): Promise<readonly JsonRow[]>;
}

export interface PortalClientOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Raises the portals' own limits; sent to Socrata portals only. */
  readonly socrataToken: string | null;
  /** Sent to publishers in the User-Agent. */
  readonly contact: string | null;
  /** `https://<host>` where omitted. */
  readonly originOf?: (host: string) => string;
  /** Stands around every request; limits and circuit breakers go here. */
  readonly guard?: <T>(host: string, work: () => Promise<T>) => Promise<T>;
}

/** The widest table of a portal has 60; a place is kept for each column in each row. */
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
      if (rows.length > limit) throw new PortalFault(host, 'refused', 'sent more rows than were asked for');
      if (hasTooManyColumns(rows))
        throw new PortalFault(host, 'refused', 'sent rows of more columns than a table has');
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
    throw new PortalFault(host, 'refused', 'answered something else than rows', null, { cause });
  }
}

function hasTooManyColumns(rows: readonly JsonRow[]): boolean {
  const columns = new Set<string>();
  return rows.some((row) => {
    for (const column of Object.keys(row)) columns.add(column);
    return columns.size > MAX_COLUMNS;
  });
}
