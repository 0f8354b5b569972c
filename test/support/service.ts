import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { type App, openApp } from '../../src/app.js';
import { MAX_BATCH } from '../../src/contract/service/batch.js';
import type { Scope } from '../../src/contract/vocabulary.js';
import type { EntityDraft } from '../../src/domain/entity.js';
import type { DatasetDraft } from '../../src/domain/records/dataset.js';
import type { SecFact, SecSourceId } from '../../src/domain/sec/sec.js';
import { buildIndexes } from '../../src/indexing/build.js';
import { toDatasetRow } from '../../src/ingest/map/dataset-mapper.js';
import { toEntityRow } from '../../src/ingest/map/entity-row.js';
import { relink } from '../../src/linking/relink.js';
import { issueKey } from '../../src/serving/issue-key.js';
import type { EntitySource } from '../../src/sources/declare/index.js';
import { SOURCES } from '../../src/sources/index.js';
import { claimFolder, type DataFolder } from '../../src/store/folder/data-folder.js';
import type { Catalog, Stage, Store } from '../../src/store/store.js';
import { openStore } from './store.js';

/** What a test's service holds: drafts as a source's `record()` would make them, and SEC facts. */
export interface Content {
  readonly entities?: Readonly<Record<string, readonly EntityDraft[]>>;
  readonly sec?: Readonly<Partial<Record<SecSourceId, readonly SecFact[]>>>;
  readonly datasets?: Readonly<Record<string, readonly DatasetDraft[]>>;
  /** More to load, through the real readers. */
  readonly load?: (store: Store, folder: DataFolder) => Promise<void>;
}

export interface Reply<Data = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly data: Data;
  readonly meta: Record<string, unknown>;
  readonly body: Record<string, unknown>;
}

export interface TestService {
  readonly app: App;
  readonly folder: DataFolder;
  readonly url: string;
  readonly accountId: string;
  readonly key: string;
  get<Data = unknown>(path: string, headers?: Record<string, string>): Promise<Reply<Data>>;
  /** Runs an operation for each set of parameters, in batches: thousands of single requests cost mostly HTTP. Rejects if one fails. */
  getEach<Data>(
    operation: string,
    each: readonly object[],
  ): Promise<readonly Pick<Reply<Data>, 'data' | 'meta'>[]>;
  newKey(options?: {
    scopes?: readonly Scope[];
    credits?: number;
    perMinute?: number;
    expiresAt?: number | null;
  }): Promise<string>;
  creditsLeft(): Promise<number>;
  close(): Promise<void>;
}

const CREDITS = 1_000_000;
const READ: readonly Scope[] = ['read'];

/** What a test may set of the service; it is the real one otherwise. */
export type ServiceOptions = Partial<
  Pick<
    Parameters<typeof openApp>[0],
    | 'live'
    | 'log'
    | 'sources'
    | 'now'
    | 'workers'
    | 'webhooks'
    | 'web'
    | 'environment'
    | 'postgres'
    | 'corsOrigins'
    | 'trustProxy'
    | 'exportsPlace'
    | 'exportDays'
  >
>;

/** The whole service on a data folder of its own, listening on a free port. */
export async function startService(content: Content, options: ServiceOptions = {}): Promise<TestService> {
  const folder = claimFolder(mkdtempSync(join(tmpdir(), 'dossier-service-')), 'data');
  const store = await openStore(folder.path, { schema: 'migrate' });
  await fill(store.catalog, content);
  await content.load?.(store, folder);
  if (content.datasets || content.load) await relink(store.catalog, store.links, Date.now);
  await buildIndexes(store.catalog, folder.index, Date.now);
  await store.close();
  return await startOn(folder, options);
}

