import { setTimeout as wait } from 'node:timers/promises';
import type { Command } from 'commander';
import { type App, openApp } from '../../app.js';
import type { Config } from '../../config/config.js';
import { type IndexManifest, readManifest } from '../../indexing/files/files.js';
import { isNewest } from '../../indexing/files/indexed-content.js';
import { isEmpty, prepare } from '../../loading/prepare.js';
import { scavengeAlone } from '../../platform/internals/scavenge-alone.js';
import { createLog, type Log } from '../../platform/log.js';
import { issueKey } from '../../serving/issue-key.js';
import { inspectPostgres, type PostgresOptions } from '../../store/engine/engine.js';
import { claimFolder, type DataFolder, folderInUse, sampleFolder } from '../../store/folder/data-folder.js';
import { useOwnNicknames } from '../../store/folder/own-nicknames.js';
import type { Ledger } from '../../store/store.js';
import { answer, type CliContext, CliError, configOf, note } from '../context.js';
import { type Beside, runBeside } from '../data/beside.js';
import { finishLoadsBeside } from '../data/finish-loads.js';
import { preparationOf } from '../data/loading.js';
import type { Following } from './follow.js';
import { listenFault } from './port.js';
import { welcome } from './welcome.js';

const SAMPLE_CREDITS = 10_000;
const SAMPLE_PER_MINUTE = 600;

export function serveCommand(program: Command, context: CliContext): void {
  program
    .command('serve')
    .option('--host <address>', 'address to listen on; default: DOSSIER_HOST')
    .option('--port <n>', 'port to listen on; default: DOSSIER_PORT')
    .option('--workers <n>', 'number of serving threads; default: DOSSIER_WORKERS')
    .option('--sample', 'serve the bundled sample, even if real data is loaded')
    .option('--schedule', 'also load each source as often as its publisher updates it')
    .action((options: ServeOptions) => serve(context, options));
}

interface ServeOptions {
  readonly json?: boolean;
  readonly host?: string;
  readonly port?: string;
  readonly workers?: string;
  readonly sample?: true;
  readonly schedule?: true;
}

async function serve(context: CliContext, options: ServeOptions): Promise<void> {
  const config = configOf(withSettings(context, options));
  if (config.workers > 1 && process.platform === 'win32') {
    throw new CliError('Windows does not support several workers; use --workers 1.');
  }
  scavengeAlone();
  const log = createLog(config.logLevel);
  const { cluster } = config;
  if (cluster && !options.sample) await refuseUnsuitableServer(cluster.postgres);
  const following = await followed(config, context, options, log);
  try {
    await serveFrom({ following, config, context, options, log });
  } finally {
    // Its thread would keep a process that serves nothing.
    await following?.owner.close();
    following?.owner.release();
  }
}

interface Start {
  readonly following: Following | undefined;
  readonly config: Config;
  readonly context: CliContext;
  readonly options: ServeOptions;
  readonly log: Log;
}

async function serveFrom(start: Start): Promise<void> {
  const { following, config, context, options } = start;
  const folder = following?.folder ?? folderToServe(config, context, options.sample ?? false);
  if (options.schedule) refuseSample(folder);
  const interrupted = following ? [] : await prepare(preparationOf(context, folder));
  const current = readManifest(folder.index);
  const open = () => openApp(appOptions(folder, start));
  const app = await (config.cluster ? whileAway(context, open) : open());
  following?.owner.attach(app);
  const stopped = context.untilStopped();
  try {
    const { host, port } = config;
    const listening = app.listen({ host, port }).catch(async (error: unknown) => {
      throw await listenFault(host, port, error);
    });
    const url = await Promise.race([listening, stopped.then(() => null)]);
    if (url === null) return;
    const key = await firstSampleKey(app.store.ledger, folder, context.now());
    const hasData = !(await isEmpty(app.store));
    const hasAccounts = (await app.store.ledger.listAccounts()).length > 0;
    answer(
      context,
      options,
      { url, key, data: folder.path, sample: folder.kind === 'sample', empty: !hasData },
      welcome({ url, key, folder, web: config.web, hasData, hasAccounts }),
    );
    if (following) return await stopped;
    const finishing = finishLoadsBeside(interrupted, folder, context);
    const renewing = await renewIndex(app, current, folder, context);
    if (options.schedule) {
      const { loadDueBeside } = await import('./load-due-beside.js');
      const stop = new AbortController();
      void stopped.then(() => stop.abort());
      // One at a time: they write the same files.
      await Promise.race([stopped, Promise.all([finishing?.ended, renewing?.ended])]);
      await loadDueBeside(app.store, folder, context, stop.signal);
    }
    await stopped;
  } finally {
    // It switches to no other version from then on.
    await following?.owner.close();
    await app.close();
  }
}

function appOptions(
  folder: DataFolder,
  { following, config, context, options, log }: Start,
): Parameters<typeof openApp>[0] {
  const {
    workers,
    contact,
    socrataToken,
    trustProxy,
    corsOrigins,
    maxRelated,
    exportDays,
    evidenceKey,
    webhooks,
  } = config;
  const { originOf } = context;
  const live = { ...config.live, contact, socrataToken, ...(originOf && { originOf }) };
  return {
    folder,
    log,
    now: context.now,
    workers,
    trustProxy,
    corsOrigins,
    maxRelated,
    exportDays,
    evidenceKey,
    webhooks,
    web: { ...config.web, contact },
    environment: withSettings(context, options).env,
    ...(config.live.on && { live }),
    ...postgresOf(config, folder),
    ...(following && {
      served: following.served,
      following: () => following.owner.state(),
      damage: following.owner.damage,
      exportsPlace: following.place,
    }),
  };
}

