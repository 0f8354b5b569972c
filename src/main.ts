import { CommanderError } from 'commander';
import { BackupError } from './backup/error.js';
import { makeWay } from './cli/background.js';
import { type CliContext, CliError } from './cli/context.js';
import { createProgram } from './cli/program.js';
import { ConfigError } from './config.js';
import { FolderKindError } from './data-folder.js';
import { FetchError } from './ingest/fetch/error.js';
import { InputError } from './ingest/read/context.js';
import { IndexFormatError } from './search/format-error.js';
import { RunInProgressError, SchemaMismatchError } from './store/errors.js';

/** Mistakes of the caller and states of the machine: a sentence is enough, a stack would only frighten. */
const EXPLAINED = [
  BackupError,
  CliError,
  ConfigError,
  FetchError,
  FolderKindError,
  IndexFormatError,
  InputError,
  RunInProgressError,
  SchemaMismatchError,
];

/** As the system and SQLite say it. */
const DISK_FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL']);
const AS_BEFORE = 'What was there before is as it was; make room and run the command again.';

const context: CliContext = {
  env: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
  now: Date.now,
  untilStopped: () =>
    new Promise((resolve) => {
      const stop = () => {
        for (const signal of ['SIGTERM', 'SIGINT']) process.off(signal, stop);
        resolve();
      };
      for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, stop);
    }),
};

try {
  const program = await createProgram(context, process.argv.slice(2));
  program.hook('preAction', (_program, command) => makeWay(command));
  await program.parseAsync(process.argv);
} catch (error) {
  process.exitCode = report(error);
}

function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode;
  process.stderr.write(`dossier: ${textOf(error)}\n`);
  return 1;
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code = '' } = error as NodeJS.ErrnoException;
  if (DISK_FULL.has(code)) return `The disk that was to be written to is full. ${AS_BEFORE}`;
  if (code.startsWith('SQLITE_IOERR')) {
    return `A disk cannot be read or written (${code}); it may be full. ${AS_BEFORE}`;
  }
  return EXPLAINED.some((kind) => error instanceof kind) ? error.message : (error.stack ?? error.message);
}
