import { readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { TSchema } from 'typebox';
import { ApiError } from '../contract/errors.js';
import {
  EXPORT_FORMATS,
  EXPORT_KINDS,
  EXPORT_TOKENS,
  type ExportFormat,
  type ExportKindId,
  type ExportManifest,
} from '../contract/export.js';
import type { IncludeToken } from '../contract/records/enrichment.js';
import { ExportThread } from '../export/export-thread.js';
import { type ExportPlan, JobFolder } from '../export/job-folder.js';
import { KINDS } from '../export/kinds/index.js';
import { type ExportOrder, readOrder } from '../export/order.js';
import { PART_BYTES, type Planning } from '../export/plan.js';
import { publishedOf } from '../operations/query/query.js';
import type { DataFolder } from '../store/folder/data-folder.js';
import { refuseMissing } from '../store/folder/open-folder.js';
import { ChangesExpiredError } from '../store/store.js';
import { answer, type CliContext, CliError, note } from './context.js';
import { counted } from './report.js';
import { positiveInteger } from './values.js';
import { type FolderOptions, folderOf } from './with-store.js';

interface ExportOptions extends FolderOptions {
  readonly out: string;
  readonly format: ExportFormat;
  readonly fields?: readonly string[];
  readonly include?: readonly IncludeToken[];
  readonly csvSafe: boolean;
  readonly partMb?: number;
}

const KIND_SAYS: Readonly<Record<ExportKindId, string>> = {
  entities: 'export records of all entity sources, with the filters of the search',
  filings: 'export SEC filings, with the filters of their search',
  links: 'export the links between entities and data sets',
  changes: 'export the events of the change feed up to the newest',
};
const LINE_EVERY_MS = 5_000;

/** The operator's own data, and no credits. */
export function exportCommands(program: Command, context: CliContext): void {
  const group = program.command('export');
  for (const kind of EXPORT_KINDS) {
    const command = group.command(kind).description(KIND_SAYS[kind]);
    for (const [name, schema] of Object.entries(KINDS[kind].filters))
      command.addOption(filterOption(name, schema));
    if (kind === 'entities') {
      command.option(
        '--include <tokens>',
        `tokens to include in each row, comma-separated: ${EXPORT_TOKENS.join(', ')}`,
        tokenList,
      );
    }
    command
      .requiredOption('--out <folder>', 'empty folder to write to, or the folder of an interrupted export')
      .addOption(new Option('--format <format>', 'file format').choices(EXPORT_FORMATS).default('ndjson'))
      .option('--fields <names>', 'fields of each row, comma-separated; default: all', commaList)
      .option(
        '--no-csv-safe',
        'CSV: do not escape cells that a spreadsheet would run as formulas; default: an apostrophe precedes them',
      )
      .option('--part-mb <n>', 'file size in MB; default: 128', positiveInteger)
      .action((options: ExportOptions) => exportTo(context, command, kind, options));
  }
}

async function exportTo(
  context: CliContext,
  command: Command,
  kind: ExportKindId,
  options: ExportOptions,
): Promise<void> {
  const order = orderOf(kind, command, options);
  const folder = folderOf(context, options);
  refuseMissing(folder);
  const job = new JobFolder(resolve(options.out));
  const begun = begunIn(job, order);
  let total = begun?.rows ?? 0;
  const showRows = progressOf(context, () => total);
  const thread = new ExportThread(folder.path, showRows);
  try {
    if (begun === undefined) {
      const partBytes = options.partMb === undefined ? PART_BYTES : options.partMb * 2 ** 20;
      const planning = { order, asOf: context.now(), partBytes, data: null };
      total = (await planned(context, job, planning, folder)).rows;
    } else note(context, goingOn(job, total));
    const manifest = await thread.run(job.path);
    answer(context, options, manifest, summaryOf(manifest, job.path));
  } catch (error) {
    if (!(error instanceof ChangesExpiredError)) throw error;
    throw new CliError(`${error.message} Omit --cursor, and use an empty folder.`);
  } finally {
    await thread.end();
  }
}

/** In a separate thread, because the end of the thread frees the memory of the index. */
async function planned(
  context: CliContext,
  job: JobFolder,
  planning: Planning,
  folder: Pick<DataFolder, 'path' | 'index'>,
): Promise<ExportPlan> {
  const thread = new ExportThread(folder.path, () => undefined);
  try {
    if (KINDS[planning.order.kind].by === 'scan') return await thread.plan(job.path, planning, undefined);
    const { plan, problems } = await thread.planFrom(job.path, planning, folder.index);
    for (const problem of problems) note(context, problem);
    if (plan === null) throw new CliError('There is no search index; run: dossier index');
    return plan;
  } finally {
    await thread.end();
  }
}

/** Keeps complete parts only: an incomplete part is written again. */
function goingOn(job: JobFolder, total: number): string {
  const rows = job.done().reduce((sum, part) => sum + part.rows, 0);
  const done = `${rows.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} rows`;
  return `Resuming the export in ${job.path}: ${done} are in complete parts.`;
}

function summaryOf({ rows, parts, bytes }: ExportManifest, folder: string): string {
  const counts = `${counted(rows, 'row')} in ${counted(parts.length, 'part')}, ${counted(bytes, 'byte')}`;
  return `Exported ${counts} to ${folder}; manifest.json describes them.`;
}

/** The existing plan, if any. Throws `CliError` if the folder contains anything else. */
function begunIn(job: JobFolder, order: ExportOrder): ExportPlan | undefined {
  const present = filesIn(job.path);
  if (job.manifest()) throw new CliError(`${job.path} contains a complete export; specify another folder.`);
  const plan = job.plan();
  if (plan === undefined) {
    // A run that was killed while it planned leaves these, and nothing that was read.
    const foreign = present.find((name) => !name.startsWith('selection.keys') && !name.endsWith('.draft'));
    if (foreign !== undefined) throw new CliError(`${job.path} is not empty: it contains ${foreign}.`);
    for (const name of present) rmSync(join(job.path, name), { force: true });
    return undefined;
  }
  if (JSON.stringify(plan.order) === JSON.stringify(order)) return plan;
  throw new CliError(`${job.path} contains a part of another export; specify another folder, or delete it.`);
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function progressOf({ stderr, now }: CliContext, total: () => number): (rows: number) => void {
  let shownAt = now();
  return (rows) => {
    const at = now();
    if (at - shownAt < LINE_EVERY_MS) return;
    shownAt = at;
    const share = total() === 0 ? '' : ` (${Math.floor((rows / total()) * 100)} %)`;
    stderr.write(
      `export: ${rows.toLocaleString('en-US')} of ${total().toLocaleString('en-US')} rows${share}\n`,
    );
  };
}

/** A fault names the option. */
function orderOf(kind: ExportKindId, command: Command, options: ExportOptions): ExportOrder {
  const given = command.opts() as Readonly<Record<string, string | undefined>>;
  const filter = Object.fromEntries(
    Object.keys(KINDS[kind].filters).flatMap((name) => {
      const value = given[attributeOf(name)];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const { format, fields, include, csvSafe } = options;
  try {
    return readOrder({
      kind,
      filter,
      format,
      ...(fields && { fields }),
      ...(include && { include }),
      ...(!csvSafe && { csvSafe }),
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const faults = (error.more.errors ?? []).map(
      ({ parameter, message }) => `${flagOfFault(parameter)}: ${message}`,
    );
    throw new CliError(faults.join(' '));
  }
}

function filterOption(name: string, schema: TSchema & { description?: string }): Option {
  const { enum: values } = (publishedOf(schema)?.schema ?? {}) as { enum?: readonly string[] };
  const meaning = (schema.description ?? name).replaceAll('`', '');
  const choices = values === undefined ? '' : ` One of ${values.join(', ')}.`;
  return new Option(`${flagOf(name)} <value>`, meaning + choices);
}

/** `formed_after` and `recordClass` as options are written; `--fields` names members of the row. */
function flagOf(parameter: string): string {
  if (parameter === 'fields') return '--changed-fields';
  return `--${parameter.replaceAll('_', '-').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

function flagOfFault(parameter: string): string {
  if (parameter.startsWith('filter.')) return flagOf(parameter.slice('filter.'.length));
  const member = parameter.replace(/\/\d+$/, '');
  return member === 'fields' ? '--fields' : flagOf(member);
}

function attributeOf(parameter: string): string {
  return new Option(`${flagOf(parameter)} <value>`).attributeName();
}

function commaList(text: string): readonly string[] {
  return text.split(',').map((part) => part.trim());
}

function tokenList(text: string): readonly IncludeToken[] {
  return commaList(text).map((name) => {
    const token = EXPORT_TOKENS.find((one) => one === name);
    if (token !== undefined) return token;
    throw new InvalidArgumentError(`${name} is not a token; tokens are ${EXPORT_TOKENS.join(', ')}.`);
  });
}
