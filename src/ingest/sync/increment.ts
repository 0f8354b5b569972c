import { rm } from 'node:fs/promises';
import {
  FetchError,
  type FetchedFile,
  type FetchOptions,
  fetchFiles,
  HostPaces,
  systemClock,
} from '../fetch/index.js';
import { MAX_PAGE_BYTES, readJsonFile } from '../fetch/pages/read-json-file.js';
import { inValues, quote } from '../portal/query.js';
import { keyColumns } from '../read/index.js';
import type { CursorSource } from './plan.js';

export interface IncrementOptions extends Pick<FetchOptions, 'contact' | 'clock' | 'paces' | 'onRetry'> {
  readonly since: string;
  /** Emptied first: increments are not fetched again. */
  readonly folder: string;
  /** With more changed rows, a full load is cheaper. */
  readonly maxRows: number;
  readonly socrataToken: string | null;
  /** Default: `https://<host>`. */
  readonly originOf?: (host: string) => string;
}

export type Increment =
  /** `paths` is empty if nothing changed. */
  | {
      readonly kind: 'files';
      readonly paths: readonly string[];
      readonly urls: readonly string[];
      readonly fetched: readonly FetchedFile[];
    }
  /** The portal reports that nearly everything changed, for example after reloading its tables. */
  | { readonly kind: 'too_much'; readonly rows: number };

const PAGE_ROWS = 50_000;
/** Maximum number of keys in one request; each adds about twenty characters to its URL. */
const KEYS_PER_REQUEST = 100;
const PER_SECOND = 2;

/**
 * Fetches the changes since a time, as CSV from the row service: it has the field names, and all columns in every page. If a
 * record consists of several rows, fetches all rows of the records with changes. Throws FetchError.
 */
export async function fetchIncrement(source: CursorSource, options: IncrementOptions): Promise<Increment> {
  await rm(options.folder, { recursive: true, force: true });
  const portal = new Increments(source, options);
  const changed = await portal.countChanged();
  const rows = changed.reduce((sum, { count }) => sum + count, 0);
  if (rows > options.maxRows) return { kind: 'too_much', rows };
  const isGrouped = keyColumns(portal.main).length > 0;
  const files = isGrouped ? await portal.wholeRecords(changed) : await portal.changedRows(changed);
  return { kind: 'files', paths: files.map(({ path }) => path), urls: portal.urls(changed), fetched: files };
}

interface Changed {
  readonly table: string;
  readonly count: number;
}

class Increments {
  readonly #since: string;
  readonly #paces: HostPaces;

  constructor(
    private readonly source: CursorSource,
    private readonly options: IncrementOptions,
  ) {
    this.#paces = options.paces ?? new HostPaces(options.clock ?? systemClock);
    this.#since = `${source.portal.cursor ?? ':updated_at'} > ${quote(options.since)}`;
  }

  get main() {
    return this.#layout(this.source.main);
  }

  /** The inputs of the run: one URL for each table. */
  urls(changed: readonly Changed[]): string[] {
    return changed.map(({ table }) => this.#url(table, 'json', { $where: this.#since }));
  }

  async countChanged(): Promise<Changed[]> {
    const counted: Changed[] = [];
    for (const table of Object.keys(this.source.portal.tables)) {
      counted.push({ table, count: await this.#count(table, this.#since) });
    }
    return counted;
  }

  async changedRows(changed: readonly Changed[]) {
    const files = [];
    for (const { table, count } of changed) files.push(...(await this.#pages(table, this.#since, count)));
    return files;
  }

  /** If a companion's row changed, its whole record is read again. */
  async wholeRecords(changed: readonly Changed[]) {
    const keys = new Set<string>();
    for (const { table, count } of changed) {
      for (const key of await this.#changedKeys(table, count)) keys.add(key);
    }
    const files = [];
    for (const batch of inBatches([...keys], KEYS_PER_REQUEST)) {
      for (const table of Object.keys(this.source.portal.tables)) {
        const where = inValues([this.#joinColumn(table)], batch);
        files.push(...(await this.#pages(table, where, await this.#count(table, where))));
      }
    }
    return files;
  }

  async #changedKeys(table: string, count: number): Promise<string[]> {
    const column = this.#joinColumn(table);
    const keys: string[] = [];
    for (const $offset of offsets(count)) {
      const page = {
        $select: column,
        $where: this.#since,
        $order: ':id',
        $limit: String(PAGE_ROWS),
        $offset,
      };
      for (const row of await this.#json(this.#url(table, 'json', page))) {
        const key = row[column];
        if (key !== undefined) keys.push(key);
      }
    }
    return keys;
  }

  async #count(table: string, where: string): Promise<number> {
    const [row] = await this.#json(this.#url(table, 'json', { $select: 'count(*)', $where: where }));
    const count = Number(Object.values(row ?? {})[0]);
    if (Number.isInteger(count)) return count;
    throw new FetchError(`${this.source.portal.host} did not return how many rows of ${table} changed.`);
  }

  async #pages(table: string, where: string, count: number) {
    const urls = offsets(count).map(($offset) =>
      this.#url(table, 'csv', { $where: where, $order: ':id', $limit: String(PAGE_ROWS), $offset }),
    );
    return urls.length === 0 ? [] : await this.#fetch(urls);
  }

  async #json(url: string): Promise<readonly Readonly<Record<string, string>>[]> {
    const [file] = await this.#fetch([url], MAX_PAGE_BYTES);
    const rows = file && (await readJsonFile(file.path));
    if (Array.isArray(rows)) return rows;
    throw new FetchError(`${url} could not be fetched: the response is not a list of rows.`);
  }

  #fetch(urls: readonly string[], maxBytes?: number) {
    const { socrataToken, ...options } = this.options;
    const ownHeaders: Record<string, string> = socrataToken === null ? {} : { 'x-app-token': socrataToken };
    const { host } = this.source.portal;
    const max = maxBytes === undefined ? {} : { maxBytes };
    const request = { ...options, ...max, paces: this.#paces, urls, host, perSecond: PER_SECOND, ownHeaders };
    return fetchFiles(request);
  }

  #url(table: string, format: 'json' | 'csv', parameters: Record<string, string>): string {
    const { host, tables } = this.source.portal;
    const origin = this.options.originOf?.(host) ?? `https://${host}`;
    return `${origin}/resource/${tables[table]}.${format}?${new URLSearchParams(parameters)}`;
  }

  #joinColumn(table: string): string {
    const [column] = keyColumns(this.#layout(table));
    if (column !== undefined) return column;
    throw new Error(`${this.source.id}: the table ${table} needs groupBy, like the other tables.`);
  }

  #layout(table: string) {
    const layout = this.source.tables[table];
    if (layout !== undefined) return layout;
    throw new Error(`${this.source.id} has no table ${table}.`);
  }
}

function offsets(count: number): string[] {
  return Array.from({ length: Math.ceil(count / PAGE_ROWS) }, (_, page) => String(page * PAGE_ROWS));
}

function* inBatches<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
