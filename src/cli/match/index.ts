import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Command } from 'commander';
import { ApiError } from '../../contract/errors.js';
import { MAX_LIST_NAME, MAX_LIST_ROWS } from '../../contract/lists.js';
import { MATCH_QUESTIONS } from '../../contract/match.js';
import { MATCH_OUTCOMES } from '../../contract/vocabulary.js';
import { shellWord } from '../../domain/shell-word.js';
import { IndexLoader, viewsOf } from '../../indexing/files/index-loader.js';
import { FileBytes } from '../../ingest/read/archive/file-bytes.js';
import type { List } from '../../ingest/read/list/list.js';
import { openList } from '../../ingest/read/list/open-list.js';
import type { MatchOutcome } from '../../linking/match/findings.js';
import { Matcher } from '../../linking/match/matcher.js';
import { MAX_LISTS, newList, saveList } from '../../operations/lists/kept-list.js';
import { matchCells, type RowResult, resultForm } from '../../operations/match/result-rows.js';
import { sha256OfFile } from '../../platform/sha256-of-file.js';
import type { DataFolder } from '../../store/folder/data-folder.js';
import { useOwnNicknames } from '../../store/folder/own-nicknames.js';
import { type Store, tooManyLists } from '../../store/store.js';
import { inWords, needAccount } from '../account/accounts.js';
import { answer, type CliContext, CliError, note } from '../context.js';
import { counted } from '../report.js';
import { withStoreAndExact } from '../with-exact.js';
import { type FolderOptions, folderOf, withStore } from '../with-store.js';
import { ResultFile } from './result-file.js';
import { type ColumnOptions, columnList, questionReader, rolesOf } from './row-question.js';

interface MatchOptions extends FolderOptions, ColumnOptions {
  readonly out: string;
  /** Name under which the list is stored for `account`. */
  readonly list?: string;
  readonly account?: string;
}

/** Rows written at once. A killed run loses at most these, which are seconds of work. */
const ROWS_AT_ONCE = 500;
const LINE_EVERY_MS = 5_000;

export function matchCommand(program: Command, context: CliContext): void {
  program
    .command('match <file>')
    .option('--name <column>', 'heading or number (from 1) of the column with the name')
    .option('--other-name <column>', 'other names, separated by semicolons')
    .option('--state <column>', 'USPS code or name of the state')
    .option('--city <column>', 'city of the address')
    .option('--zip <column>', 'ZIP code of the address')
    .option('--street <column>', 'house number and street of the address')
    .option('--officer <column>', 'name of an officer')
    .option('--agent <column>', 'name of the registered agent')
    .option('--ein <column>', 'employer identification number')
    .option('--uei <column>', 'unique entity identifier of SAM.gov')
    .option('--cik <column>', 'CIK of the SEC')
    .option('--registry-number <column>', 'number assigned by a state or county')
    .requiredOption('--out <file>', 'output file, .csv or .ndjson: the list’s columns and six more')
    .option(
      '--list <name>',
      `also store the list with its results, up to ${figure(MAX_LIST_ROWS)} rows; requires --account`,
    )
    .option('--account <account>', 'account that gets the list, by name or id')
    .action((file: string, options: MatchOptions) => match(context, file, options));
}

async function match(context: CliContext, file: string, options: MatchOptions): Promise<void> {
  if (!existsSync(dirname(options.out))) throw new CliError(`There is no folder ${dirname(options.out)}.`);
  if (!/\.(?:csv|ndjson)$/i.test(options.out)) {
    throw new CliError(`--out must end in .csv or .ndjson; got ${options.out}.`);
  }
  if ((options.list === undefined) !== (options.account === undefined))
    throw new CliError('Specify --list and --account together.');
  if (options.list !== undefined && (options.list.trim() === '' || options.list.length > MAX_LIST_NAME))
    throw new CliError(`--list must be a name of 1 to ${MAX_LIST_NAME} characters.`);
  const source = FileBytes.open(file);
  try {
    const list = await openList(source);
    checkColumns(list, options);
    if (list.sheet !== undefined)
      note(context, `Reading the sheet "${list.sheet}"; other sheets are ignored.`);
    const folder = folderOf(context, options);
    const work = (store: Store) => matchList(context, file, list, options, { store, folder });
    const open = options.list === undefined ? withStore : withStoreAndExact;
    const done = await open(context, options, work);
    report(context, options, done);
  } finally {
    source.close();
  }
}

/** Throws `CliError` if no column identifies the company. */
function checkColumns({ columns }: List, options: MatchOptions): void {
  if (NEEDED.some((one) => options[one] !== undefined)) return;
  throw new CliError(
    `One of --name, --ein, --uei, --cik and --registry-number must name a column, such as --name ${shellWord(columns[0] ?? '')}. Columns: ${columnList(columns)}.`,
  );
}

