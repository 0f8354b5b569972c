import { join } from 'node:path';
import type { Config } from '../config.js';
import type { DataFolder } from '../data-folder.js';
import { type FetchedFile, fetchFiles } from '../ingest/fetch/index.js';
import { fetchPages } from '../ingest/fetch/pages.js';
import { fetchIncrement } from '../ingest/sync/increment.js';
import { type CursorSource, hasCursor, planSync } from '../ingest/sync/plan.js';
import type { Loadable } from '../sources/declare.js';
import type { Store } from '../store/store.js';
import { type CliContext, CliError, configOf, note } from './context.js';
import { addressesOf, missingSettings, secretsOf } from './publisher.js';

export interface FetchHow {
  /** All of it, also where the portal could be asked what changed. */
  readonly full?: boolean;
}

export interface Fetched {
  readonly paths: readonly string[];
  /** The addresses. */
  readonly inputs: readonly string[];
  readonly increment: boolean;
  /** The publisher's date of the files, where it gives one. */
  readonly publishedAt: string | null;
}

const WITHOUT_CONTACT = 'no contact given';
/** Where more of the stored records than this changed, the whole file is the smaller work, and the surer one. */
const MOST_CHANGED = 0.2;
const FEWEST_FOR_SHARE = 1_000;

/** Fetches what is to be loaded of the source into the data folder: its files, or what changed since the last run. */
export async function fetchSource(
  source: Loadable,
  store: Store,
  folder: DataFolder,
  context: CliContext,
  { full = false }: FetchHow = {},
): Promise<Fetched> {
  const plan = planSync(source, await store.catalog.listRuns(source.id, 1_000), context.now());
  if (plan.kind === 'increment' && !full && hasCursor(source)) {
    const fetched = await fetchChanges(source, plan.since, store, folder, context);
    if (fetched) return fetched;
  }
  return await fetchWhole(source, store, folder, context);
}

/** Undefined where too much changed. */
async function fetchChanges(
  source: CursorSource,
  since: string,
  { catalog }: Store,
  folder: DataFolder,
  context: CliContext,
): Promise<Fetched | undefined> {
  const states = await catalog.listSourceStates();
  const records = states.find((state) => state.sourceId === source.id)?.records ?? 0;
  const config = configOf(context);
  note(
    context,
    `${source.id}: asking the portal what changed since ${since.slice(0, 16).replace('T', ' ')} UTC.`,
  );
  const increment = await fetchIncrement(source, {
    ...politeness(config, context),
    since,
    folder: join(folder.path, 'fetched', source.id, 'changes'),
    mostRows: Math.max(FEWEST_FOR_SHARE, records * MOST_CHANGED),
    socrataToken: config.socrataToken,
  });
  if (increment.kind === 'files') {
    return { paths: increment.paths, inputs: increment.urls, increment: true, publishedAt: null };
  }
  const rows = increment.rows.toLocaleString('en-US');
  note(context, `${source.id}: the portal says that ${rows} rows changed; all is fetched.`);
  return undefined;
}

async function fetchWhole(
  source: Loadable,
  { catalog }: Store,
  folder: DataFolder,
  context: CliContext,
): Promise<Fetched> {
  const { fetch } = source;
  if (fetch.kind === 'manual') throw new CliError(`${source.id} is loaded with --file. ${fetch.how}`);
  const config = configOf(context);
  const needed = missingSettings(source, config).find(({ required }) => required);
  if (needed) throw new CliError(refusal(needed.setting));
  const options = {
    host: fetch.host,
    perSecond: fetch.perSecond,
    ...politeness(config, context),
    ...secretsOf(source, config),
    folder: join(folder.path, 'fetched', source.id),
  };
  const [url = '', ...others] = addressesOf(fetch, await catalog.listRuns(source.id, 1_000), context);
  const files =
    fetch.kind === 'pages'
      ? await fetchPages({ ...options, url })
      : await fetchFiles({ ...options, urls: [url, ...others] });
  return {
    paths: files.map((file) => file.path),
    inputs: files.map((file) => file.url),
    increment: fetch.kind === 'pages',
    publishedAt: newestDate(files),
  };
}

function refusal(setting: string): string {
  return setting === 'DOSSIER_CONTACT'
    ? 'The SEC asks who is fetching: set DOSSIER_CONTACT to your e-mail address.'
    : `The publisher gives nothing out without a key: set ${setting}.`;
}

function politeness({ contact }: Config, context: CliContext) {
  return {
    contact: contact ?? WITHOUT_CONTACT,
    onRetry: (url: string, reason: string, waitMs: number) =>
      note(context, `${url}: ${reason}; again in ${Math.ceil(waitMs / 1_000)} s.`),
    ...(context.originOf && { originOf: context.originOf }),
  };
}

/** The publisher's last change of a file, UTC; null where one does not say. */
function newestDate(files: readonly FetchedFile[]): string | null {
  const times = files.map((file) => file.lastModified);
  if (times.includes(null)) return null;
  return new Date(Math.max(...(times as number[]))).toISOString().slice(0, 10);
}
