import type { Command } from 'commander';
import { answer, type CliContext, CliError } from '../context.js';
import { counted } from '../report.js';
import { calendarDate } from '../values.js';
import { withExact } from '../with-exact.js';
import type { FolderOptions } from '../with-store.js';
import { type CopyOptions, copy } from './ledger-copy.js';

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
    .requiredOption(
      '--before <date>',
      'first day whose charges are kept one by one, YYYY-MM-DD',
      calendarDate,
    )
    .action((options: RollUpOptions) => rollUp(context, options));

  ledger
    .command('copy')
    .description('copy the ledger to PostgreSQL or back, then compare every row; no service may run')
    .requiredOption('--from <engine>', 'sqlite (the data folder) or postgres')
    .requiredOption('--to <engine>', 'the other engine, which must be empty')
    .action((options: CopyOptions) => copy(context, options));
}

async function verify(context: CliContext, options: FolderOptions): Promise<void> {
  const findings = await withExact('look', context, options, ({ ledger }) => ledger.verify());
  const text = findings.map(({ accountId, what }) => `${accountId}: ${what}`).join('\n');
  answer(context, options, { findings }, text || 'Every balance is the sum of its rows.');
  if (findings.length > 0)
    throw new CliError(`The ledger does not add up in ${counted(findings.length, 'place')}.`);
}

/** Sums hide what was wrong with their rows, so the books are verified first. */
async function rollUp(context: CliContext, options: RollUpOptions): Promise<void> {
  const done = await withExact('change', context, options, async ({ ledger }) => {
    const [finding] = await ledger.verify();
    if (finding) throw new CliError('The ledger does not add up; dossier ledger verify names the place.');
    return ledger.rollUp(Date.parse(options.before), context.now()).catch(explain);
  });
  const number = (value: number) => value.toLocaleString('en-US');
  answer(context, options, done, `${number(done.charges)} charges are now ${number(done.sums)} sums.`);
}

function explain(error: unknown): never {
  if (error instanceof RangeError) throw new CliError(error.message);
  throw error;
}
