import { Command } from 'commander';
import { packageVersion } from '../package-root.js';
import { accountCommands } from './account.js';
import { backupCommands } from './backup.js';
import type { CliContext } from './context.js';
import { doctorCommand } from './doctor/index.js';
import { explainCommand } from './explain.js';
import { indexCommand } from './index-command.js';
import { ingestCommand } from './ingest.js';
import { keyCommands } from './key.js';
import { ledgerCommands } from './ledger.js';
import { linkCommands } from './link.js';
import { migrateCommand } from './migrate.js';
import { resolveCommand } from './resolve.js';
import { scheduleCommand } from './schedule.js';
import { serveCommand } from './serve.js';
import { sourcesCommand } from './sources.js';

/** `dossier` with all its commands. A new command is one file and one line here. */
export function createProgram(context: CliContext): Command {
  const program = new Command('dossier')
    .description('Look up US businesses across public registers and search SEC filings.')
    .version(packageVersion())
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.stdout.write(text),
      writeErr: (text) => context.stderr.write(text),
    });
  serveCommand(program, context);
  ingestCommand(program, context);
  scheduleCommand(program, context);
  sourcesCommand(program, context);
  indexCommand(program, context);
  resolveCommand(program, context);
  explainCommand(program, context);
  linkCommands(program, context);
  migrateCommand(program, context);
  accountCommands(program, context);
  keyCommands(program, context);
  ledgerCommands(program, context);
  doctorCommand(program, context);
  backupCommands(program, context);
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
