import { isDeepStrictEqual } from 'node:util';
import type { Command } from 'commander';
import type { Statement } from '../../domain/accounts/statement.js';
import { copyLedger } from '../../store/engine/engine.js';
import { folderInUse } from '../../store/folder/data-folder.js';
import { refuseInUse } from '../../store/folder/open-folder.js';
import { LedgerNotEmptyError } from '../../store/ledger-rules/ledger-rows.js';
import { StateDiffersError } from '../../store/ledger-rules/state-rows.js';
import type { Ledger } from '../../store/store.js';
import { answer, type CliContext, CliError, configOf } from '../context.js';
import { counted } from '../report.js';
import { calendarDate } from '../values.js';
import { withExact } from '../with-exact.js';
import type { FolderOptions } from '../with-store.js';

interface RollUpOptions extends FolderOptions {
  readonly before: string;
}

export function ledgerCommands(program: Command, context: CliContext): void {
  const ledger = program.command('ledger');

  ledger
    .command('verify')
    .description('recompute every balance from grants, charges and refunds')
    .action((options: FolderOptions) => verify(context, options));

  ledger
    .command('roll-up')
    .description(
      'replace old charges by sums for each day, operation and key; balances and totals do not change',
    )
    .requiredOption('--before <date>', 'first day whose charges are not rolled up, YYYY-MM-DD', calendarDate)
    .action((options: RollUpOptions) => rollUp(context, options));

  ledger
    .command('copy')
    .description('copy the ledger to PostgreSQL or back, then compare every row; stop all services first')
    .requiredOption('--from <engine>', 'sqlite (the data folder) or postgres')
    .requiredOption('--to <engine>', 'the other engine; must be empty')
    .action((options: CopyOptions) => copy(context, options));
}

async function verify(context: CliContext, options: FolderOptions): Promise<void> {
  const findings = await withExact('look', context, options, ({ ledger }) => ledger.verify());
  const text = findings.map(({ accountId, what }) => `${accountId}: ${what}`).join('\n');
  answer(context, options, { findings }, text || 'Every balance is the sum of its rows.');
  if (findings.length > 0)
    throw new CliError(`The ledger is inconsistent in ${counted(findings.length, 'place')}.`);
}

/** Sums hide what was wrong with their rows, so the books are verified first. */
async function rollUp(context: CliContext, options: RollUpOptions): Promise<void> {
  const done = await withExact('change', context, options, async ({ ledger }) => {
    const [finding] = await ledger.verify();
    if (finding) throw new CliError('The ledger is inconsistent; dossier ledger verify lists the places.');
    return ledger.rollUp(Date.parse(options.before), context.now()).catch(explain);
  });
  const number = (value: number) => value.toLocaleString('en-US');
  answer(context, options, done, `Replaced ${number(done.charges)} charges by ${number(done.sums)} sums.`);
}

function explain(error: unknown): never {
  if (error instanceof RangeError) throw new CliError(error.message);
  throw error;
}

const ENGINES = ['sqlite', 'postgres'] as const;
type LedgerEngineName = (typeof ENGINES)[number];

interface CopyOptions {
  readonly json?: boolean;
  readonly from: string;
  readonly to: string;
}

/** All that was compared, counted. */
interface Compared {
  accounts: number;
  keys: number;
  watches: number;
  exports: number;
  lists: number;
}

/** Copies the ledger while no service uses it, and compares both sides before the copy is used. */
async function copy(context: CliContext, options: CopyOptions): Promise<void> {
  const to = engineOf(options);
  const { cluster, dataFolder } = configOf(context);
  if (!cluster) throw new CliError('Set DOSSIER_POSTGRES to the address of PostgreSQL.');
  const folder = folderInUse(dataFolder);
  if (!folder) throw new CliError(`${dataFolder} contains no data yet, so it has no ledger.`);
  refuseInUse(folder);
  const compared: Compared = { accounts: 0, keys: 0, watches: 0, exports: 0, lists: 0 };
  try {
    const {
      watches,
      exports,
      match_lists: lists,
    } = await copyLedger(folder.path, cluster.postgres, to, (from, made) =>
      compare(from, made, context.now(), compared),
    );
    Object.assign(compared, { watches, exports, lists });
  } catch (error) {
    if (error instanceof StateDiffersError)
      throw new CliError(`${error.message} The original ledger remains in use.`);
    if (error instanceof LedgerNotEmptyError)
      throw new CliError(`${error.message} The target ledger must be empty.`);
    throw error;
  }
  const place = to === 'postgres' ? 'PostgreSQL' : folder.path;
  const text = `The ledger is in ${place}: every balance, statement and usage total of ${counted(compared.accounts, 'account')} and ${counted(compared.keys, 'key')} is equal. Also copied: ${counted(compared.watches, 'watch', 'watches')}, ${counted(compared.exports, 'export')} and ${counted(compared.lists, 'list')}. The original is marked as moved. Web sessions were not copied: users sign in again.`;
  answer(context, options, { to, ...compared }, text);
}

function engineOf({ from, to }: CopyOptions): LedgerEngineName {
  const [first, second] = [from, to].map((text) => ENGINES.find((name) => name === text));
  if (first && second && first !== second) return second;
  throw new CliError(
    `--from and --to must be sqlite and postgres, or postgres and sqlite; got ${from} and ${to}.`,
  );
}

/** Throws `CliError` at the first difference. */
async function compare(from: Ledger, made: Ledger, now: number, compared: Compared): Promise<void> {
  const findings = [...(await from.verify()), ...(await made.verify())];
  const [finding] = findings;
  if (finding) throw new CliError(`The ledger is inconsistent: ${finding.accountId}: ${finding.what}.`);
  const at = Math.max(now, await from.latestTime());
  const accounts = await from.listAccounts();
  same('accounts', await made.listAccounts(), accounts);
  const keys = await from.listKeys(null);
  same('keys', await made.listKeys(null), keys);
  const max = Number.MAX_SAFE_INTEGER;
  same('the audit log', await made.listAudit(1_000_000), await from.listAudit(1_000_000));
  for (const { id } of accounts) {
    same(`the balance of ${id}`, await made.balance(id, at), await from.balance(id, at));
    same(`the grants of ${id}`, await made.listGrants(id), await from.listGrants(id));
    same(`the usage of ${id}`, await made.usage(id, 0, max), await from.usage(id, 0, max));
    same(
      `the statement of ${id}`,
      rowsOf(await made.statement(id, 0, max, at)),
      rowsOf(await from.statement(id, 0, max, at)),
    );
  }
  compared.accounts = accounts.length;
  compared.keys = keys.length;
}

function same(what: string, made: unknown, expected: unknown): void {
  if (isSame(made, expected)) return;
  throw new CliError(`After copying, ${what} differs. The original ledger remains in use.`);
}

function rowsOf({ lines, ...sums }: Statement): readonly unknown[] {
  return [sums, ...lines];
}

/**
 * Whether two values are equal. Lists are compared row by row, because the JSON of a large ledger exceeds the
 * maximum string length.
 */
export function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((row, at) => isSame(row, other[at]));
  return isDeepStrictEqual(one, other) || isDeepStrictEqual(plain(one), plain(other));
}

/** Driver rows may have another prototype. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
