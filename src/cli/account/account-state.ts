import type { Command } from 'commander';
import { creditsText } from '../../domain/accounts/credits.js';
import type { Account, AccountChange, AccountStatus } from '../../store/store.js';
import { confirm } from '../confirm.js';
import { actorOf, answer, type CliContext, CliError } from '../context.js';
import { counted } from '../report.js';
import { positiveInteger, wholeNumber } from '../values.js';
import { withExact } from '../with-exact.js';
import type { FolderOptions } from '../with-store.js';
import { inWords, needAccount, refuseBadName, refuseBadReason } from './accounts.js';

interface ChangeOptions extends FolderOptions {
  readonly name?: string;
  readonly credits?: number;
  readonly perMinute?: number;
}
interface StatusOptions extends FolderOptions {
  readonly yes?: true;
}
interface TakeBackOptions extends FolderOptions {
  readonly grant: number;
  readonly credits?: number;
  readonly reason: string;
}

/** Commands that change an account that exists. */
export function accountStateCommands(account: Command, context: CliContext): void {
  account
    .command('change <account>')
    .description('change an account’s name, requests per minute, or monthly credits from the next period on')
    .option('--name <text>', 'another name')
    .option('--credits <n>', 'monthly credits from the next period on', wholeNumber)
    .option('--per-minute <n>', 'requests a minute', positiveInteger)
    .action((id: string, options: ChangeOptions) => change(context, id, options));

  account
    .command('take-back <account>')
    .description('take back unspent credits of a grant')
    .requiredOption('--grant <n>', 'number of the grant', positiveInteger)
    .option('--credits <n>', 'number of credits; default: all unspent credits', positiveInteger)
    .option('--reason <text>', 'stored with the row', 'taken back by the operator')
    .action((id: string, options: TakeBackOptions) => takeBack(context, id, options));

  const status = (verb: string, description: string, to: AccountStatus) =>
    account
      .command(`${verb} <account>`)
      .description(description)
      .action((id: string, options: StatusOptions) => setStatus(context, id, to, options));
  status('suspend', 'suspend an account: reject all its keys until it is resumed', 'suspended');
  status('resume', 'resume a suspended account', 'active');
  status('close', 'close an account permanently; its ledger rows are kept', 'closed').option(
    '--yes',
    'do not ask for confirmation',
  );
}

async function change(context: CliContext, idOrName: string, options: ChangeOptions): Promise<void> {
  const { name, credits, perMinute } = options;
  if (name !== undefined) refuseBadName(name);
  const wanted: AccountChange = {
    ...(name !== undefined && { name }),
    ...(credits !== undefined && { monthlyCredits: credits }),
    ...(perMinute !== undefined && { requestsPerMinute: perMinute }),
  };
  if (Object.keys(wanted).length === 0)
    throw new CliError('Specify at least one of --name, --credits and --per-minute.');
  const changed = await withExact('change', context, options, async ({ ledger }) => {
    const { id } = await needAccount(ledger, idOrName);
    return inWords(ledger.changeAccount(id, wanted, context.now(), actorOf(context)));
  });
  answer(context, options, changed, sentenceOf(changed));
}

function sentenceOf({ id, name, monthlyCredits, monthlyCreditsSince, requestsPerMinute }: Account): string {
  const since = new Date(monthlyCreditsSince).toISOString();
  return `Account ${id} (${name}): ${creditsText(monthlyCredits)} a month from ${since} on, ${counted(requestsPerMinute, 'request')} a minute.`;
}

async function setStatus(
  context: CliContext,
  idOrName: string,
  status: AccountStatus,
  options: StatusOptions,
): Promise<void> {
  const account = await withExact('change', context, options, async ({ ledger }) => {
    const { id, name } = await needAccount(ledger, idOrName);
    if (status === 'closed' && !options.yes)
      await confirm(context, `Close ${id} (${name})? Its keys stop working, and it cannot be reopened.`);
    return inWords(ledger.setAccountStatus(id, status, context.now(), actorOf(context)));
  });
  answer(context, options, account, `Account ${account.id} (${account.name}) is ${status}.`);
}

async function takeBack(context: CliContext, idOrName: string, options: TakeBackOptions): Promise<void> {
  const { grant: grantId, credits = null, reason } = options;
  refuseBadReason(reason);
  const grant = await withExact('change', context, options, async ({ ledger }) => {
    const { id: accountId } = await needAccount(ledger, idOrName);
    if (!(await ledger.getGrant(accountId, grantId)))
      throw new CliError(`The account ${accountId} has no grant ${grantId}.`);
    const taken = { accountId, grantId, credits, reason, at: context.now() };
    return inWords(ledger.takeBack(taken, actorOf(context)));
  });
  const left = grant.credits - grant.spent - grant.takenBack;
  answer(
    context,
    options,
    grant,
    `Grant ${grantId}: ${grant.takenBack} of ${creditsText(grant.credits)} taken back, ${left} left.`,
  );
}
