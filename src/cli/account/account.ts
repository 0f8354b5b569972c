import type { Command } from 'commander';
import { creditsText } from '../../domain/accounts/credits.js';
import { actorOf, answer, type CliContext, CliError } from '../context.js';
import { textTable } from '../table.js';
import { endOfDate, positiveInteger, wholeNumber } from '../values.js';
import { withExact } from '../with-exact.js';
import type { FolderOptions } from '../with-store.js';
import { accountStateCommands } from './account-state.js';
import { inWords, needAccount, refuseBadName, refuseBadReason } from './accounts.js';
import { statementCommand } from './statement.js';

const DEFAULT_PER_MINUTE = 600;
const DAY_MS = 86_400_000;

interface CreateOptions extends FolderOptions {
  readonly credits: number;
  readonly perMinute: number;
}
interface GrantOptions extends FolderOptions {
  readonly credits: number;
  readonly reason: string;
  readonly expires?: number;
}

export function accountCommands(program: Command, context: CliContext): void {
  const account = program.command('account');

  account
    .command('create <name>')
    .description('create an account with monthly credits')
    .requiredOption('--credits <n>', 'credits a month', wholeNumber)
    .option('--per-minute <n>', 'requests a minute', positiveInteger, DEFAULT_PER_MINUTE)
    .action((name: string, options: CreateOptions) => create(context, name, options));

  account
    .command('list')
    .description('list all accounts with their balances')
    .action((options: FolderOptions) => list(context, options));

  account
    .command('grant <account>')
    .description('grant extra credits')
    .requiredOption('--credits <n>', 'how many', positiveInteger)
    .option('--reason <text>', 'stored with the grant', 'granted by the operator')
    .option('--expires <date>', 'last day on which they can be spent, YYYY-MM-DD', endOfDate)
    .action((id: string, options: GrantOptions) => grant(context, id, options));

  account
    .command('usage <account>')
    .description('credits used by day, operation and key')
    .option('--days <n>', 'how far back', positiveInteger, 31)
    .action((id: string, options: FolderOptions & { days: number }) => usage(context, id, options));

  accountStateCommands(account, context);
  statementCommand(account, context);
}

/** Throws `CliError` if the day has passed. */
export function refusePast(expires: number | undefined, now: number): void {
  if (expires !== undefined && expires <= now)
    throw new CliError('--expires must not be in the past; it is the last valid day, YYYY-MM-DD.');
}

async function create(context: CliContext, name: string, options: CreateOptions): Promise<void> {
  const account = await withExact('begin', context, options, async ({ ledger }) => {
    refuseBadName(name);
    const plan = { monthlyCredits: options.credits, requestsPerMinute: options.perMinute };
    return inWords(ledger.createAccount({ name, ...plan, createdAt: context.now() }, actorOf(context)));
  });
  answer(
    context,
    options,
    account,
    `Account ${account.id} (${name}): ${creditsText(options.credits)} a month.`,
  );
}

async function list(context: CliContext, options: FolderOptions): Promise<void> {
  const accounts = await withExact('look', context, options, async ({ ledger }) => {
    const all = await ledger.listAccounts();
    return Promise.all(
      all.map(async (account) => ({ ...account, ...(await ledger.balance(account.id, context.now())) })),
    );
  });
  const rows = accounts.map(({ id, name, status, monthlyCredits, available, requestsPerMinute }) => [
    id,
    name,
    status,
    monthlyCredits,
    available,
    requestsPerMinute,
  ]);
  answer(
    context,
    options,
    accounts,
    textTable(['id', 'name', 'status', 'credits a month', 'left', 'a minute'], rows),
  );
}

async function grant(context: CliContext, idOrName: string, options: GrantOptions): Promise<void> {
  refusePast(options.expires, context.now());
  refuseBadReason(options.reason);
  const made = await withExact('change', context, options, async ({ ledger }) => {
    const { id } = await needAccount(ledger, idOrName);
    const { credits, reason } = options;
    const given = { accountId: id, credits, reason, createdAt: context.now() };
    return inWords(ledger.grant({ ...given, expiresAt: options.expires ?? null }, actorOf(context)));
  });
  answer(
    context,
    options,
    made,
    `Granted ${creditsText(made.credits)} to ${made.accountId} (grant ${made.id}).`,
  );
}

async function usage(
  context: CliContext,
  idOrName: string,
  options: FolderOptions & { days: number },
): Promise<void> {
  const rows = await withExact('look', context, options, async ({ ledger }) => {
    const { id } = await needAccount(ledger, idOrName);
    const now = Math.max(context.now(), (await ledger.latestTime()) + 1);
    return ledger.usage(id, now - (now % DAY_MS) - options.days * DAY_MS, now);
  });
  const cells = rows.map(({ day, operation, keyId, requests, credits, refunded }) => [
    day,
    operation,
    keyId,
    requests,
    credits,
    refunded,
  ]);
  answer(
    context,
    options,
    rows,
    textTable(['day', 'operation', 'key', 'requests', 'credits', 'refunded'], cells),
  );
}
