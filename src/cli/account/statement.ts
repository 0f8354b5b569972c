import { type Command, Option } from 'commander';
import type { Statement, StatementLine } from '../../domain/accounts/statement.js';
import { type CliContext, CliError } from '../context.js';
import { writeTexts } from '../long-output.js';
import { csvOutput } from '../terminal.js';
import { calendarDate } from '../values.js';
import { withExact } from '../with-exact.js';
import type { FolderOptions } from '../with-store.js';
import { needAccount } from './accounts.js';

const DAY_MS = 86_400_000;
const COLUMNS = [
  'at',
  'kind',
  'credits',
  'balance',
  'requests',
  'operation',
  'keyId',
  'requestId',
  'note',
] as const;

interface StatementOptions extends FolderOptions {
  readonly from?: string;
  readonly to?: string;
  readonly format: 'csv' | 'json';
}

export function statementCommand(account: Command, context: CliContext): void {
  account
    .command('statement <account>')
    .description(
      'list all changes to the balance; the opening balance plus the lines equals the closing balance',
    )
    .option('--from <date>', 'first day, YYYY-MM-DD; default: the account’s first day', calendarDate)
    .option('--to <date>', 'last day, YYYY-MM-DD; default: today', calendarDate)
    .addOption(new Option('--format <format>', 'output format').choices(['csv', 'json']).default('csv'))
    .action((id: string, options: StatementOptions) => statement(context, id, options));
}

async function statement(context: CliContext, idOrName: string, options: StatementOptions): Promise<void> {
  const found = await withExact('look', context, options, async ({ ledger }) => {
    const { id, createdAt } = await needAccount(ledger, idOrName);
    const now = Math.max(context.now(), await ledger.latestTime());
    const from = options.from === undefined ? createdAt : Date.parse(options.from);
    const to = options.to === undefined ? now + 1 : Math.min(now + 1, Date.parse(options.to) + DAY_MS);
    if (from >= to) throw new CliError('The first day must not be after the last, nor in the future.');
    return ledger.statement(id, from, to, now);
  });
  const json = options.json || options.format === 'json';
  if (json) await writeTexts(context.stdout, toJson(found));
  else await writeTexts(csvOutput(context.stdout), toCsv(found));
}

function* toJson({ accountId, from, to, opening, lines, closing }: Statement): Generator<string> {
  const sums = JSON.stringify({ accountId, from: time(from), to: time(to), opening, closing });
  yield `${sums.slice(0, -1)},"lines":[`;
  for (const [at, line] of lines.entries()) yield `${at === 0 ? '' : ','}${JSON.stringify(withTime(line))}`;
  yield ']}\n';
}

/** RFC 4180. The first line is the opening balance, the last the closing one; credits of all others add up to it. */
function* toCsv({ from, to, opening, lines, closing }: Statement): Generator<string> {
  const edge = (at: number, kind: string, balance: number) => [
    time(at),
    kind,
    '',
    balance,
    '',
    '',
    '',
    '',
    '',
  ];
  yield csvRow(COLUMNS);
  yield csvRow(edge(from, 'opening', opening));
  for (const line of lines) {
    const reported = withTime(line);
    yield csvRow(COLUMNS.map((name) => reported[name]));
  }
  yield csvRow(edge(to, 'closing', closing));
}

function csvRow(values: readonly (string | number | null)[]): string {
  return `${values.map(cell).join(',')}\r\n`;
}

function withTime(line: StatementLine) {
  return { ...line, at: time(line.at) };
}

/** Text that a spreadsheet would take for a formula gets an apostrophe; a number is a number. */
function cell(value: string | number | null): string {
  if (typeof value !== 'string') return value === null ? '' : `${value}`;
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function time(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
