import { join } from 'node:path';
import { type FetchedFile, fetchFiles } from '../ingest/fetch/index.js';
import { fetchPages, type PageOptions } from '../ingest/fetch/pages/pages.js';
import { archivesIn } from '../ingest/read/index.js';
import type { FileOrigin } from '../ingest/run/run.js';
import { editionInput } from '../ingest/sync/editions.js';
import { fetchIncrement } from '../ingest/sync/increment.js';
import { type CursorSource, hasCursor, planSync } from '../ingest/sync/plan.js';
import type { Fetch, Loadable, SftpFiles } from '../sources/declare/index.js';
import type { Run } from '../store/store.js';
import { type Loading, LoadingError } from './loading.js';
import { addressesOf, atOrigin, missingSettings, type PagedFiles, pagesOf, secretsOf } from './publisher.js';
import { type SftpSource, withEditions } from './sftp-editions.js';

export interface FetchHow {
  /** All of it, also where the portal could be asked what changed. */
  readonly full?: boolean;
  /** First day of the requested pages, `YYYY-MM-DD`. Default: derived from the last successful run. */
  readonly since?: string | undefined;
}

interface Fetched {
  readonly paths: readonly string[];
  /** The addresses. */
  readonly inputs: readonly string[];
  /** Each file with its own address. */
  readonly fetched: readonly FileOrigin[];
  readonly increment: boolean;
  /** The publisher's date of the files, where it gives one. */
  readonly publishedAt: string | null;
}

const WITHOUT_CONTACT = 'no contact given';
/** If more of the stored records than this changed, the whole file is the smaller work, and the surer one. */
const MAX_CHANGED = 0.2;
const FEWEST_FOR_SHARE = 1_000;
const TELL_EVERY_MS = 60_000;
/** Only lobbying filings are published in pages. */
const ROWS_PER_PAGE = 25;

/** Fetches what is to be loaded of the source into the data folder: its files, or what changed since the last run. */
export async function fetchSource(
  loading: Loading,
  source: Loadable,
  { full = false, since }: FetchHow = {},
): Promise<Fetched> {
  const { id, fetch } = source;
  if (since !== undefined && fetch.kind !== 'pages') {
    throw new LoadingError(`${id} does not support --since.`);
  }
  const runs = await loading.store.catalog.runs.list(id, 1_000);
  if (fetch.kind === 'sftp') return await fetchEditions(loading, { id, fetch }, full ? [] : runs);
  const plan = planSync(source, runs, loading.now());
  if (plan.kind === 'increment' && !full && hasCursor(source)) {
    const fetched = await fetchChanges(loading, source, plan.since);
    if (fetched) return fetched;
  }
  return await fetchWhole(loading, source, fetch, { runs, since });
}

async function fetchEditions(loading: Loading, source: SftpSource, runs: readonly Run[]): Promise<Fetched> {
  return await withEditions(loading, source, runs, async ({ kind, files: wanted }, client) => {
    const files: FetchedFile[] = [];
    for (const { path } of wanted) files.push(await client.fetch(path));
    return { ...described(files), inputs: files.map(editionInput), increment: kind === 'changes' };
  });
}

/** Undefined where too much changed. */
async function fetchChanges(
  loading: Loading,
  source: CursorSource,
  since: string,
): Promise<Fetched | undefined> {
  const { config, store, folder, report } = loading;
  const states = await store.catalog.runs.listSourceStates();
  const records = states.find((state) => state.sourceId === source.id)?.records ?? 0;
  report.note(`${source.id}: reading the changes since ${since.slice(0, 16).replace('T', ' ')} UTC.`);
  const increment = await fetchIncrement(source, {
    ...politeness(loading),
    since,
    folder: join(folder.path, 'fetched', source.id, 'changes'),
    maxRows: Math.max(FEWEST_FOR_SHARE, records * MAX_CHANGED),
    socrataToken: config.socrataToken,
  });
  if (increment.kind === 'files') {
    const { paths, urls: inputs, fetched } = increment;
    return { paths, inputs, fetched, increment: true, publishedAt: null };
  }
  const rows = increment.rows.toLocaleString('en-US');
  report.note(`${source.id}: ${rows} rows changed, so all files are downloaded.`);
  return undefined;
}

