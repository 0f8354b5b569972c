import { Command } from 'commander';
import { packageVersion } from '../platform/package-root.js';
import type { CliContext } from './context.js';

type AddCommand = (program: Command, context: CliContext) => void;

/** Each command and its file, which is loaded only if it is asked for. A new command is one file and one line here. */
const COMMANDS: Readonly<Record<string, () => Promise<AddCommand>>> = {
  serve: async () => (await import('./serve/index.js')).serveCommand,
  ingest: async () => (await import('./ingest.js')).ingestCommand,
  schedule: async () => (await import('./schedule.js')).scheduleCommand,
  sources: async () => (await import('./sources.js')).sourcesCommand,
  index: async () => (await import('./index-command.js')).indexCommand,
  resolve: async () => (await import('./resolve.js')).resolveCommand,
  explain: async () => (await import('./explain.js')).explainCommand,
  link: async () => (await import('./link.js')).linkCommands,
  migrate: async () => (await import('./migrate.js')).migrateCommand,
  account: async () => (await import('./account.js')).accountCommands,
  key: async () => (await import('./key.js')).keyCommands,
  ledger: async () => (await import('./ledger.js')).ledgerCommands,
  doctor: async () => (await import('./doctor/index.js')).doctorCommand,
  backup: async () => (await import('./backup.js')).backupCommand,
  restore: async () => (await import('./backup.js')).restoreCommand,
};

/** `dossier` with the command that `args` name, or with all commands if they name none (help, a misspelling). */
export async function createProgram(context: CliContext, args: readonly string[] = []): Promise<Command> {
  const program = new Command('dossier')
    .description('Look up US businesses across public registers and search SEC filings.')
    .version(packageVersion())
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.stdout.write(text),
      writeErr: (text) => context.stderr.write(text),
    });
  const [first = ''] = args;
  const needed = Object.hasOwn(COMMANDS, first) ? [first] : Object.keys(COMMANDS);
  for (const name of needed) (await COMMANDS[name]?.())?.(program, context);
  everywhere(program);
  return program;
}

/** Options that every command has; `serve`, `ingest` and `restore` choose the folder themselves. */
function everywhere(command: Command): void {
  for (const child of command.commands) {
    everywhere(child);
    if (child.commands.length > 0) continue;
    child.option('--json', 'one JSON value on standard output, nothing else');
    if (!['serve', 'ingest', 'restore'].includes(child.name()))
      child.option('--sample', 'work on the bundled sample');
  }
}
