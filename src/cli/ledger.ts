import type { Command } from 'commander';
import { answer, type CliContext, CliError } from './context.js';
import { type FolderOptions, withStore } from './with-store.js';

export function ledgerCommands(program: Command, context: CliContext): void {
  program
    .command('ledger')
    .description('the books')
    .command('verify')
    .description('recompute every balance from grants, charges and refunds')
    .action((options: FolderOptions) => verify(context, options));
}

async function verify(context: CliContext, options: FolderOptions): Promise<void> {
  const findings = await withStore(context, options, ({ ledger }) => ledger.verify());
  const text = findings.map(({ accountId, what }) => `${accountId}: ${what}`).join('\n');
  answer(context, options, { findings }, text || 'Every balance is the sum of its rows.');
  if (findings.length > 0) throw new CliError(`The ledger does not add up in ${findings.length} places.`);
}
