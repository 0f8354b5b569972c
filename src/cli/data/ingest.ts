import type { Command } from 'commander';
import { isCalendarDate } from '../../domain/time/dates.js';
import { statedDay } from '../../ingest/read/index.js';
import { giveUpRun } from '../../ingest/run/roll-forward.js';
import { fetchAndLoad } from '../../loading/fetch-and-load.js';
import { load } from '../../loading/load.js';
import { loadSample } from '../../loading/sample.js';
import { indexWhatIsNew } from '../../loading/update-index.js';
import { DATASETS } from '../../sources/datasets.js';
import type { Loadable } from '../../sources/declare/index.js';
import { SOURCES } from '../../sources/index.js';
import { claimFolder, type DataFolder, folderInUse, sampleFolder } from '../../store/folder/data-folder.js';
import type { Store } from '../../store/store.js';
import { ask } from '../confirm.js';
import { answer, type CliContext, CliError, configOf, note } from '../context.js';
import { counted, describeReport } from '../report.js';
import { calendarDate } from '../values.js';
import { withDryRun, withFolder } from '../with-store.js';
import { asBuilderOfData } from './as-builder.js';
import { findById } from './find-source.js';
import { finishLoads } from './finish-loads.js';
import { ingestAll } from './ingest-all.js';
import { loadingOf } from './loading.js';

interface IngestOptions {
  readonly json?: boolean;
  readonly sample?: boolean;
  readonly all?: boolean;
  readonly full?: boolean;
  readonly since?: string;
  readonly file?: readonly string[];
  readonly dryRun?: boolean;
  readonly published?: string;
  readonly index: boolean;
  readonly finish?: true;
  readonly giveUp?: number;
}

export function ingestCommand(program: Command, context: CliContext): void {
  program
    .command('ingest [source]')
    .option('--file <path...>', 'local copies of the publisher’s files: plain, .gz or .zip')
    .option('--all', 'load every source that can be downloaded; with --dry-run, only list them')
    .option('--full', 'download everything, even if the portal supports incremental updates')
    .option(
      '--since <date>',
      'for sources downloaded by date: start from this day (YYYY-MM-DD)',
      calendarDate,
    )
    .option('--published <date>', 'publication date of the data, YYYY-MM-DD', calendarDate)
    .option('--dry-run', 'read and check everything, but change nothing')
    .option('--sample', 'load the bundled sample into an empty data folder')
    .option('--finish', 'finish loads that were killed while being applied, and do nothing else')
    .option(
      '--give-up <run>',
      'mark a run as failed that was killed while being applied and cannot be finished',
      runNumber,
    )
    .option('--no-index', 'do not update the search indexes and links')
    .action((id: string | undefined, options: IngestOptions) => {
      if (options.finish) return finish(context, id, options);
      if (options.giveUp !== undefined) return giveUp(context, id, options.giveUp, options);
      if (options.sample) return ingestSample(context, id, options);
      return options.all ? ingestEverything(context, id, options) : ingest(context, id, options);
    });
}

async function ingest(context: CliContext, id: string | undefined, options: IngestOptions): Promise<void> {
  const source = findSource(id);
  const { file: paths, full = false, since, dryRun = false, published } = options;
  const edition = published ?? (paths ? await editionOf(source, paths, context) : null);
  const publishedAt = edition ?? null;
  const work = async (store: Store, folder: DataFolder) => {
    const loading = loadingOf(context, store, folder);
    const done = paths
      ? await load(loading, source, { paths, dryRun, publishedAt })
      : await fetchAndLoad(loading, source, { full, since, dryRun, publishedAt });
    if (options.index && !dryRun) await indexWhatIsNew(loading);
    return done;
  };
  const { dataFolder } = configOf(context);
  const sample = sampleFolder(dataFolder).path;
  const isFirst = !dryRun && folderInUse(dataFolder) === undefined && folderInUse(sample) !== undefined;
  const report = dryRun ? await withDryRun(context, work) : await asBuilderOfData(context, work);
  const { cause: _cause, ...shown } = report;
  if (report.error === null || options.json) answer(context, options, shown, describeReport(report, source));
  if (report.error !== null) throw new CliError(report.error);
  if (edition === undefined)
    note(context, `${UNDATED} Records show it as unknown; set it with --published YYYY-MM-DD.`);
  if (isFirst)
    note(
      context,
      `This is the first data in ${dataFolder}. If a service is running on the sample (${sample}), restart it to serve this data.`,
    );
}

/**
 * Asks on the terminal for the publication date of files that contain none. Returns null if the date is known
 * or the answer is empty, `undefined` without a terminal.
 */
async function editionOf(
  source: Loadable,
  paths: readonly string[],
  context: CliContext,
): Promise<string | null | undefined> {
  if ((await statedDay(source, paths)) !== null) return null;
  const answer = await ask(context, `${UNDATED} Date (YYYY-MM-DD), or Enter if unknown:`);
  if (answer) return isCalendarDate(answer) ? answer : refuseDate(answer);
  return answer === undefined ? undefined : null;
}

const UNDATED = 'The files do not contain a publication date.';

function refuseDate(text: string): never {
  throw new CliError(`The publication date must be YYYY-MM-DD; got "${text}". Nothing was changed.`);
}

async function finish(context: CliContext, id: string | undefined, options: IngestOptions): Promise<void> {
  if (id !== undefined || options.file || options.all || options.sample || options.giveUp || options.dryRun)
    throw new CliError('--finish cannot be combined with other arguments: it finishes all unfinished loads.');
  await finishLoads(context, options);
}

async function giveUp(
  context: CliContext,
  id: string | undefined,
  runId: number,
  options: IngestOptions,
): Promise<void> {
  if (id !== undefined || options.file || options.all || options.sample)
    throw new CliError('--give-up cannot be combined with other arguments: it requires a run number.');
  const run = await asBuilderOfData(context, ({ catalog }) => giveUpRun(catalog, runId, context.now));
  if (!run) throw new CliError(`Run ${runId} is not unfinished; dossier sources lists the last runs.`);
  const { id: ended, sourceId } = run;
  const said = `Gave up run ${ended} of ${sourceId}. What it applied remains until you run: dossier ingest ${sourceId}`;
  answer(context, options, { run: ended, source: sourceId }, said);
}

/** Throws `CliError`. */
function runNumber(text: string): number {
  const run = Number(text);
  if (Number.isSafeInteger(run) && run > 0) return run;
  throw new CliError(`--give-up requires a run number; got "${text}".`);
}

async function ingestEverything(
  context: CliContext,
  id: string | undefined,
  options: IngestOptions,
): Promise<void> {
  if (id !== undefined || options.file) throw new CliError('--all cannot be combined with a source or file.');
  await ingestAll(context, options);
}

async function ingestSample(
  context: CliContext,
  id: string | undefined,
  options: IngestOptions,
): Promise<void> {
  if (id !== undefined || options.file)
    throw new CliError('--sample cannot be combined with other arguments: it loads all bundled files.');
  const folder = claimFolder(configOf(context).dataFolder, 'sample');
  const reports = await withFolder(folder, (store) => loadSample(loadingOf(context, store, folder)));
  const records = reports.reduce((sum, report) => sum + report.records, 0);
  const shown = reports.map(({ cause: _cause, ...report }) => report);
  answer(context, options, shown, `Loaded the sample: ${counted(records, 'record')}.`);
}

function findSource(id: string | undefined): Loadable {
  if (id === undefined)
    throw new CliError(
      'Specify a source; dossier sources lists them. --all loads every source that can be downloaded.',
    );
  return findById<Loadable>([...SOURCES, ...DATASETS], id);
}