/** The sample has its own files for keys and credits. */
export function postgresOf(
  { cluster }: Config,
  { kind }: Pick<DataFolder, 'kind'>,
): { readonly postgres?: PostgresOptions } {
  return cluster && kind !== 'sample' ? { postgres: cluster.postgres } : {};
}

/** With `DOSSIER_PUBLICATIONS`, this node follows published versions; `undefined` if it serves its own data. */
async function followed(
  { cluster, dataFolder }: Config,
  context: CliContext,
  { sample, schedule }: ServeOptions,
  log: Log,
): Promise<Following | undefined> {
  if (!cluster?.publications || sample) return undefined;
  if (schedule)
    throw new CliError(
      '--schedule loads into the served folder, but this node follows published versions. On the builder, run: dossier schedule',
    );
  const { follow } = await import('./follow.js');
  return await follow(dataFolder, cluster, cluster.publications, context, log);
}

/** An option is the setting, for once. */
function withSettings(context: CliContext, { host, port, workers }: ServeOptions): CliContext {
  const given = {
    ...(host !== undefined && { DOSSIER_HOST: host }),
    ...(port !== undefined && { DOSSIER_PORT: port }),
    ...(workers !== undefined && { DOSSIER_WORKERS: workers }),
  };
  return { ...context, env: { ...context.env, ...given } };
}

/**
 * The operator's folder if it is in use, else the sample's. With live mode there is real data to serve though none was
 * loaded; the sample is invented and never live.
 */
export function folderToServe(
  { dataFolder, live }: Config,
  context: CliContext,
  sample: boolean,
): DataFolder {
  const own = sample ? undefined : folderInUse(dataFolder);
  if (own?.kind === 'replica')
    throw new CliError(
      `${dataFolder} follows the data that another machine publishes. Set DOSSIER_PUBLICATIONS, and run: dossier serve`,
    );
  const { path } = sampleFolder(dataFolder);
  const isLive = live.on && !sample && path !== dataFolder;
  const folder = own ?? (isLive ? claimFolder(dataFolder, 'data') : claimFolder(path, 'sample'));
  // Each serving thread reads them; a fault is found before any of them starts.
  useOwnNicknames(folder.path);
  if (live.on && folder.kind === 'sample')
    note(context, `${folder.path} contains the sample: live portals are off.`);
  return folder;
}

/** Throws `CliError`. */
function refuseSample({ kind, path }: DataFolder): void {
  if (kind !== 'sample') return;
  throw new CliError(
    `--schedule reloads sources that were downloaded from publishers, but ${path} contains the sample. First load a source: dossier ingest SOURCE`,
  );
}

/**
 * A server that must not be used fails the start with its message. An unavailable one is waited for, after
 * the folder has been checked.
 */
async function refuseUnsuitableServer(postgres: PostgresOptions): Promise<void> {
  await inspectPostgres(postgres).catch((error: unknown) => {
    if (error instanceof Error && error.name === 'UnsuitableServerError') throw error;
  });
}

/** The sample's folder has one account; its key is shown at the first start. */
async function firstSampleKey(ledger: Ledger, folder: DataFolder, now: number): Promise<string | null> {
  if (folder.kind !== 'sample' || (await ledger.listAccounts()).length > 0) return null;
  const account = await ledger.createAccount({
    name: 'sample',
    monthlyCredits: SAMPLE_CREDITS,
    requestsPerMinute: SAMPLE_PER_MINUTE,
    createdAt: now,
  });
  const made = {
    accountId: account.id,
    name: 'first start',
    scopes: ['read', 'usage', 'webhooks'] as const,
    expiresAt: null,
    now,
  };
  return (await issueKey(ledger, folder, made)).key;
}

const FAILED = 'The index could not be built in the background. Run: dossier index';

/**
 * If the index that was current at the start cannot be served, or is older than the data, another process makes a new one.
 * Until then the server answers from what it could open.
 */
async function renewIndex(
  { indexes, store }: Pick<App, 'indexes' | 'store'>,
  current: IndexManifest | undefined,
  folder: DataFolder,
  context: CliContext,
): Promise<Beside | undefined> {
  const served = indexes.current()?.manifest;
  if (served === undefined || (current && served.builtAt < current.builtAt)) {
    note(context, 'The index cannot be used; it is being rebuilt in the background.');
    return runBeside(['index'], folder, context, { failed: FAILED });
  }
  if (await isNewest(store.catalog, served)) return undefined;
  note(context, 'The index is out of date; it is being updated in the background.');
  return runBeside(['index', '--changed'], folder, context, { failed: FAILED });
}

/** PostgreSQL may respond later. Other errors need an operator. */
const AWAY: ReadonlySet<string> = new Set(['LedgerUnavailableError', 'NoPrimaryError', 'PostgresAwayError']);
const PAUSE_MS = 2_000;

/** Does the work; while PostgreSQL cannot be reached, shows why once and tries again. */
async function whileAway<Result>(context: CliContext, work: () => Promise<Result>): Promise<Result> {
  for (let shown = ''; ; ) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Error) || !AWAY.has(error.name)) throw error;
      if (error.message !== shown) note(context, `${error.message} Retrying.`);
      shown = error.message;
      await wait(PAUSE_MS);
    }
  }
}