/** The service over a folder that is prepared already. */
export async function startOn(folder: DataFolder, options: ServiceOptions = {}): Promise<TestService> {
  const app = await opened({ folder, log: pino({ level: 'silent' }), now: Date.now, ...options });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const { ledger } = app.store;
  const account = (credits: number, perMinute: number) =>
    ledger.createAccount({
      name: `test ${randomUUID()}`,
      monthlyCredits: credits,
      requestsPerMinute: perMinute,
      createdAt: Date.now(),
    });
  const { id: accountId } = await account(CREDITS, 1_000_000);
  const keyFor = async (id: string, scopes: readonly Scope[], expiresAt: number | null) =>
    (await issueKey(ledger, folder, { accountId: id, name: 'test', scopes, expiresAt, now: Date.now() })).key;
  const key = await keyFor(accountId, ['read'], null);
  return {
    app,
    folder,
    url,
    accountId,
    key,
    get: (path, headers = { authorization: `Bearer ${key}` }) => get(url + path, headers),
    getEach: (operation, each) => getEach(url, key, operation, each),
    newKey: async ({ scopes = READ, credits = CREDITS, perMinute = 1_000_000, expiresAt = null } = {}) =>
      keyFor((await account(credits, perMinute)).id, scopes, expiresAt),
    creditsLeft: async () => (await ledger.balance(accountId, Date.now())).available,
    close: async () => {
      await app.close();
      rmSync(folder.path, { recursive: true, force: true });
    },
  };
}

/** As `serve`, waits while PostgreSQL does not respond: on a busy machine a connection may take longer than its limit of 2 seconds. */
async function opened(options: Parameters<typeof openApp>[0]): Promise<App> {
  for (;;) {
    try {
      return await openApp(options);
    } catch (error) {
      if (!AWAY.test(String((error as Error).name))) throw error;
    }
  }
}

const AWAY = /^(?:LedgerUnavailable|NoPrimary|PostgresAway)Error$/;

async function get<Data>(url: string, headers: Record<string, string>): Promise<Reply<Data>> {
  const response = await fetch(url, { headers });
  const text = await response.text();
  const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
  const { data, meta } = body as { data: Data; meta: Record<string, unknown> };
  return { status: response.status, headers: response.headers, data, meta, body };
}

async function getEach<Data>(url: string, key: string, operation: string, each: readonly object[]) {
  const replies: Pick<Reply<Data>, 'data' | 'meta'>[] = [];
  for (let from = 0; from < each.length; from += MAX_BATCH) {
    const items = each.slice(from, from + MAX_BATCH).map((parameters) => ({ operation, parameters }));
    const response = await fetch(`${url}/api/v1/batch`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ items }),
    });
    const { data } = (await response.json()) as { data: (Reply<Data> & { readonly error?: object })[] };
    for (const [at, reply] of data.entries()) {
      if (reply.status !== 200) throw new Error(JSON.stringify([items[at], reply.error]));
      replies.push(reply);
    }
  }
  return replies;
}

export async function fill(
  catalog: Catalog,
  { entities = {}, sec = {}, datasets = {} }: Content,
): Promise<void> {
  for (const [sourceId, drafts] of Object.entries(datasets)) {
    const rows = drafts.map(toDatasetRow);
    await apply(catalog, sourceId, (run) => catalog.loads.openDatasetStage(run, sourceId), rows);
  }
  for (const [sourceId, drafts] of Object.entries(entities)) {
    const rows = drafts.map((draft) => toEntityRow(entitySource(sourceId), draft));
    await apply(catalog, sourceId, (run) => catalog.loads.openEntityStage(run, sourceId), rows);
  }
  for (const [sourceId, facts] of Object.entries(sec)) {
    await apply(catalog, sourceId, (run) => catalog.loads.openSecStage(run, sourceId as SecSourceId), facts);
  }
}

async function apply<Row>(
  catalog: Catalog,
  sourceId: string,
  open: (runId: number) => Promise<Stage<Row>>,
  rows: readonly Row[],
): Promise<void> {
  const startedAt = Date.now();
  const runId = await catalog.loads.start({
    sourceId,
    startedAt,
    inputs: [],
    publishedAt: null,
  });
  const stage = await open(runId);
  await stage.put(rows);
  const counts = stage.counts();
  const { gone } = await (await stage.seal(null)).apply(() => undefined);
  await catalog.loads.finish(runId, {
    ...counts,
    outcome: 'done',
    finishedAt: startedAt,
    rows: rows.length,
    bytes: 0,
    gone,
    complete: false,
    warnings: [],
    error: null,
  });
}

export function entitySource(id: string): EntitySource {
  const source = SOURCES.find((candidate) => candidate.id === id);
  if (source?.kind !== 'entities') throw new Error(`${id} is not a source of entities.`);
  return source;
}
