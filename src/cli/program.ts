import { Command } from 'commander';
import { checkPublishers } from '../config.js';
import { packageVersion } from '../platform/package-root.js';
import { readEnv } from '../settings.js';
import type { CliContext } from './context.js';

type AddCommand = (program: Command, context: CliContext) => void;

/** Each command and its file, which is loaded only if it is asked for. A new command is one file and one line here. */
const COMMANDS: Readonly<Record<string, () => Promise<AddCommand>>> = {
  serve: async () => (await import('./serve/index.js')).serveCommand,
  health: async () => (await import('./serve/health.js')).healthCommand,
  mcp: async () => (await import('./serve/mcp.js')).mcpCommand,
  ingest: async () => (await import('./data/ingest.js')).ingestCommand,
  schedule: async () => (await import('./data/schedule.js')).scheduleCommand,
  sources: async () => (await import('./data/sources.js')).sourcesCommand,
  changes: async () => (await import('./changes/changes.js')).changesCommand,
  index: async () => (await import('./data/index-command.js')).indexCommand,
  match: async () => (await import('./match/index.js')).matchCommand,
  resolve: async () => (await import('./links/resolve.js')).resolveCommand,
  explain: async () => (await import('./links/explain.js')).explainCommand,
  link: async () => (await import('./links/link.js')).linkCommands,
  migrate: async () => (await import('./data/migrate.js')).migrateCommand,
  account: async () => (await import('./account/account.js')).accountCommands,
  key: async () => (await import('./account/key.js')).keyCommands,
  export: async () => (await import('./export.js')).exportCommands,
  watch: async () => (await import('./changes/watch.js')).watchCommands,
  ledger: async () => (await import('./account/ledger.js')).ledgerCommands,
  evidence: async () => (await import('./evidence.js')).evidenceCommands,
  cluster: async () => (await import('./cluster/index.js')).clusterCommands,
  doctor: async () => (await import('./doctor/index.js')).doctorCommand,
  backup: async () => (await import('./data/backup.js')).backupCommand,
  restore: async () => (await import('./data/backup.js')).restoreCommand,
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
  program.hook('preAction', () => checkPublishers(readEnv(context.env).others));
  return program;
}

/** Options that every command has; `serve`, `mcp`, `ingest` and `restore` choose the folder themselves, and `health` reads none. */
function everywhere(command: Command): void {
  for (const child of command.commands) {
    everywhere(child);
    if (child.commands.length > 0) continue;
    child.option('--json', 'print one JSON value and nothing else');
    if (!['serve', 'health', 'mcp', 'ingest', 'restore'].includes(child.name()))
      child.option('--sample', 'work on the bundled sample');
  }
}