async function fetchWhole(
  loading: Loading,
  source: Loadable,
  fetch: Exclude<Fetch, SftpFiles>,
  { runs, since }: Progress,
): Promise<Fetched> {
  if (fetch.kind === 'manual') throw new LoadingError(`${source.id} is loaded with --file. ${fetch.how}`);
  const { config, folder } = loading;
  const needed = missingSettings(source, config).find(({ required }) => required);
  if (needed) throw new LoadingError(refusal(source, needed.setting));
  const options = {
    host: fetch.host,
    perSecond: fetch.perSecond,
    ...politeness(loading),
    ...secretsOf(source, config),
    folder: join(folder.path, 'fetched', source.id),
  };
  if (fetch.kind === 'pages') return await fetchPaged(loading, source, fetch, { ...options, runs, since });
  const files = await fetchFiles({ ...options, urls: addressesOf(fetch, loading) });
  const urls = await listedUrls(loading, source, files);
  return { ...described([...files, ...(await fetchFiles({ ...options, urls }))]), increment: false };
}

/** The addresses that the files name, if they are the publisher's lists of others. */
async function listedUrls(
  { originOf }: Loading,
  source: Loadable,
  files: readonly FetchedFile[],
): Promise<readonly string[]> {
  if (source.fetch.kind !== 'urls' || source.kind !== 'dataset' || source.input.kind !== 'documents')
    return [];
  const origin = originOf?.(source.fetch.host);
  const urls = await archivesIn(
    source.input,
    files.map(({ path }) => path),
  );
  return urls.map((url) => atOrigin(url, origin));
}

/** Known by the first address alone: the pages are thousands. */
async function fetchPaged(
  loading: Loading,
  { id }: Loadable,
  fetch: PagedFiles,
  { runs, since, ...options }: Omit<PageOptions, 'url' | 'members' | 'since'> & Progress,
): Promise<Fetched> {
  const pages = pagesOf(fetch, runs, loading);
  const first = since ?? pages.since;
  const onPage = pageTeller(loading, id, first, options.perSecond);
  const files = await fetchPages({
    ...options,
    url: pages.url,
    since: first,
    members: fetch.members,
    onPage,
  });
  return { ...described(files), inputs: [pages.url.replace('{since}', first)], increment: true };
}

interface Progress {
  readonly runs: readonly Run[];
  readonly since: string | undefined;
}

/** Reports the total at the first page, then the progress from time to time. */
function pageTeller(loading: Loading, id: string, since: string, perSecond: number) {
  let reportedAt = 0;
  return (pages: number, left: number) => {
    const now = loading.now();
    if (pages > 1 && now - reportedAt < TELL_EVERY_MS) return;
    reportedAt = now;
    const minutes = Math.ceil(left / ROWS_PER_PAGE / perSecond / 60);
    const rows = left.toLocaleString('en-US');
    const what = pages === 1 ? `${rows} rows since ${since}` : `${rows} rows left`;
    loading.report.note(`${id}: ${what}, about ${minutes} min at the publisher’s pace.`);
  };
}

function described(files: readonly FetchedFile[]) {
  return {
    paths: files.map((file) => file.path),
    inputs: files.map((file) => file.url),
    fetched: files,
    publishedAt: newestDate(files),
  };
}

function refusal({ agency }: Loadable, setting: string): string {
  return setting === 'DOSSIER_CONTACT'
    ? `${agency.name} requires a contact: set DOSSIER_CONTACT to your e-mail address.`
    : `The publisher requires a key: set ${setting}.`;
}

function politeness({ config, report, originOf }: Loading) {
  return {
    contact: config.contact ?? WITHOUT_CONTACT,
    onRetry: (url: string, reason: string, waitMs: number) =>
      report.note(`${url}: ${reason}; again in ${Math.ceil(waitMs / 1_000)} s.`),
    ...(originOf && { originOf }),
  };
}

/** The publisher's last change of a file, UTC; null where one does not say. */
function newestDate(files: readonly FetchedFile[]): string | null {
  let newest = Number.NEGATIVE_INFINITY;
  for (const { lastModified } of files) {
    if (lastModified === null) return null;
    newest = Math.max(newest, lastModified);
  }
  return files.length === 0 ? null : new Date(newest).toISOString().slice(0, 10);
}
