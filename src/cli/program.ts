import { Command } from 'commander';
import { checkPublishers } from '../config/config.js';
import { readEnv } from '../config/settings.js';
import { packageVersion } from '../platform/package-root.js';
import type { CliContext } from './context.js';

type AddCommand = (program: Command, context: CliContext) => void;

interface CommandEntry {
  /** The description in every help text. */
  readonly summary: string;
  readonly load: () => Promise<AddCommand>;
}

/** Each command and its file, which is loaded only to run the command or to show its help. A new command is one file and one entry here. */
const COMMANDS: Readonly<Record<string, CommandEntry>> = {
  serve: {
    summary: 'serve the API and the web pages; serves the bundled sample if no data is loaded',
    load: async () => (await import('./serve/index.js')).serveCommand,
  },
  health: {
    summary: 'check that the service on this machine is ready; exits with 0 only if it is',
    load: async () => (await import('./serve/health.js')).healthCommand,
  },
  mcp: {
    summary:
      'provide tools to an AI agent over standard input and output (MCP); calls are charged to the account of DOSSIER_KEY',
    load: async () => (await import('./serve/mcp.js')).mcpCommand,
  },
  ingest: {
    summary: 'load a source from its publisher or from files',
    load: async () => (await import('./data/ingest.js')).ingestCommand,
  },
  schedule: {
    summary: 'load each source as often as its publisher updates it; runs until stopped',
    load: async () => (await import('./data/schedule.js')).scheduleCommand,
  },
  sources: {
    summary: 'list the sources: which can be loaded, which are loaded, and their last run',
    load: async () => (await import('./data/sources.js')).sourcesCommand,
  },
  changes: {
    summary:
      'list changes in the loaded data, oldest first; reads the data folder directly and costs no credits',
    load: async () => (await import('./changes/changes.js')).changesCommand,
  },
  index: {
    summary: 'rebuild the search indexes; a running service picks them up within a second',
    load: async () => (await import('./data/index-command.js')).indexCommand,
  },
  match: {
    summary:
      'match each company in a CSV file to a record; reads the data folder directly and costs no credits; resumes an interrupted run',
    load: async () => (await import('./match/index.js')).matchCommand,
  },
  resolve: {
    summary: 'link the records of all data sets to entities; resumes an interrupted run',
    load: async () => (await import('./links/resolve.js')).resolveCommand,
  },
  explain: {
    summary: 'show every link of an entity with the evidence for and against it',
    load: async () => (await import('./links/explain.js')).explainCommand,
  },
  link: {
    summary: 'correct links by hand',
    load: async () => (await import('./links/link.js')).linkCommands,
  },
  migrate: {
    summary: 'migrate the databases to the current schema; no other command does this',
    load: async () => (await import('./data/migrate.js')).migrateCommand,
  },
  account: {
    summary: 'manage accounts, credits and usage',
    load: async () => (await import('./account/account.js')).accountCommands,
  },
  key: {
    summary: 'API keys',
    load: async () => (await import('./account/key.js')).keyCommands,
  },
  export: {
    summary: 'write records to a folder as NDJSON, CSV or Parquet; free, without a service',
    load: async () => (await import('./export.js')).exportCommands,
  },
  watch: {
    summary: 'manage webhooks',
    load: async () => (await import('./changes/watch.js')).watchCommands,
  },
  ledger: {
    summary: 'verify, roll up and copy the credit ledger',
    load: async () => (await import('./account/ledger.js')).ledgerCommands,
  },
  evidence: {
    summary: 'verify signed evidence of records',
    load: async () => (await import('./evidence.js')).evidenceCommands,
  },
  cluster: {
    summary: 'manage published versions and nodes',
    load: async () => (await import('./cluster/index.js')).clusterCommands,
  },
  doctor: {
    summary: 'check the installation and report how to fix each problem; changes nothing',
    load: async () => (await import('./doctor/index.js')).doctorCommand,
  },
  backup: {
    summary: 'back up the databases into an empty folder; the service may be running',
    load: async () => (await import('./data/backup.js')).backupCommand,
  },
  restore: {
    summary: 'restore a backup into an empty data folder and build its indexes',
    load: async () => (await import('./data/backup.js')).restoreCommand,
  },
};

/**
 * Returns `dossier` with all commands. Only those that `args` need are loaded; others have only a name and a
 * summary. Without `args`, all are loaded.
 */
export async function createProgram(context: CliContext, args?: readonly string[]): Promise<Command> {
  const program = new Command('dossier')
    .description('Look up US businesses in public registers and search SEC filings.')
    .version(packageVersion())
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.stdout.write(text),
      writeErr: (text) => context.stderr.write(text),
    })
    // The same whether a command is loaded or not.
    .configureHelp({ subcommandTerm: (command) => command.name() });
  for (const [name, { summary, load }] of Object.entries(COMMANDS)) {
    if (args === undefined || name === commandIn(args)) (await load())(program, context);
    else program.command(name);
    program.commands.find((command) => command.name() === name)?.description(summary);
  }
  everywhere(program);
  program.hook('preAction', () => checkPublishers(readEnv(context.env).others));
  return program;
}

/** The command that `args` run or show the help of. */
function commandIn([first, second]: readonly string[]): string | undefined {
  return first === 'help' ? second : first;
}

/** Options that every command has; `serve`, `mcp`, `ingest` and `restore` choose the folder themselves, and `health` reads none. */
function everywhere(command: Command): void {
  for (const child of command.commands) {
    everywhere(child);
    if (child.commands.length > 0) continue;
    child.option('--json', 'print a single JSON value');
    if (!['serve', 'health', 'mcp', 'ingest', 'restore'].includes(child.name()))
      child.option('--sample', 'use the bundled sample');
  }
}