function report(context: CliContext, options: MatchOptions, { rows, counts }: ResultFile['written']): void {
  const sums = MATCH_OUTCOMES.map((outcome) => `${figure(counts[outcome])} ${outcome}`).join(', ');
  const text = `${counted(rows, 'row')}: ${sums}. ${options.out}`;
  answer(context, options, { rows, ...counts, out: options.out }, text);
}

const NEEDED = ['name', 'ein', 'uei', 'cik', 'registryNumber'] as const;

interface Opened {
  readonly store: Store;
  readonly folder: DataFolder;
}

async function matchList(
  context: CliContext,
  file: string,
  list: List,
  options: MatchOptions,
  { store, folder }: Opened,
): Promise<ResultFile['written']> {
  const { catalog, links } = store;
  // Before the first row is matched: an unknown account costs no work, and no change to a matched record is missed.
  const keep = options.list === undefined ? undefined : await listKeeper(context, list, options, store);
  const loaded = await new IndexLoader(folder.index, (problem) => note(context, problem)).look();
  if (loaded === undefined) throw new CliError('There is no search index yet; run: dossier index');
  useOwnNicknames(folder.path);
  const matcher = new Matcher({ catalog, links, index: viewsOf(loaded).entities });
  const read = questionReader(list.columns, options);
  const form = resultForm(list, /\.ndjson$/i.test(options.out));
  const { builtAt, contentVersion } = loaded.manifest;
  const columns = MATCH_QUESTIONS.map((one) => options[one] ?? null);
  const result = ResultFile.open(
    options.out,
    JSON.stringify([await sha256OfFile(file), columns, builtAt, contentVersion]),
  );
  const { rows: before } = result.written;
  if (before > 0) note(context, `Resuming after row ${figure(before)}.`);
  if (result.written.bytes === 0) result.append(form.head, 0, result.written.counts);
  const say = everyFewSeconds(context);
  const counts: Record<MatchOutcome, number> = { ...result.written.counts };
  const stored: StoredRow[] = [];
  let block: string[] = [];
  let row = 0;
  const write = () => {
    if (block.length > 0) result.append(block.join(''), block.length, { ...counts });
    block = [];
    say(`${figure(result.written.rows)} rows, ${figure(counts.found)} found`);
  };
  try {
    for await (const fields of list.rows()) {
      row += 1;
      if (row <= before && keep === undefined) continue;
      const matched = await matchCells(read(fields), matcher);
      if (keep) stored.push({ fields, matched });
      if (stored.length > MAX_LIST_ROWS)
        throw new CliError(
          `--list stores up to ${figure(MAX_LIST_ROWS)} rows. Split the list, or omit --list.`,
        );
      if (row <= before) continue;
      counts[matched.outcome] += 1;
      block.push(form.row(fields, matched));
      if (block.length === ROWS_AT_ONCE) write();
    }
    write();
    await keep?.(stored);
  } catch (error) {
    result.leave();
    throw error;
  }
  result.finish();
  return result.written;
}

interface StoredRow {
  readonly fields: readonly string[];
  readonly matched: RowResult;
}

/** Returns the function that stores the list for the account. Throws `CliError` if there is no such account, or it has too many lists. */
async function listKeeper(
  context: CliContext,
  { columns, delimiter }: List,
  { list: name = '', account = '', ...options }: MatchOptions,
  { ledger, state: { matchLists }, catalog }: Store,
): Promise<(rows: readonly StoredRow[]) => Promise<void>> {
  const { id: owner } = await needAccount(ledger, account);
  const at = context.now();
  if ((await matchLists.ofOwner(owner, at)).length >= MAX_LISTS) throw new CliError(tooManyLists(MAX_LISTS));
  const { id, newest: position } = await catalog.feed.state();
  const roles = rolesOf(columns, options);
  return async (rows) => {
    if (rows.length === 0) throw new CliError('The list has no rows, so it is not stored.');
    const cells = rows.map(({ fields }) => fields);
    const list = { text: null, layout: 'table', columns, delimiter, rows: cells, left: 0 } as const;
    const made = newList({ name, owner, at, list, roles, feed: { id, position } });
    const kept = { ...made, results: rows.map(({ matched }) => matched) };
    await inWords(asCliError(saveList(matchLists, kept, at)));
    note(context, `Stored as list ${made.id}.`);
  };
}

async function asCliError<Value>(work: Promise<Value>): Promise<Value> {
  return work.catch((error: unknown) => {
    throw error instanceof ApiError ? new CliError(error.detail) : error;
  });
}

function everyFewSeconds(context: CliContext): (line: string) => void {
  let saidAt = context.now();
  return (line) => {
    if (context.now() - saidAt < LINE_EVERY_MS) return;
    saidAt = context.now();
    note(context, line);
  };
}

function figure(count: number): string {
  return count.toLocaleString('en-US');
}
