import { statfsSync } from 'node:fs';
import type { Config } from '../config/config.js';
import { FetchError } from '../ingest/fetch/index.js';
import { remoteBytes } from '../ingest/fetch/size.js';
import type { EditionPlan } from '../ingest/sync/editions.js';
import { planSync } from '../ingest/sync/plan.js';
import type { Loadable } from '../sources/declare/index.js';
import type { Run } from '../store/store.js';
import { loadedByThemselves } from './load.js';
import type { Loading } from './loading.js';
import { addressesOf, missingSettings } from './publisher.js';
import { type SftpSource, withEditions } from './sftp-editions.js';

const LOOKING = { tryOnce: true, idleTimeoutMs: 10_000 };

/** The load of one source as it would be, before anything is fetched. */
interface Planned {
  readonly source: string;
  readonly fetch: 'whole' | 'changes' | 'by hand' | 'not possible';
  readonly files: number;
  /** As stated by the publisher now, else as read by the last run; `null` if both are unknown. */
  readonly bytes: number | null;
  /** As read by the last run, else the minimum for a complete file. */
  readonly records: number;
  /** The time of the last run once its files were there. */
  readonly seconds: number | null;
  /** Settings that are not set: without some a source is slower, without others it cannot be fetched. */
  readonly missing: readonly string[];
}

export interface Preflight {
  readonly sources: readonly Planned[];
  readonly knownBytes: number;
  /** The sources to fetch whose size is not known. */
  readonly unknown: { readonly sources: number; readonly records: number };
  readonly freeBytes: number;
}

/** Looks at all sources, and asks publishers how long their files are; loads nothing. */
export async function preflight(loading: Loading, sources: readonly Loadable[]): Promise<Preflight> {
  const planned = await Promise.all(sources.map((source) => planOf(loading, source)));
  const { bavail, bsize } = statfsSync(loading.folder.path);
  const alone = new Set(loadedByThemselves(sources).map(({ id }) => id));
  const fetched = planned.filter((plan) => isFetched(plan) && alone.has(plan.source));
  return {
    sources: planned,
    knownBytes: fetched.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0),
    unknown: sumOf(fetched.filter(({ bytes }) => bytes === null)),
    freeBytes: bavail * bsize,
  };
}

function sumOf(planned: readonly Planned[]): Preflight['unknown'] {
  return { sources: planned.length, records: planned.reduce((sum, { records }) => sum + records, 0) };
}

export function isFetched({ fetch }: Planned): boolean {
  return fetch === 'whole' || fetch === 'changes';
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toLocaleString('en-US', { maximumFractionDigits: 1 })} MB`;
}

async function planOf(loading: Loading, source: Loadable): Promise<Planned> {
  const { config, store, now } = loading;
  const runs = await store.catalog.runs.list(source.id, 1_000);
  const last = runs.find((run) => run.outcome === 'done');
  const plan = planSync(source, runs, now());
  const { fetch } = source;
  const settings = missingSettings(source, config);
  const missing = settings.map(({ setting }) => setting);
  const records = last?.records ?? source.expect.min;
  const base = { source: source.id, records, seconds: secondsOf(last), missing, files: 0, bytes: null };
  if (fetch.kind === 'manual') return { ...base, fetch: 'by hand' };
  if (settings.some(({ required }) => required)) return { ...base, fetch: 'not possible' };
  if (fetch.kind === 'sftp') {
    return { ...base, ...(await editionsOf(loading, { id: source.id, fetch }, runs)) };
  }
  if (fetch.kind === 'pages' || plan.kind === 'increment') return { ...base, fetch: 'changes' };
  const urls = addressesOf(fetch, loading);
  // A list refers to other files, so only its own size is known in advance.
  const bytes = (hasList(source) ? null : await bytesOf(urls, config)) ?? last?.bytes ?? null;
  return { ...base, fetch: 'whole', files: urls.length, bytes };
}

/** A server that does not answer now may answer the real request, so the reason is only reported. */
async function editionsOf(loading: Loading, source: SftpSource, runs: readonly Run[]) {
  const sizes = ({ kind, files }: EditionPlan) => ({
    fetch: kind,
    files: files.length,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
  });
  try {
    return await withEditions(loading, source, runs, async (plan) => sizes(plan), LOOKING);
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    loading.report.note(error.message);
    return { fetch: 'whole' as const };
  }
}

function hasList(source: Loadable): boolean {
  return source.kind === 'dataset' && source.input.kind === 'documents' && source.input.list !== undefined;
}

/** The sum, where every file's length is known. */
async function bytesOf(urls: readonly string[], { contact }: Config): Promise<number | null> {
  let sum = 0;
  for (const url of urls) {
    const bytes = await remoteBytes(url, contact ?? 'no contact given');
    if (bytes === null) return null;
    sum += bytes;
  }
  return sum;
}

function secondsOf(run: Run | undefined): number | null {
  return run?.finishedAt == null ? null : Math.ceil((run.finishedAt - run.startedAt) / 1_000);
}
